import type { EventKind } from '@posthorn/contracts'
import type { MessageStatus } from './api/lookups.ts'

const colors: Readonly<Record<string, string>> = {
  ruby: '#e0115f',
  tomato: '#ff6347',
  orange: '#ffa500',
  sunflower: '#ffda03',
  bubble: '#ffc1cc',
  rose: '#ff007f',
  poppy: '#e35335',
  rouge: '#a94064',
  raspberry: '#e30b5c',
  purple: '#800080',
  lavender: '#b57edc',
  violet: '#8f00ff',
  pool: '#5ac8fa',
  emerald: '#50c878',
  kelly: '#4cbb17',
  apple: '#8db600',
  turquoise: '#40e0d0',
  aqua: '#00ffff',
  gold: '#ffd700',
  latte: '#c5a582',
  cocoa: '#875f42',
  iron: '#8e8e93',
}

const fallbackColor = 'iron'

/** Returns the value of a color name, or that of `iron` if the name is unknown. A value such as `#2F80ED` stays, in lower case. */
export function colorOfWord(word: string): string {
  if (/^#[0-9a-f]{6}$/i.test(word)) return word.toLowerCase()
  return (Object.hasOwn(colors, word) ? colors[word] : undefined) ?? (colors[fallbackColor] as string)
}

/** Returns the name of the color nearest to a `#rrggbb` value. Any other text, as for something without a color, gets `iron`. */
export function wordOfColor(value: string): string {
  const [, ...parts] = /^#(..)(..)(..)$/.exec(value) ?? []
  if (parts.length === 0) return fallbackColor
  const distanceTo = (other: string) =>
    [1, 3, 5].reduce((sum, at, i) => {
      const step = Number.parseInt(other.slice(at, at + 2), 16) - Number.parseInt(parts[i] ?? '0', 16)
      return sum + step * step
    }, 0)
  const ranked = Object.entries(colors).map(([word, other]) => ({ word, distance: distanceTo(other) }))
  return ranked.toSorted((a, b) => a.distance - b.distance)[0]?.word ?? fallbackColor
}

/** The dialect's event names and our kinds for each, closest first. Names without kinds are accepted but never sent. */
export const eventNames = {
  'message:in:new': ['message:in', 'message:updated'],
  'message:out:new': ['message:out'],
  'message:out:sent': ['message:out'],
  'message:out:ack': ['message:ack'],
  'message:out:failed': ['message:failed'],
  'message:update': ['message:updated'],
  'message:reaction': ['message:reaction', 'message:in'],
  'chat:update': ['chat:updated'],
  'contact:update': ['contact:created', 'contact:updated'],
  'group:update': ['group:updated'],
  'number:session': ['number:updated'],
  'channel:in': [],
  'status:update': [],
} as const satisfies Record<string, readonly EventKind[]>

export type EventName = keyof typeof eventNames

export const isEventName = (name: string): name is EventName => Object.hasOwn(eventNames, name)

/** What a problem says about a name that is no event. */
export const unknownEvent = `is not an event; the events are ${Object.keys(eventNames).join(', ')}`

/** Replaces our kinds with the closest names of the dialect, each once. Other names stay unchanged. */
export function eventNamesOf(events: readonly string[]): string[] {
  const places = Object.entries(eventNames).flatMap(([name, kinds]) =>
    kinds.map((kind, place) => ({ name, kind, place })),
  )
  const sorted = places.toSorted((a, b) => a.place - b.place)
  const found = events.map((event) => {
    if (isEventName(event)) return event
    return sorted.find(({ kind }) => kind === event)?.name ?? event
  })
  return [...new Set(found)]
}

/**
 * Returns our kinds for one of the dialect's event names, for a webhook that keeps our format: those that are shown under this name, else the
 * closest. Other kinds would also bring other events. Unknown names, and those that are never sent, have none.
 */
export function kindsOfEventName(name: string): readonly EventKind[] {
  if (!isEventName(name)) return []
  const kinds: readonly EventKind[] = eventNames[name]
  const shown = kinds.filter((kind) => eventNamesOf([kind])[0] === name)
  return shown.length > 0 ? shown : kinds.slice(0, 1)
}

/** The dialect's two statuses for each of our statuses: how far it is in the queue, and how far at the customer. */
export const sendStatuses = {
  scheduled: ['queued', 'queued'],
  queued: ['queued', 'queued'],
  sending: ['processing', 'processing'],
  sent: ['processed', 'sent'],
  delivered: ['processed', 'delivered'],
  read: ['processed', 'read'],
  played: ['processed', 'played'],
  failed: ['failed', 'failed'],
  expired: ['expired', 'failed'],
  canceled: ['removed', 'cancelled'],
  received: ['processed', 'delivered'],
} as const satisfies Record<MessageStatus, readonly [status: string, deliveryStatus: string]>

type Ack = 'pending' | 'sent' | 'delivered' | 'read' | 'played' | 'failed'

const acks: Partial<Record<MessageStatus, Ack>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'played',
  failed: 'failed',
  expired: 'failed',
  canceled: 'failed',
  received: 'delivered',
}

/** Returns the dialect's `ack` for a status: how far the message got. */
export const ackOf = (status: MessageStatus): Ack => acks[status] ?? 'pending'

const ours = Object.keys(sendStatuses) as MessageStatus[]
const outgoing = ours.filter((status) => status !== 'received')

/** Valid status words, including words for statuses that our messages never have. */
const statusWords = 'invalid removed expired failed queued processing processed pending'.split(' ')
const deliveryWords = 'queued processing sent delivered read played failed cancelled revoked pending'.split(' ')
const ackWords = 'pending sent delivered read played failed'.split(' ')

/** Returns our statuses of outgoing messages for this `status` value, which may also be a `deliveryStatus`; undefined if unknown. */
export function statusesOfStatus(word: string): MessageStatus[] | undefined {
  if (!statusWords.includes(word)) return statusesOfDelivery(word)
  const found = word === 'pending' ? 'queued' : word
  return outgoing.filter((status) => sendStatuses[status][0] === found)
}

/** Returns our statuses of outgoing messages for this `deliveryStatus` value; undefined if unknown. */
export function statusesOfDelivery(word: string): MessageStatus[] | undefined {
  if (!deliveryWords.includes(word)) return undefined
  const found = word === 'pending' ? 'queued' : word
  return outgoing.filter((status) => sendStatuses[status][1] === found)
}

/** Returns our statuses for this `ack` value; undefined if unknown. */
export const statusesOfAck = (word: string): MessageStatus[] | undefined =>
  ackWords.includes(word) ? ours.filter((status) => ackOf(status) === word) : undefined

const types = new Map([
  ['audio', ['audio', 'voice']],
  ['product', ['product', 'products', 'catalog']],
  ['buttons_response', ['reply']],
  ['list_response', ['reply']],
  ['event', ['system']],
])

/** Translates the dialect's message types. Some of its words cover several types here. */
export const typesOf = (words: readonly string[] | undefined): string[] | undefined =>
  words?.flatMap((word) => types.get(word) ?? word)
