import {
  accounts,
  contacts,
  type ErrorCode,
  eachItem,
  Fault,
  fail,
  failField,
  groups,
  type Id,
  type IdPrefix,
  type InputOf,
  type ItemOf,
  keyOfName,
  type message,
  type messageSummaries,
  messaging,
  numbers,
  type Query as Operation,
  type OutputOf,
  type Sparse,
  webhooks,
} from '@posthorn/contracts'
import type { z } from 'zod'
import { type IdRange, type IdReference, readId, readWid, shortIdOf, shortIdOfDigits, type Target } from '../ids.ts'
import { cut, type Window } from './request.ts'
import type { Device, DialectCall, Session } from './route.ts'

export type Message = z.output<typeof message>
/** A message without nulls: empty fields are absent, as in the dialect. */
export type SparseMessage = Sparse<Message>
export type MessageStatus = Message['status']
export type Summaries = z.output<typeof messageSummaries>
export type Chat = OutputOf<typeof messaging.chats.update>
export type ChatTotals = OutputOf<typeof messaging.chats.totals>
export type Contact = OutputOf<typeof contacts.contacts.get>
export type PhoneNumber = OutputOf<typeof numbers.numbers.get>
export type Queue = NonNullable<PhoneNumber['queue']>
export type Label = OutputOf<typeof messaging.labels.create>
export type Note = OutputOf<typeof messaging.notes.create>
export type StoredFile = OutputOf<typeof messaging.files.get>
export type Member = OutputOf<typeof accounts.team.list>['items'][number]
export type Group = OutputOf<typeof groups.groups.get>
/** The id of a person's contact, if it was looked up. */
export type Contacted = { contact?: string }
export type Participant = OutputOf<typeof groups.participants.list>['items'][number] & Contacted
export type Channel = OutputOf<typeof groups.channels.get>
export type Webhook = OutputOf<typeof webhooks.webhooks.get>
export type Delivery = OutputOf<typeof webhooks.deliveries.get>

/** Returns an error handler that returns undefined for errors with these codes, and throws all others. */
export const absentFor =
  (...codes: ErrorCode[]) =>
  (err: unknown): undefined => {
    if (!(err instanceof Fault && codes.includes(err.code))) throw err
  }

type Asking = Pick<Session, 'ask'>

/** Maximum page size of the main API. */
const sizeMax = 200
/** Maximum number of rows that one request reads. */
const rowsMax = 10_000

/** Reads a whole list, up to 10,000 items. */
export function allItems<Op extends Operation>(
  session: Asking,
  operation: Op,
  input: InputOf<Op>,
): Promise<ItemOf<Op>[]> {
  return firstItems(session, operation, { input, max: rowsMax })
}

/** Reads a list's first items, page by page. */
export async function firstItems<Op extends Operation>(
  session: Asking,
  operation: Op,
  { input, max }: { input: InputOf<Op>; max: number },
): Promise<ItemOf<Op>[]> {
  const items: ItemOf<Op>[] = []
  for await (const item of eachItem(session, operation, { ...input, size: Math.min(sizeMax, max) })) {
    items.push(item)
    if (items.length >= max) break
  }
  return items
}

const reachMessage = `must end within ${rowsMax} rows; narrow the list with its conditions`
const exhaustedMessage = `The first ${rowsMax} rows have no more matches; narrow the list with its other conditions.`

/**
 * Returns a page by number. The main API only has cursors, so this also reads the previous pages. `fits` is a condition that the main API
 * lacks. Refuses a page that is out of reach, so that a program doesn't take it for the end of the list.
 */
export async function pageOfItems<Op extends Operation>(
  session: Asking,
  operation: Op,
  { input, page, size, fits }: Window & { input: InputOf<Op>; fits?: ((item: ItemOf<Op>) => boolean) | undefined },
): Promise<ItemOf<Op>[]> {
  const end = (page + 1) * size
  if (end > rowsMax) failField('page', reachMessage)
  const items: ItemOf<Op>[] = []
  let read = 0
  for await (const item of eachItem(session, operation, { ...input, size: fits ? sizeMax : Math.min(sizeMax, end) })) {
    if (read++ === rowsMax) {
      if (items.length <= page * size) fail('request:invalid', { message: exhaustedMessage })
      break
    }
    if (fits === undefined || fits(item)) items.push(item)
    if (items.length === end) break
  }
  return cut(items, { page, size })
}

const validForMs = 10_000
const callersMax = 5_000

export const listNumbers = async (session: Session): Promise<PhoneNumber[]> =>
  allItems(session, numbers.numbers.list, {})

