import { type EventData, type Identifier, identifiersOf, providerPhone } from '@posthorn/contracts'
import type { Person, PersonUpdate, UpdateContext } from './callback-update.ts'
import { asId, asName, asObject, asText, happenedAt, itemsOf, pickTexts } from './json.ts'

type Item = Record<string, unknown>

/** Whether an id is the provider's id for a user, which begins with a country code and a dot. */
const isUserId = (id: string) => /^[A-Z]{2}\./.test(id)

/** Converts a phone number's digits to E.164. Returns ids of users and groups unchanged. */
export function readAddress(value: unknown): string | undefined {
  const id = asId(value)
  return id === undefined ? undefined : (providerPhone(id) ?? id)
}

type NamedPerson = Pick<Person, 'phone' | 'userId' | 'parentUserId'>

/** Reads one person's identifiers. Some payloads have the user id in place of the phone number. */
export function readIdentifiers(fields: { [K in keyof NamedPerson]: unknown }): NamedPerson {
  const id = asId(fields.phone) ?? ''
  return pickTexts({
    phone: providerPhone(id),
    userId: asId(fields.userId) ?? (isUserId(id) ? id : undefined),
    parentUserId: asId(fields.parentUserId),
  })
}

/** Reads the sender: phone number (unless hidden), user ids, and names. */
export function parseSender(item: Item, contacts: Item[]): Person {
  const from = asId(item.from)
  const fromUser = asId(item.from_user_id)
  const contact =
    contacts.find((entry) => isSame(from, entry.wa_id) || isSame(fromUser, entry.user_id)) ??
    findOnly(contacts, { from, fromUser })
  const profile = asObject(contact?.profile)
  const username = asName(profile?.username)
  return {
    ...readIdentifiers({
      phone: from ?? contact?.wa_id,
      userId: fromUser ?? contact?.user_id,
      parentUserId: item.from_parent_user_id ?? contact?.parent_user_id,
    }),
    ...pickTexts({ name: asName(profile?.name) ?? username, username: username?.replace(/^@/, '') }),
  }
}

const isSame = (id: string | undefined, other: unknown): boolean => id !== undefined && asText(other) === id

/** Returns the only contact, unless it is a different person. It may name the sender by another identifier than the message does. */
function findOnly(contacts: Item[], ids: { from: string | undefined; fromUser: string | undefined }): Item | undefined {
  const [contact, ...others] = contacts
  if (contact === undefined || others.length > 0) return undefined
  const isOther = (id: string | undefined, other: unknown) => id !== undefined && asText(other) !== undefined
  return isOther(ids.from, contact.wa_id) || isOther(ids.fromUser, contact.user_id) ? undefined : contact
}

/** A message's sender and, if it reports a change of identifiers, the previous ones. */
type Sender = { from: Person; previous?: NonNullable<EventData<'provider:message'>['previous']> }

/** Reads a message's sender. A system message has identifiers before and after a change, and may name either as sender, or neither. */
export function parseChangedSender(item: Item, contacts: Item[]): Sender {
  const sender = parseSender(item, contacts)
  const system = asObject(item.system)
  if (system === undefined) return { from: withSharedPhone(sender, item) }
  const next = readIdentifiers({
    phone: system.wa_id ?? system.new_wa_id,
    userId: system.user_id,
    parentUserId: system.parent_user_id,
  })
  const reported = readIdentifiers({
    phone: system.previous_wa_id,
    userId: system.previous_user_id,
    parentUserId: system.previous_parent_user_id,
  })
  const from: Person = { ...sender }
  const previous: Sender['previous'] = {}
  for (const name of ['phone', 'userId', 'parentUserId'] as const) {
    const after = next[name] ?? (sender[name] === reported[name] ? undefined : sender[name])
    if (after === undefined) continue
    const before = reported[name] ?? sender[name]
    from[name] = after
    if (before !== undefined && before !== after) previous[name] = before
  }
  return Object.keys(previous).length > 0 ? { from, previous } : { from }
}

