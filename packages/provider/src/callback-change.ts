import type { ProviderChange } from '@posthorn/contracts'
import { isLargeItem } from './callback-limits.ts'
import { asObject, asText } from './json.ts'

type Item = Record<string, unknown>

/** Lists in a value whose items are updates. */
const lists = ['messages', 'statuses', 'message_echoes', 'errors']

/** Whether an object only has these fields. */
export function hasOnly(value: unknown, names: readonly string[]): boolean {
  const item = asObject(value)
  return item !== undefined && Object.keys(item).every((name) => names.includes(name))
}

const isPlainContact = (contact: Item) =>
  hasOnly(contact, ['profile', 'wa_id', 'user_id']) && hasOnly(contact.profile, ['name'])

/** Whether a value has only the usual fields besides its list. */
function isPlain(list: string, { [list]: _items, contacts, metadata, ...rest }: Item): boolean {
  const named = Array.isArray(contacts) ? contacts : []
  return (
    hasOnly(rest, ['messaging_product']) &&
    hasOnly(metadata, ['display_phone_number', 'phone_number_id']) &&
    (list === 'messages' ? named.every((contact) => isPlainContact(asObject(contact) ?? {})) : contacts === undefined)
  )
}

/** Returns the contacts for an item's person; all if they can't be told apart. */
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

/** Returns a value without its items, for one of them. */
export function besideItem(item: unknown, value: Item): Item {
  const beside = Object.entries(value).filter(([name]) => !lists.includes(name))
  return Object.fromEntries(beside.map(([name, each]) => [name, name === 'contacts' ? contactsOf(item, each) : each]))
}

/** Returns the rest of a value for one item of a list; undefined if other fields show all of it. */
export function aroundItem(item: unknown, list: string, value: Item): Item | undefined {
  if (isPlain(list, value)) return undefined
  const around = besideItem(item, value)
  return isLargeItem(around) ? undefined : around
}

/** Returns a change as it was sent, with the fields of its entry. */
export function changeOf(entry: Item, field: string, value: Item): ProviderChange {
  const { changes: _changes, ...around } = entry
  return { field, value, entry: around }
}
