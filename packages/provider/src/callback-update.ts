import type { EventData, Identifier, ProviderChange } from '@posthorn/contracts'
import { asObject, asText, cutText } from './json.ts'
import type { ProviderError } from './provider.ts'

export type IncomingContent = NonNullable<EventData<'provider:message'>['content']>

/** A person. The phone number is in E.164 format. */
export type Person = { phone?: string; userId?: string; parentUserId?: string; name?: string; username?: string }

/** Identifiers that a callback reports for one person, outside its messages. */
export type PersonUpdate = UpdateBase & {
  kind: 'person'
  /** ISO 8601. */
  timestamp: string
  identifiers: Identifier[]
}

export type ProviderState = 'sent' | 'delivered' | 'read' | 'played' | 'failed'

/** Fields of every update. `understood`: it was read completely. Others are listed by `GET /v1/numbers/{id}/updates`. */
type UpdateBase = { phoneNumberId: string; understood: boolean }

/** An incoming message. `from.phone` may be missing now that usernames exist. */
export type MessageUpdate = UpdateBase & {
  kind: 'message'
  providerId: string
  /** ISO 8601. */
  timestamp: string
  from: Person
  /** The sender's identifiers before this message, if it reports a change. */
  previous?: EventData<'provider:message'>['previous']
  groupId?: string
  /** Type in the provider's words, possibly unknown. */
  type: string
  /** Text, caption, or the title of a tapped button or list row. */
  text?: string
  content: IncomingContent
  quotedProviderId?: string
  errors?: ProviderError[]
  /** Null if the item is large. */
  raw: unknown
  /** The rest of the value; absent if the message's fields show all of it. */
  around?: Record<string, unknown>
}

/** A message sent from the provider's own app. */
export type EchoUpdate = Omit<MessageUpdate, 'kind' | 'from' | 'previous' | 'errors'> & { kind: 'echo'; to: Person }

export type CallUpdate = UpdateBase & {
  kind: 'call'
  callId: string
  /** ISO 8601. */
  timestamp: string
  /** The customer, also in calls that the business made. */
  from: Person
  direction: 'in' | 'out'
  /** Event in the provider's words, such as `connect` and `terminate`. */
  event: string
  status?: string
  seconds?: number
}

export type StatusUpdate = UpdateBase & {
  kind: 'status'
  providerId: string
  status: ProviderState
  /** ISO 8601. */
  timestamp: string
  /** E.164 with a plus sign, a provider's user id, or a group id. */
  recipient?: string
  recipientParticipant?: string
  callbackTag?: string
  error?: ProviderError
  /** Errors reported in addition to `error`. */
  furtherErrors?: ProviderError[]
  pricing?: { billable?: boolean; category?: string; type?: string; model?: string }
  conversation?: { id?: string; origin?: string; expiresAt?: string }
  /** Absent, like `around`, if the fields show all of it. */
  raw?: unknown
  around?: Record<string, unknown>
}

export type PreferenceUpdate = UpdateBase & {
  kind: 'preference'
  /** ISO 8601. */
  timestamp: string
  from: Person
  preference: 'stop' | 'resume'
}

/** An update about an account, or in an unknown format. */
export type AccountUpdate = {
  kind: 'account'
  phoneNumberId?: string
  businessAccountId: string
  understood: boolean
  field: string
  raw: unknown
}

/** A change in a callback, as sent. It either has no messages or statuses, or has an item that couldn't be read. */
type ReportUpdate = {
  kind: 'report'
  phoneNumberId?: string
  businessAccountId: string
  understood: true
  change: ProviderChange
}

/** An update in a callback. One in an unknown format is kept as `raw` in an `account` update, so that nothing is lost. */
export type CallbackUpdate =
  | MessageUpdate
  | StatusUpdate
  | PreferenceUpdate
  | EchoUpdate
  | CallUpdate
  | PersonUpdate
  | (UpdateBase & { kind: 'group'; field: string; raw: unknown })
  | AccountUpdate
  | ReportUpdate
  | { kind: 'unreadable'; raw: string }

/** Context of an update: its number, account and field, the contacts sent with it, and a default time. */
export type UpdateContext = {
  phoneNumberId: string | undefined
  businessAccountId: string
  field: string
  contacts: Record<string, unknown>[]
  /** Returns the rest of the value for an item; undefined if its fields show all of it, or if the rest is large. */
  around: (item: unknown, list: string) => Record<string, unknown> | undefined
  /** Returns a change with this value, to forward as sent. */
  report: (value: Record<string, unknown>) => ReportUpdate
  receivedAt: Date
  /** Whether the callback's body is over 64 KiB, so that its items must be measured and perhaps shortened. */
  isLarge: boolean
}