/** Adds the phone number that a customer shared when asked, taken from the message's only contact card. */
function withSharedPhone(sender: Person, item: Item): Person {
  const [card, ...others] = itemsOf(item.contacts).map(asObject)
  if (originOf(item) !== 'contact_request' || sender.phone !== undefined || others.length > 0) return sender
  const waIds = [...new Set(itemsOf(card?.phones).flatMap((phone) => asText(asObject(phone)?.wa_id) ?? []))]
  return waIds.length === 1 ? { ...sender, ...pickTexts({ phone: providerPhone(waIds[0] ?? '') }) } : sender
}

/** Returns why a message with contact cards was sent: `contact_request` if the customer was asked for the phone number. */
export const originOf = (item: Item): string | undefined =>
  asText(item.origin) ?? asText(asObject(itemsOf(item.contacts)[0])?.origin)

/** Names of fields that together identify one person: phone, user id, and linked accounts' user id. */
const families: readonly (readonly [phone: readonly string[], userId: string, parentUserId: readonly string[]])[] = [
  [['wa_id'], 'user_id', ['parent_user_id']],
  [['from'], 'from_user_id', ['from_parent_user_id']],
  [['to'], 'to_user_id', ['to_parent_user_id']],
  [['recipient_id'], 'recipient_user_id', ['parent_recipient_user_id', 'recipient_parent_user_id']],
  [
    ['recipient_participant_id', 'participant_recipient_id'],
    'recipient_participant_user_id',
    ['parent_recipient_participant_user_id', 'recipient_participant_parent_user_id'],
  ],
]

/** Maximum nesting depth to search for people. */
const depthMax = 6

/** Lists in a value that name people. Messages aren't included, because they name their own sender and contain customers' content. */
const listsOfPeople = ['contacts', 'statuses', 'calls', 'groups', 'user_preferences']

/** Finds people with several identifiers, so that services know them by any. Messages name their own, so `messagePeople` are left out. */
export function parsePeople(content: Item, context: UpdateContext, messagePeople: readonly Person[]): PersonUpdate[] {
  const { phoneNumberId, receivedAt } = context
  if (phoneNumberId === undefined) return []
  const found: { identifiers: Identifier[]; timestamp: string }[] = []
  const together = new Map<string, Set<string>>()
  const note = (identifiers: Identifier[]) => {
    const values = identifiers.map(({ value }) => value)
    for (const value of values) together.set(value, new Set([...(together.get(value) ?? []), ...values]))
  }
  for (const person of messagePeople) note(identifiersOf(person))
  // `inherited`: the time of the enclosing item, for items without one.
  const look = (value: unknown, { inherited, depth }: { inherited: unknown; depth: number }): void => {
    if (depth > depthMax) return
    if (Array.isArray(value)) for (const each of value) look(each, { inherited, depth: depth + 1 })
    const item = asObject(value)
    if (item === undefined) return
    const time = item.timestamp ?? inherited
    for (const identifiers of peopleIn(item)) {
      const known = together.get(identifiers[0]?.value ?? '')
      if (known && identifiers.every(({ value }) => known.has(value))) continue
      note(identifiers)
      found.push({ identifiers, timestamp: happenedAt(time, receivedAt) })
    }
    for (const each of Object.values(item))
      if (typeof each === 'object') look(each, { inherited: time, depth: depth + 1 })
  }
  const time = listsOfPeople.flatMap((list) => itemsOf(content[list])).map((item) => asObject(item)?.timestamp)
  for (const list of listsOfPeople)
    look(content[list], { inherited: time.find((each) => each !== undefined), depth: 0 })
  const base = { kind: 'person' as const, phoneNumberId, understood: true }
  return found.map((each) => ({ ...base, ...each }))
}

/** Returns the identifiers of each person that an object names in several ways, which proves that they belong together. */
const peopleIn = (item: Item): Identifier[][] =>
  families.flatMap(([phones, user, parents]) => {
    const first = (names: readonly string[]) => names.map((name) => item[name]).find((value) => value !== undefined)
    const person = readIdentifiers({ phone: first(phones), userId: item[user], parentUserId: first(parents) })
    const identifiers = identifiersOf(person)
    return identifiers.length > 1 ? [identifiers] : []
  })
