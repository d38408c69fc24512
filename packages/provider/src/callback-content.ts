import { countryOfPhone, type EventData, providerPhone, readListedPhone } from '@posthorn/contracts'
import { originOf } from './callback-person.ts'
import type { IncomingContent } from './callback-update.ts'
import { announcedTime, asId, asNumber, asObject, asText, itemsOf, pickTexts } from './json.ts'
import { providerError } from './outcome.ts'

type Item = Record<string, unknown>

/** Returns a message's type: the one it states, or else the key of its content, such as `location`; `unknown` without either. */
export const findType = (item: Item): string =>
  asText(item.type) ?? Object.keys(readers).find((type) => Object.hasOwn(item, type)) ?? 'unknown'

/** Reads a message's content. An unknown type or format becomes `unsupported`, with the provider's word for it. */
export function incomingContent(item: Item, type: string): IncomingContent {
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined
  const content = read?.(item[type] ?? {}, item) ?? readUnsupported(item, type)
  const context = asObject(item.context)
  const forwarded = context?.forwarded === true || context?.frequently_forwarded === true
  const referral = readReferral(asObject(item.referral))
  const product = readProduct(asObject(context?.referred_product))
  return {
    ...content,
    ...(type === 'contacts' && pickTexts({ origin: originOf(item) })),
    ...(forwarded && { forwarded }),
    ...(referral && { referral }),
    ...(product && { product }),
  }
}

const readers: Readonly<Record<string, (value: unknown, item: Item) => IncomingContent | undefined>> = {
  text: () => ({ type: 'text' }),
  image: (value) => readMedia('image', value),
  video: (value) => readMedia('video', value),
  audio: (value) => readMedia(asObject(value)?.voice === true ? 'voice' : 'audio', value),
  document: (value) => readMedia('document', value),
  sticker: (value) => readMedia('sticker', value),
  location: readLocation,
  contacts: (value, { from }) => {
    const country = countryOfPhone(providerPhone(asText(from) ?? '') ?? '')
    return { type: 'contacts', contacts: itemsOf(value).map((card) => readContactCard(card, country)) }
  },
  interactive: readInteractive,
  button: (value) => {
    const { payload, text } = asObject(value) ?? {}
    return { type: 'reply', reply: { kind: 'template', ...pickTexts({ id: payload, text }) } }
  },
  order: (value) => ({ type: 'order', purchase: readPurchase(asObject(value) ?? {}) }),
  system: (value) => {
    const { type, wa_id: waId, new_wa_id: newWaId, user_id: userId } = asObject(value) ?? {}
    const phone = providerPhone(asText(waId) ?? asText(newWaId) ?? '')
    return {
      type: 'system',
      system: { event: asText(type) ?? 'unknown', ...pickTexts({ userId: asId(userId) }), ...(phone && { phone }) },
    }
  },
  reaction: (value) => {
    const { message_id: id, emoji } = asObject(value) ?? {}
    return contentAbout('reaction', id, { emoji: asText(emoji) ?? '' })
  },
  edit: (value) => {
    const edit = asObject(value) ?? {}
    const message = asObject(edit.message) ?? {}
    const type = asText(message.type) ?? 'text'
    const { body, caption } = asObject(message[type]) ?? {}
    // An edit without a caption removes it. A text message always has a body.
    if (message[type] === undefined || (type === 'text' && asText(body) === undefined)) return undefined
    return contentAbout('edit', edit.original_message_id, pickTexts({ text: body ?? caption }))
  },
  revoke: (value) => contentAbout('revoke', asObject(value)?.original_message_id, {}),
}

/** Reads received media. `kind`: the kind of file, which is also the message's type. */
function readMedia(kind: string, value: unknown): IncomingContent {
  const { id, mime_type: mime, sha256, filename, animated } = asObject(value) ?? {}
  const isAnimated = typeof animated === 'boolean' ? { animated } : {}
  return { type: kind, media: { kind, ...pickTexts({ providerId: id, mime, sha256, filename }), ...isAnimated } }
}

/** Reads a location; undefined without coordinates on Earth. */
function readLocation(value: unknown): IncomingContent | undefined {
  const { latitude, longitude, name, address, url } = asObject(value) ?? {}
  const [north, east] = [asNumber(latitude), asNumber(longitude)]
  if (north === undefined || east === undefined || Math.abs(north) > 90 || Math.abs(east) > 180) return undefined
  return { type: 'location', location: { latitude: north, longitude: east, ...pickTexts({ name, address, url }) } }
}

/** Reads what a customer chose or filled in; undefined for an unknown kind of reply. */
function readInteractive(value: unknown): IncomingContent | undefined {
  const { type, button_reply: button, list_reply: row, nfm_reply: form } = asObject(value) ?? {}
  if (type === 'button_reply') return readReply('button', asObject(button))
  if (type === 'list_reply') return readReply('list', asObject(row))
  if (type === 'call_permission_reply') return readCallPermission(asObject(value)?.call_permission_reply)
  if (type !== 'nfm_reply') return undefined
  const { name, body, response_json: data } = asObject(form) ?? {}
  return { type: 'reply', reply: { kind: 'form', ...pickTexts({ id: name, text: body, data }) } }
}

/** Reads the button or list row that a customer chose. */
function readReply(kind: 'button' | 'list', chosen: Item | undefined): IncomingContent {
  const { id, title, description } = chosen ?? {}
  return { type: 'reply', reply: { kind, ...pickTexts({ id, text: title, description }) } }
}

