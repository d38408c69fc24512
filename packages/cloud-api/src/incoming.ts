import type { EventData, Sparse } from '@posthorn/contracts'

type Message = Sparse<EventData<'message:in'>>
type Json = Record<string, unknown>

/** Returns an incoming message's content in the provider's format: its type, and an object with that type as its name. */
export function incomingContent(message: Message, mediaId: string): Json {
  const { type, message: text } = message
  if (message.media !== undefined) return mediaContent(message, mediaId)
  if (message.reply !== undefined) return replyContent(message.reply, text)
  if (message.location !== undefined) return withType('location', message.location)
  if (message.contacts !== undefined) return withType('contacts', message.contacts.map(cardOf))
  if (message.purchase !== undefined) return orderContent(message.purchase, text)
  if (message.system !== undefined) return systemContent(message.system, text)
  if (message.callPermission !== undefined) return permissionContent(message.callPermission)
  if (type === 'reaction') {
    const about = message.quoteProviderId ?? message.reactionMessage
    return withType('reaction', { message_id: about, emoji: message.reaction || undefined })
  }
  if (type === 'unsupported' || message.unsupported !== undefined) return unsupportedContent(message)
  return withType('text', { body: text ?? '' })
}

/** Returns content with its type, as the provider writes it: `{ type: 'text', text: content }`. */
const withType = (type: string, content: unknown): Json => ({ type, [type]: content })

/** Writes media. For the provider, a voice message is audio with a flag. */
function mediaContent({ media, message: caption }: Message, mediaId: string): Json {
  const { kind = 'document', mime, sha256, filename, animated } = media ?? {}
  const type = kind === 'voice' ? 'audio' : kind
  return withType(type, {
    id: mediaId,
    mime_type: mime,
    sha256,
    caption,
    filename,
    voice: type === 'audio' ? kind === 'voice' : undefined,
    animated: type === 'sticker' ? (animated ?? false) : undefined,
  })
}

/** Returns what a person chose or filled in. `messageText`: the message's text, if the reply has none. */
function replyContent(
  { kind, id, text, description, data }: NonNullable<Message['reply']>,
  messageText?: string,
): Json {
  const title = text ?? messageText
  switch (kind) {
    case 'template':
      return withType('button', { payload: id ?? title, text: title })
    case 'form':
      return interactive('nfm_reply', { name: 'flow', body: messageText ?? 'Sent', response_json: data })
    case 'list':
      return interactive('list_reply', { id, title, description })
    default:
      return interactive('button_reply', { id, title })
  }
}

const interactive = (type: string, content: unknown): Json => withType('interactive', { type, [type]: content })

/** Returns the products that a customer ordered. */
function orderContent({ catalogId, items }: NonNullable<Message['purchase']>, messageText?: string): Json {
  const products = items.map(({ productId, quantity, price, currency }) => ({
    product_retailer_id: productId,
    quantity,
    item_price: price,
    currency,
  }))
  return withType('order', { catalog_id: catalogId, text: messageText ?? '', product_items: products })
}

const systemContent = ({ event, phone, userId }: NonNullable<Message['system']>, messageText?: string): Json =>
  withType('system', { body: messageText ?? '', type: event, wa_id: phone?.replace(/^\+/, ''), user_id: userId })

/** Returns a customer's answer to a request for permission to call them. */
function permissionContent({ response, permanent, expiresAt, source }: NonNullable<Message['callPermission']>): Json {
  return interactive('call_permission_reply', {
    response,
    is_permanent: permanent,
    expiration_timestamp: expiresAt && String(Math.floor(Date.parse(expiresAt) / 1000)),
    response_source: source,
  })
}

/** Writes a message whose type the provider doesn't support. Without its error, writes the error that it usually gives (131051). */
function unsupportedContent({ providerErrors = [], unsupported }: Message): Json {
  const errors = providerErrors.map(({ code, title, details }) => ({
    code: code ?? 131051,
    title,
    message: title,
    error_data: details && { details },
  }))
  const defaultErrors = [{ code: 131051, title: 'Message type unknown', message: 'Message type unknown' }]
  return {
    type: 'unsupported',
    errors: errors.length > 0 ? errors : defaultErrors,
    unsupported: unsupported && { type: unsupported },
  }
}

/** Returns a contact card. A received card has all phone numbers in `phoneDetails`, and all email addresses and URLs in lists. */
function cardOf(card: NonNullable<Message['contacts']>[number]): Json {
  const { name, names = {}, phoneDetails = [], organization, department, jobTitle, birthday, vcard } = card
  const org = { company: organization, department, title: jobTitle }
  return {
    name: {
      formatted_name: name,
      first_name: names.first,
      middle_name: names.middle,
      last_name: names.last,
      prefix: names.prefix,
      suffix: names.suffix,
    },
    phones: phoneDetails.map(({ phone, whatsapp, type }) => ({
      phone,
      wa_id: whatsapp ? phone.replace(/\D/g, '') : undefined,
      type,
    })),
    emails: card.emails,
    urls: card.urls,
    addresses: card.addresses?.map(({ countryCode, ...address }) => ({ ...address, country_code: countryCode })),
    org: Object.values(org).some((each) => each !== undefined) ? org : undefined,
    birthday,
    vcard,
  }
}
