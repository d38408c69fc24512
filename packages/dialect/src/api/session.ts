import {
  type accounts,
  type contacts,
  eachItem,
  fail,
  type groups,
  type Id,
  type InputOf,
  type ItemOf,
  type MountedCaller,
  type MountedRequest,
  type message,
  type messageSummaries,
  type messaging,
  numbers,
  type Query as Operation,
  type OutputOf,
  type Sparse,
  type webhooks,
} from '@posthorn/contracts'
import type { z } from 'zod'
import { readId, shortIdOf } from '../ids.ts'
import type { Query } from './request.ts'

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
export type Participant = OutputOf<typeof groups.participants.list>['items'][number]
export type Channel = OutputOf<typeof groups.channels.get>
export type Webhook = OutputOf<typeof webhooks.webhooks.get>
export type Delivery = OutputOf<typeof webhooks.deliveries.get>

const validForMs = 10_000
const callersMax = 5_000

/** Returns what the cache keeps of a number. */
function deviceEntryOf(number: PhoneNumber): Device {
  const { id, phone } = number
  return { id: id as Id<'num'>, device: shortIdOf(id), phone: phone ?? '' }
}

export async function listNumbers(session: Session): Promise<PhoneNumber[]> {
  return allItems(session, numbers.numbers.list, {})
}

/** Lists the caller's numbers as devices, cached for a few seconds unless `fresh`. */
export async function listDevices(session: Session, { fresh = false } = {}): Promise<Device[]> {
  const cache = session.devices
  const { key } = session
  const kept = cache.get(key)
  if (!fresh && kept && kept.until > Date.now()) return kept.devices
  const devices = (await allItems(session.plain, numbers.numbers.list, {})).map(deviceEntryOf)
  cache.delete(key)
  cache.set(key, { until: Date.now() + validForMs, devices })
  const [oldest = key] = cache.keys()
  if (cache.size > callersMax) cache.delete(oldest)
  return devices
}

/** Whether a text is one of a device's ids: ours or the short one. */
function matches({ id, device }: Device, text: string): boolean {
  return id === text || device === text.toLowerCase()
}

/**
 * Finds a number by an id in any format. Refuses text that isn't an id, and unknown numbers. Reads the numbers again if the cache lacks it,
 * because it may be new.
 */
export async function findDevice(session: Session, text: string): Promise<Device> {
  const reference = readId('num', text) ?? fail('device:invalid')
  const wanted = 'id' in reference ? reference.id : text
  const found = (await listDevices(session)).find((each) => matches(each, wanted))
  return (
    found ??
    (await listDevices(session, { fresh: true })).find((each) => matches(each, wanted)) ??
    fail('number:not_found')
  )
}

/** Returns the device for our number id. An unlisted number gets its short id. */
export async function deviceOfNumber(session: Session, id: string): Promise<Device> {
  const found = (await listDevices(session)).find((each) => each.id === id)
  return found ?? { id: id as Id<'num'>, device: shortIdOf(id), phone: '' }
}

/** A number, with the details that routes under a device need. `device`: its short id, which the dialect uses as the id. */
export type Device = { id: Id<'num'>; device: string; phone: string }

/** Numbers by caller, cached for a few seconds, because nearly every request names a number by its short id. */
export type DeviceCache = Map<string, { until: number; devices: Device[] }>

/** A caller's request, which calls operations of the main API on behalf of the caller. */
export type Session = MountedCaller & { request: MountedRequest; devices: DeviceCache }

type Asking = Pick<Session, 'ask'>

/** Maximum page size of the main API. */
const sizeMax = 200
/** Maximum number of rows that one request reads. */
const rowsMax = 10_000

type Window = { page: number; size: number }

/** Reads `page`, which starts at 0, and `size` or `limit`. */
export function windowOf(query: Query, { size = 20, max = 500 } = {}): Window {
  const bounds = { min: 1, max }
  const given = query.int('size', bounds) ?? query.int('limit', bounds) ?? size
  return { page: query.int('page', { min: 0, max: 1_000_000 }) ?? 0, size: given }
}

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

/** Returns a page by number. The main API only has cursors, so this also reads the previous pages. */
export async function pageOfItems<Op extends Operation>(
  session: Asking,
  operation: Op,
  { input, page, size }: Window & { input: InputOf<Op> },
): Promise<ItemOf<Op>[]> {
  return cut(await firstItems(session, operation, { input, max: Math.min(rowsMax, (page + 1) * size) }), { page, size })
}

/** Returns the time one millisecond later. A list's `after` excludes the time itself, but `createdAfter` includes it. */
export function justAfter(time: string | undefined): string | undefined {
  return time === undefined ? undefined : new Date(Date.parse(time) + 1).toISOString()
}

/** Returns one page of items that are already in memory. */
export function cut<T>(items: readonly T[], { page, size }: Window): T[] {
  return items.slice(page * size, (page + 1) * size)
}