/** Lists the caller's numbers as devices, which are cached for ten seconds; `fresh` reads them again. Reads them `plain`, without queues. */
export async function listDevices(session: Session, { fresh = false } = {}): Promise<Device[]> {
  const cache = session.devices
  const { key } = session
  const kept = cache.get(key)
  if (!fresh && kept && kept.until > Date.now()) return kept.devices
  const rows = await allItems(session.plain, numbers.numbers.list, {})
  const devices = rows.map(({ id, phone }) => ({ id: id as Id<'num'>, device: shortIdOf(id), phone: phone ?? '' }))
  cache.delete(key)
  cache.set(key, { until: Date.now() + validForMs, devices })
  const [oldest = key] = cache.keys()
  if (cache.size > callersMax) cache.delete(oldest)
  return devices
}

/** Finds a number by an id in any format. Refuses other text and unknown numbers; reads all again if the cache lacks it. */
export async function findDevice(session: Session, text: string): Promise<Device> {
  const reference =
    readId('num', text) ??
    fail('device:invalid', { message: `This is not a device id; use one from GET ${session.request.base}/v1/devices.` })
  const find = (devices: readonly Device[]) =>
    devices.find(({ id, device }) => ('id' in reference ? id === reference.id : device === reference.short))
  return (
    find(await listDevices(session)) ?? find(await listDevices(session, { fresh: true })) ?? fail('number:not_found')
  )
}

/** Finds the device that the path names, or fails. */
export const deviceInPath = ({ session, parameters }: Pick<DialectCall, 'session' | 'parameters'>): Promise<Device> =>
  findDevice(session, parameters['d'] ?? '')

const ranges = {
  msg: (session: Session, range: IdRange) => session.ask(messaging.lookups.byRange, { kind: 'message', ...range }),
  file: (session: Session, range: IdRange) => session.ask(messaging.lookups.byRange, { kind: 'file', ...range }),
  chat: (session: Session, range: IdRange) => session.ask(messaging.lookups.byRange, { kind: 'chat', ...range }),
  note: (session: Session, range: IdRange) => session.ask(messaging.lookups.byRange, { kind: 'note', ...range }),
  grp: (session: Session, range: IdRange) => session.ask(groups.lookups.byRange, { kind: 'group', ...range }),
  chn: (session: Session, range: IdRange) => session.ask(groups.lookups.byRange, { kind: 'channel', ...range }),
  con: (session: Session, range: IdRange) => session.ask(contacts.lookups.byRange, { kind: 'contact', ...range }),
  whk: (session: Session, range: IdRange) => session.ask(webhooks.lookups.byRange, { kind: 'webhook', ...range }),
}

/** Returns the full id for a reference: at once if it is complete, otherwise by looking up the only object in its range. */
async function completeId(session: Session, prefix: keyof typeof ranges, reference: IdReference | undefined) {
  if (reference === undefined) return undefined
  if ('id' in reference) return reference.id
  return (await ranges[prefix](session, reference.range)).id ?? undefined
}

/** Returns the full id that `text` means; undefined if it is no id, or no object has its short id. Doesn't look up a full id. */
export async function findId(session: Session, prefix: keyof typeof ranges, text: string): Promise<string | undefined> {
  return completeId(session, prefix, readId(prefix, text))
}

/** Returns the full id of the message that a text identifies, as `findId` does, or fails. */
export const findMessageId = async (session: Session, text: string): Promise<string> =>
  (await findId(session, 'msg', text)) ?? fail('message:not_found')

/** Returns the full id of the file that a text identifies, as `findId` does, or fails. */
export const findFileId = async (session: Session, text: string): Promise<string> =>
  (await findId(session, 'file', text)) ?? fail('file:not_found')

/** Finds the group that a target names. Refuses an unknown group and, with `numberId`, that of another number. */
export async function findGroup(session: Session, target: Target | undefined, numberId?: string): Promise<Group> {
  if (target === undefined || !('group' in target)) fail('group:not_found')
  const id = (await completeId(session, 'grp', target.group)) ?? fail('group:not_found')
  const group = await session.ask(groups.groups.get, { id })
  return numberId === undefined || group.number === numberId ? group : fail('group:not_found')
}

/** Finds the channel that a target names, or fails. */
export async function findChannel(session: Session, target: Target | undefined): Promise<Channel> {
  if (target === undefined || !('channel' in target)) fail('channel:not_found')
  const id = (await completeId(session, 'chn', target.channel)) ?? fail('channel:not_found')
  return session.ask(groups.channels.get, { id })
}

/** Finds the id of a chat or contact by the digits in a wid, which are those of its short id: the phone number is hidden. */
export async function findPersonId(
  session: Session,
  prefix: 'chat' | 'con',
  digits: string,
): Promise<string | undefined> {
  const short = shortIdOfDigits(digits)
  return short && findId(session, prefix, short)
}

