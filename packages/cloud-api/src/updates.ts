import {
  defined,
  type EventData,
  type EventKind,
  type Id,
  type ProviderChange,
  type RecordedData,
  type Sparse,
  sparse,
  type WebhookFormat,
} from '@posthorn/contracts'
import { knownId, mediaIdOf, translatedValue, wamidOf } from './ids.ts'
import { incomingContent } from './incoming.ts'

type Message = Sparse<EventData<'message:in'>>
type Amended = Sparse<EventData<'message:updated'>>
type Reacted = Sparse<EventData<'message:reaction'>>
type Stored = RecordedData & { id: string; occurredAt: string }
type Json = Record<string, unknown>

/** Provider fields whose updates have their own events. */
const fields = {
  messages: [
    'message:in',
    'message:reaction',
    'message:updated',
    'message:out',
    'message:ack',
    'message:failed',
    'number:reported',
  ],
  smb_message_echoes: ['message:out', 'number:reported'],
} as const

/** Other fields: fields with multi-word names, and all other documented fields. */
const otherField = /^(?:[a-z]+(?:_[a-z]+)+|calls|flows|history|security|standby)$/

/** Returns the kinds of events that a subscription to a provider's field needs; undefined if the name is no field. */
function kindsOf(name: string): readonly EventKind[] | undefined {
  if (Object.hasOwn(fields, name)) return fields[name as keyof typeof fields]
  return otherField.test(name) ? ['number:reported'] : undefined
}

const amendments = ['edited', 'deleted']

/** Returns whether an event can be expressed in a subscribed field of the provider's format. */
function isShown({ event, data }: RecordedData, names: readonly string[]): boolean {
  const { direction, change, type, via, reactedBy, field } = data as {
    direction?: string
    change?: string
    type?: string
    via?: string
    reactedBy?: { via?: string }
    field?: string
  }
  if (event === 'number:reported') return names.includes(field ?? '')
  if (event === 'message:out' && via === 'app') return names.includes('smb_message_echoes')
  if (!names.includes('messages')) return false
  if (event === 'message:in') return direction === 'in'
  if (event === 'message:updated') return direction === 'in' && amendments.includes(change ?? '')
  if (event === 'message:reaction') return reactedBy?.via !== 'app'
  return direction === 'out' && type !== undefined
}

/** Returns a time in Unix seconds, as text like the provider's. */
const seconds = (time: string) => String(Math.floor(Date.parse(time) / 1000))
/** Returns a phone number without its plus, as the provider writes it. */
const digits = (phone: string | null | undefined) => phone?.replace(/^\+/, '')

/** Returns a person as the provider's list of contacts shows them. */
const contactOf = ({ phone, userId, name }: NonNullable<Message['from']>): Json => ({
  profile: { name: name ?? '' },
  wa_id: digits(phone),
  user_id: userId,
})

/** Returns the fields that name a message's sender, who may hide the phone number. */
const authorOf = ({ phone, userId }: { phone?: string | undefined; userId?: string | undefined }): Json => ({
  from: digits(phone),
  from_user_id: userId,
})

/** Returns the context of a message: the quoted message, whether it was forwarded, and the product that it refers to. */
function contextOf(message: Message): Json {
  const { quote, quoteProviderId, forwarded, product, summaries } = message
  const { quoted, number } = summaries
  const sender = quoted?.direction === 'in' ? message.from?.phone : number.phone
  const known = quoted && knownId({ ...quoted, providerId: summaries.quotedProviderId })
  const context = defined({
    from: quote && quoted && digits(sender),
    id: quote === undefined ? quoteProviderId : (known ?? wamidOf(quote)),
    forwarded: forwarded || undefined,
    referred_product:
      product && message.type !== 'product'
        ? { catalog_id: product.catalogId, product_retailer_id: product.productId }
        : undefined,
  })
  return Object.keys(context).length === 0 ? {} : { context }
}

/** Returns the ad that led the customer to the chat. */
function referralOf({ referral }: Message): Json | undefined {
  if (referral === undefined) return undefined
  const { url, id, type, headline, body, mediaType, imageUrl, videoUrl, thumbnailUrl, clickId, welcomeMessage } =
    referral
  return {
    source_url: url,
    source_id: id,
    source_type: type,
    headline,
    body,
    media_type: mediaType,
    image_url: imageUrl,
    video_url: videoUrl,
    thumbnail_url: thumbnailUrl,
    ctwa_clid: clickId,
    welcome_message: welcomeMessage && { text: welcomeMessage },
  }
}

/** Returns the part of a callback's value that is about a received message, if the provider's original was not kept. */
function incoming(message: Message): Json {
  const from = message.from ?? {}
  const at = message.statusAt.received ?? message.createdAt
  return {
    contacts: [contactOf(from)],
    messages: [
      {
        ...authorOf(from),
        id: message.providerId,
        timestamp: seconds(at),
        ...incomingContent(message, mediaIdOf(message.id as Id<'msg'>)),
        ...contextOf(message),
        referral: referralOf(message),
      },
    ],
  }
}

/** Returns an edit or deletion, which is a separate message in the provider's format. Its id is derived from the event's: none is stored. */
function amended(message: Amended, { id, occurredAt }: Stored): Json {
  const from = message.from ?? {}
  const about = { original_message_id: message.providerId }
  const edit = { ...about, message: { type: 'text', text: { body: message.message ?? '' } } }
  const content = message.change === 'deleted' ? { type: 'revoke', revoke: about } : { type: 'edit', edit }
  const own = { ...authorOf(from), id: wamidOf(id), timestamp: seconds(occurredAt) }
  return { contacts: [contactOf(from)], messages: [{ ...own, ...content }] }
}