type Item = Record<string, unknown>

/** Names of the lists in a value that contain updates. */
const lists = ['messages', 'statuses', 'message_echoes', 'errors']

/** Whether a value is an object without other fields than these. */
export function hasOnly(value: unknown, names: readonly string[]): boolean {
  const item = asObject(value)
  return item !== undefined && Object.keys(item).every((name) => names.includes(name))
}

/** Whether a contact has only what a message's sender shows. */
const isPlainContact = (contact: Item) =>
  hasOnly(contact, ['profile', 'wa_id', 'user_id']) && hasOnly(contact.profile, ['name'])

/** Whether a value has only the usual fields besides its list. Then nothing around the list needs to be kept. */
function isPlain(listName: string, { [listName]: _items, contacts, metadata, ...rest }: Item): boolean {
  const contactList = Array.isArray(contacts) ? contacts : []
  return (
    hasOnly(rest, ['messaging_product']) &&
    hasOnly(metadata, ['display_phone_number', 'phone_number_id']) &&
    (listName === 'messages'
      ? contactList.every((contact) => isPlainContact(asObject(contact) ?? {}))
      : contacts === undefined)
  )
}

/** Returns the contacts of an item's person, or all if they can't be told apart: a value lists those of all its items together. */
function contactsOf(value: unknown, contacts: unknown): unknown {
  if (!Array.isArray(contacts) || contacts.length < 2) return contacts
  const item = asObject(value) ?? {}
  const names = [item.from, item.from_user_id, item.to, item.recipient_id, item.recipient_user_id].flatMap(
    (name) => asText(name) ?? [],
  )
  const own = contacts.filter((contact) => {
    const { wa_id: phone, user_id: user } = asObject(contact) ?? {}
    return names.includes(asText(phone) ?? '') || names.includes(asText(user) ?? '')
  })
  return own.length > 0 ? own : contacts
}

/** Returns a value without its items, and with only the contacts of this item's person, or all if they can't be told apart. */
export function besideItem(item: unknown, value: Item): Item {
  const beside = Object.entries(value).filter(([name]) => !lists.includes(name))
  return Object.fromEntries(beside.map(([name, each]) => [name, name === 'contacts' ? contactsOf(item, each) : each]))
}

/** Returns the rest of a value for one item, which programs get as sent; undefined if the item's update shows all of it, or if it is large. */
export function aroundItem(item: unknown, listName: string, value: Item): Item | undefined {
  if (isPlain(listName, value)) return undefined
  const around = besideItem(item, value)
  // A large rest is only in the stored callback.
  return isLargeItem(around) ? undefined : around
}

/** Returns a change as sent, with the fields of its entry. */
export function changeOf(entry: Item, field: string, value: Item): ProviderChange {
  const { changes: _changes, ...around } = entry
  return { field, value, entry: around }
}

/** Maximum number of entries in a list, such as a message's cards (257 in WhatsApp). Parsed, an entry may be longer than raw. */
export const entriesMax = 300

/** Maximum size of a callback item as JSON, in bytes. Parsing yields up to three times as much, and the bus accepts 1 MiB. */
const itemBytesMax = 256 * 1024
/** Maximum size in bytes of an item whose raw form is published with its fields. A larger one's is only in the stored callback. */
export const rawBytesMax = 64 * 1024

/** Whether an item is too large for its raw form to be published. */
export const isLargeItem = (item: unknown): boolean => Buffer.byteLength(JSON.stringify(item) ?? '') > rawBytesMax

/** Shortens an item's longest strings, lists and objects so that it fits into 256 KiB, which the bus accepts once it is parsed. */
export function fitItem(item: unknown): unknown {
  let fitting = item
  for (let max = 65_536; Buffer.byteLength(JSON.stringify(fitting) ?? '') > itemBytesMax; max = Math.floor(max / 2))
    fitting = cutAll(fitting, max)
  return fitting
}

/** Cuts all strings, lists and objects to `max` characters, entries or fields, and field names to 128 characters. */
function cutAll(value: unknown, max: number): unknown {
  if (typeof value === 'string') return cutText(value, max)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.slice(0, max).map((each) => cutAll(each, max))
  const fields = Object.entries(value).slice(0, Math.max(1, max))
  return Object.fromEntries(fields.map(([name, each]) => [cutText(name, 128), cutAll(each, max)]))
}