/** Finds a device's chat with a person, group or channel, if any. Fails for a group, channel or chat that does not exist. */
async function chatOfTarget(session: Session, { id: numberId }: Device, target: Target): Promise<Chat | undefined> {
  const { ask } = session
  if ('chat' in target || 'person' in target) {
    const id = 'chat' in target ? target.chat : await findPersonId(session, 'chat', target.person)
    const chat = id === undefined ? undefined : await ask(messaging.chats.get, { id })
    return chat?.number === numberId ? chat : undefined
  }
  if ('channel' in target) {
    // The main API lists chats by phone number and group, but not by channel.
    const channel = await findChannel(session, target)
    const chats = await allItems(session, messaging.chats.list, { number: [numberId], type: ['channel'] })
    return chats.find((chat) => chat.channel === channel.id)
  }
  const filter =
    'phone' in target ? { phone: target.phone } : { group: (await findGroup(session, target, numberId)).id }
  return (await ask(messaging.chats.list, { number: [numberId], size: 1, ...filter })).items[0]
}

/** Finds a device's chat by any text that `readWid` reads, if any. Fails for a group, channel or chat that does not exist. */
export async function findChat(session: Session, device: Device, text: string): Promise<Chat | undefined> {
  const target = readWid(text)
  return target && chatOfTarget(session, device, target)
}

/** Finds a device's chat as `findChat` does, or fails. */
export const getChat = async (session: Session, device: Device, text: string): Promise<Chat> =>
  (await findChat(session, device, text)) ?? fail('chat:not_found')

/**
 * Finds a contact by wid or phone number, if any, or by its id, which must exist. The wid of a hidden phone number has the digits of a chat
 * or of the contact.
 */
export async function findContact(session: Session, device: Device, text: string): Promise<Contact | undefined> {
  if (text.startsWith('con_')) return session.ask(contacts.contacts.get, { id: text })
  const target = readWid(text)
  if (target === undefined) return undefined
  if ('phone' in target) {
    return (await session.ask(contacts.contacts.list, { phone: target.phone, size: 1 })).items[0]
  }
  const chat = await chatOfTarget(session, device, target)
  if (chat?.contact) return session.ask(contacts.contacts.get, { id: chat.contact })
  const id = 'person' in target && (await findPersonId(session, 'con', target.person))
  return id ? session.ask(contacts.contacts.get, { id }) : undefined
}

/** Returns the E.164 phone number that a text or a person's wid means. Refuses other text. `path`: the field, for the error. */
export function requirePhone(text: string, path: string): string {
  const target = readWid(text)
  if (target !== undefined && 'phone' in target) return target.phone
  return failField(path, 'must be a phone or the wid of a person')
}

export const listLabels = (session: Session): Promise<Label[]> => allItems(session, messaging.labels.list, {})

/** Finds an object by its id in any format, else by its name, which may look like the id of another one. */
export function findByText<T extends { id: string; name: string }>(
  things: readonly T[],
  prefix: IdPrefix,
  text: string,
): T | undefined {
  const reference = readId(prefix, text)
  const named =
    reference && things.find(({ id }) => ('id' in reference ? reference.id === id : reference.short === shortIdOf(id)))
  return named ?? things.find(({ name }) => keyOfName(name) === keyOfName(text))
}

export const findLabel = (labels: readonly Label[], text: string): Label | undefined => findByText(labels, 'lbl', text)

export const listMembers = (session: Session): Promise<Member[]> => allItems(session, accounts.team.list, {})

/** Finds members by id or email address, or fails. Reads the team once, because no operation finds a member by short id or address. */
async function findMembers(session: Session, texts: readonly string[]): Promise<Member[]> {
  const named = (await listMembers(session)).flatMap((member) =>
    [member.id, shortIdOf(member.id), member.email].map((name) => [name, member] as const),
  )
  const members = new Map<string | null, Member>(named)
  return texts.map((text) => {
    const reference = readId('mem', text) ?? { short: text.toLowerCase() }
    return members.get('id' in reference ? reference.id : reference.short) ?? fail('member:not_found')
  })
}

/** Finds a member by id or email address, or fails. */
export const findMember = async (session: Session, text: string): Promise<Member> =>
  (await findMembers(session, [text]))[0] ?? fail('member:not_found')

/** Returns the ids of members that are given by id or email address, or fails. */
export const findMemberIds = async (session: Session, texts: readonly string[]): Promise<string[]> =>
  (await findMembers(session, texts)).map(({ id }) => id)