/** Returns a reaction, which is a separate message in the provider's format. */
function reacted(message: Reacted, { id, occurredAt }: Stored): Json {
  const { emoji, reactedBy } = message
  const reaction = { message_id: knownId(message), emoji: emoji || undefined }
  const own = { ...authorOf(reactedBy), id: wamidOf(id), timestamp: seconds(occurredAt) }
  return { contacts: [contactOf(reactedBy)], messages: [{ ...own, type: 'reaction', reaction }] }
}

/** Provider error codes for failures that the provider didn't report. */
const failureCodes: Readonly<Record<string, number>> = {
  'window:closed': 131047,
  'phone:undeliverable': 131026,
  'contact:opted_out': 131050,
  'provider:throttled': 130429,
  'provider:pair_limited': 131056,
  'message:not_found': 131009,
}

/** Returns a failed message's errors, with the provider's codes or the closest ones. */
function errorsOf({ error }: Message): Json[] {
  if (error === undefined) return []
  return [error, ...(error.further ?? [])].map(({ errorCode, message, providerCode }) => ({
    code: providerCode ?? failureCodes[errorCode] ?? 131000,
    title: message,
    message,
    error_data: { details: message },
  }))
}

type Step = {
  status: string
  at: string
  participant?: { phone?: string | undefined; userId?: string | undefined } | undefined
}

/** Returns the status that an event reports, its time, and in groups the person concerned. */
function stepOf({ event, data, occurredAt }: Stored): Step {
  const message = data as Message & Partial<Pick<Sparse<EventData<'message:ack'>>, 'ack' | 'participant'>>
  const status = event === 'message:out' ? 'sent' : event === 'message:failed' ? 'failed' : (message.ack ?? 'delivered')
  const at = message.statusAt[status as 'sent'] ?? occurredAt
  return { status, at, participant: message.participant }
}

/** Returns a sent message's status. A failed one has errors instead of a price. */
function status(message: Message, stored: Stored): Json {
  const { status, at, participant } = stepOf(stored)
  const { phone, reference, pricing, conversation } = message
  const recipient = participant ?? { phone }
  const shown = {
    id: knownId(message),
    status,
    timestamp: seconds(at),
    recipient_id: digits(recipient.phone),
    recipient_user_id: recipient.userId,
    recipient_type: message.group && 'group',
    biz_opaque_callback_data: reference,
    ...(status === 'failed'
      ? { errors: errorsOf(message) }
      : { conversation: conversation && conversationOf(conversation), pricing: pricing && pricingOf(pricing) }),
  }
  return { statuses: [shown] }
}

const conversationOf = ({ id, origin, expiresAt }: NonNullable<Message['conversation']>): Json => ({
  id,
  expiration_timestamp: expiresAt && seconds(expiresAt),
  origin: origin && { type: origin },
})

function pricingOf({ billable, category, type, model }: NonNullable<Message['pricing']>): Json {
  return { billable, pricing_model: model, category, type }
}

/** Returns the part of a change's value that is about the event, without the head that all values have. */
function partAbout(stored: Stored): Json {
  const { event, data } = stored
  if (event === 'message:in') return incoming(data as unknown as Message)
  if (event === 'message:updated') return amended(data as Amended, stored)
  if (event === 'message:reaction') return reacted(data as Reacted, stored)
  return status(data as unknown as Message, stored)
}

/**
 * Returns a change's value as the provider sent it, or derived from the event if the original wasn't kept. Of a change that has nothing else
 * to show, only its list was kept, so the head and the contact are added.
 */
function valueOf(stored: Stored, callback: ProviderChange | undefined): Json {
  const message = stored.data as unknown as Message & Partial<Reacted>
  const { number } = message.summaries
  const head = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: digits(number.phone) ?? '', phone_number_id: number.phoneNumberId },
  }
  if (callback === undefined) return { ...head, ...partAbout(stored) }
  const sent = translatedValue(callback.value, message)
  if ('metadata' in sent) return sent
  const person = message.reactedBy ?? message.from ?? {}
  return { ...head, ...('messages' in sent ? { contacts: [contactOf(person)] } : {}), ...sent }
}

/** Returns a callback's entry for an event; none if nothing is left to show. */
function entryOf(stored: Stored, callback: ProviderChange | undefined): Json[] {
  const { event, data } = stored
  // The data was erased.
  if (data['erased'] === true) return []
  if (event === 'number:reported') {
    const { field, value = {}, entry } = callback ?? { field: data['field'] }
    return [{ id: '0', ...entry, changes: [{ field, value: translatedValue(value) }] }]
  }
  // Fields were removed because of their size.
  if (data['summaries'] === undefined || data['statusAt'] === undefined) return []
  const { number } = (data as unknown as Message).summaries
  const field = callback?.field ?? 'messages'
  return [{ id: number.businessAccountId ?? '0', changes: [{ field, value: valueOf(stored, callback) }] }]
}

/** Events as the provider posts them to programs. */
export const graphFormat: WebhookFormat = {
  name: 'graph',
  kindsOf,
  unknownName: 'is not a field of callbacks, such as messages or account_update',
  onePerUrl: true,
  shows: isShown,
  render: (payload, _names, callback) => {
    const entry = entryOf(sparse(JSON.parse(payload) as Stored), callback)
    return { body: JSON.stringify({ object: 'whatsapp_business_account', entry }) }
  },
  challenge: (verifyToken, nonce) => ({
    query: { 'hub.mode': 'subscribe', 'hub.challenge': nonce, 'hub.verify_token': verifyToken },
    answer: nonce,
  }),
  signature: {
    key: 'text',
    headers: ({ body }, hmac) => ({ 'X-Hub-Signature-256': `sha256=${hmac(body, 'hex')[0] ?? ''}` }),
  },
}