/** Reads the products that a customer ordered from a catalog. */
function readPurchase(order: Item): NonNullable<IncomingContent['purchase']> {
  const items = itemsOf(order.product_items).map((value) => {
    const item = asObject(value) ?? {}
    const [quantity, price] = [asNumber(item.quantity), asNumber(item.item_price)]
    return {
      productId: asText(item.product_retailer_id) ?? '',
      ...(quantity !== undefined && { quantity }),
      ...(price !== undefined && { price }),
      ...pickTexts({ currency: item.currency }),
    }
  })
  return { items, ...pickTexts({ catalogId: order.catalog_id }) }
}

/** Returns content that changes another message; undefined without that message's id. */
function contentAbout(
  type: string,
  messageId: unknown,
  changes: { emoji?: string; text?: string },
): IncomingContent | undefined {
  const providerId = asId(messageId)
  return providerId === undefined ? undefined : { type, about: { providerId, ...changes } }
}

/** Reads the ad or post that led the customer to the chat. */
function readReferral(referral: Item | undefined): IncomingContent['referral'] {
  if (!referral) return undefined
  return pickTexts({
    url: referral.source_url,
    id: referral.source_id,
    type: referral.source_type,
    headline: referral.headline,
    body: referral.body,
    mediaUrl: referral.image_url ?? referral.video_url ?? referral.thumbnail_url,
    mediaType: referral.media_type,
    imageUrl: referral.image_url ?? asObject(referral.image)?.url,
    videoUrl: referral.video_url,
    thumbnailUrl: referral.thumbnail_url,
    welcomeMessage: asObject(referral.welcome_message)?.text,
    clickId: referral.ctwa_clid,
  })
}

/** Reads the product that a message asks about. */
function readProduct(product: Item | undefined): IncomingContent['product'] {
  if (!product) return undefined
  return pickTexts({ catalogId: product.catalog_id, productId: product.product_retailer_id })
}

/** Reads whether a customer allows calls, and for how long. */
function readCallPermission(value: unknown): IncomingContent {
  const item = asObject(value) ?? {}
  const expiresAt = announcedTime(item.expiration_timestamp)
  return {
    type: 'call_permission',
    callPermission: {
      response: asText(item.response) ?? 'unknown',
      ...(typeof item.is_permanent === 'boolean' && { permanent: item.is_permanent }),
      ...(expiresAt !== undefined && { expiresAt }),
      ...pickTexts({ source: item.response_source }),
    },
  }
}

/** Keeps the type of a message that can't be read, and its errors that have a code. */
function readUnsupported(item: Item, type: string): IncomingContent {
  const providerErrors = itemsOf(item.errors).flatMap((cause) => {
    const error = providerError(cause)
    return error && error.code !== null ? [{ ...error, code: error.code }] : []
  })
  return {
    type: 'unsupported',
    unsupported: asText(asObject(item[type])?.type) ?? type,
    ...(providerErrors.length > 0 && { providerErrors }),
  }
}

type ContactCard = NonNullable<NonNullable<EventData<'provider:message'>['content']>['contacts']>[number]

/** Reads a customer's contact card. `country`: the customer's, for phone numbers in national format. */
function readContactCard(value: unknown, country: string | null): ContactCard {
  const item = asObject(value) ?? {}
  const name = asObject(item.name) ?? {}
  const org = asObject(item.org) ?? {}
  const names = pickTexts({
    first: name.first_name,
    middle: name.middle_name,
    last: name.last_name,
    prefix: name.prefix,
    suffix: name.suffix,
  })
  const emails = readEntries(item.emails, 'email')
  const urls = readEntries(item.urls, 'url')
  return {
    name: asText(name.formatted_name) ?? asText(name.first_name) ?? '',
    ...(Object.keys(names).length > 0 && { names }),
    ...readPhones(item.phones, country),
    ...pickTexts({
      email: emails[0]?.email,
      organization: org.company,
      department: org.department,
      jobTitle: org.title,
      url: urls[0]?.url,
      birthday: item.birthday,
      vcard: item.vcard,
    }),
    ...(emails.length > 0 && { emails }),
    ...(urls.length > 0 && { urls }),
    ...readAddresses(item.addresses),
  }
}

/** Reads a card's phone numbers. One with a WhatsApp id is certain; others are read as numbers of this country, or kept as written. */
function readPhones(value: unknown, country: string | null): Pick<ContactCard, 'phones' | 'phoneDetails'> {
  const phoneDetails = itemsOf(value).flatMap((each) => {
    const { wa_id: waId, phone: written, type } = asObject(each) ?? {}
    const [known, text] = [providerPhone(asText(waId) ?? ''), asText(written)]
    const phone = known ?? (text && (readListedPhone(text, country) ?? text))
    return phone ? [{ phone, whatsapp: known !== undefined, ...pickTexts({ type }) }] : []
  })
  return phoneDetails.length > 0 ? { phones: phoneDetails.map(({ phone }) => phone), phoneDetails } : {}
}

/** Reads a card's list of email addresses or URLs, which are in the field `name`. */
function readEntries<K extends 'email' | 'url'>(value: unknown, name: K): ({ [P in K]: string } & { type?: string })[] {
  return itemsOf(value).flatMap((each) => {
    const item = asObject(each) ?? {}
    const text = asText(item[name])
    return text === undefined ? [] : [{ [name]: text, ...pickTexts({ type: item.type }) } as { [P in K]: string }]
  })
}

/** Reads a contact card's addresses, except empty ones. */
function readAddresses(value: unknown): Pick<ContactCard, 'addresses'> {
  const addresses = itemsOf(value)
    .map((each) => {
      const { street, city, state, zip, country, country_code: countryCode, type } = asObject(each) ?? {}
      return pickTexts({ street, city, state, zip, country, countryCode, type })
    })
    .filter((address) => Object.keys(address).length > 0)
  return addresses.length > 0 ? { addresses } : {}
}
