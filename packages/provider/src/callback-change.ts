import type { ProviderChange } from '@posthorn/contracts'
import { asObject, asText, cutText } from './json.ts'

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

/**
 * Returns the contacts that belong to an item's person, or all contacts if they can't be told apart. A value lists the contacts of all its
 * items together.
 */
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

/** Returns a value without its items, and with only the contacts that belong to this item. */
export function besideItem(item: unknown, value: Item): Item {
  const beside = Object.entries(value).filter(([name]) => !lists.includes(name))
  return Object.fromEntries(beside.map(([name, each]) => [name, name === 'contacts' ? contactsOf(item, each) : each]))
}

/** Returns the rest of a value for one item of a list; undefined if other fields already show all of it. */
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

/**
 * Maximum number of entries in an item's list, such as a message's cards (257 in WhatsApp). A parsed entry may be longer than its raw form.
 */
export const entriesMax = 300

/** Maximum size of a callback item as JSON, in bytes. Parsing yields up to three times as much, and the bus accepts 1 MiB. */
const itemBytesMax = 256 * 1024
/**
 * Maximum size in bytes of an item whose raw form is published with its fields. The raw form of a larger item is only in the stored
 * callback.
 */
export const rawBytesMax = 64 * 1024

/** Whether an item is too large for its raw form to be published. */
export function isLargeItem(item: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(item) ?? '') > rawBytesMax
}

/** Shortens an item's longest strings and lists so that it fits into 256 KiB. */
export function fitItem(item: unknown): unknown {
  let fitting = item
  for (let max = 65_536; Buffer.byteLength(JSON.stringify(fitting) ?? '') > itemBytesMax; max = Math.floor(max / 2))
    fitting = cutAll(fitting, max)
  return fitting
}

/** Cuts all strings and lists to `max`, and field names to 128 characters. */
function cutAll(value: unknown, max: number): unknown {
  if (typeof value === 'string') return cutText(value, max)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.slice(0, max).map((each) => cutAll(each, max))
  const fields = Object.entries(value).slice(0, Math.max(1, max))
  return Object.fromEntries(fields.map(([name, each]) => [cutText(name, 128), cutAll(each, max)]))
}
