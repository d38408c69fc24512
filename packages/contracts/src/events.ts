import { z } from 'zod'
import { accountEvents } from './accounts/account-events.ts'
import { contactEvents } from './contacts/contact-events.ts'
import { groupEvents } from './groups/group-events.ts'
import { newId } from './ids.ts'
import { chatEvents, messageEvents } from './messaging/message-events.ts'
import { numberEvents } from './numbers/number-events.ts'
import { type ProviderChange, providerEvents } from './provider-events.ts'
import { idOf, jsonObject, named, time } from './schemas.ts'
import { shown } from './shown.ts'

const webhookAlert = named(
  'WebhookAlertData',
  z.object({
    webhook: idOf('whk'),
    endpoint: idOf('end'),
    url: z.string().describe('URL of the endpoint'),
    since: time,
    reason: z.string().describe('Last status or error from the receiver'),
  }),
)

/** Events about webhooks themselves. */
const webhookEvents = {
  'webhook:failing': { when: 'A webhook endpoint has not responded with 2xx for 24 h or 72 h', data: webhookAlert },
  'webhook:exhausted': {
    when: 'A delivery was given up after its last attempt; it can be retried or replayed',
    data: webhookAlert.omit({ since: true }).extend({
      delivery: idOf('dlv'),
      event: z
        .object({ id: idOf('evt'), event: z.string().describe('Kind of the event') })
        .describe('Event of the delivery'),
      attempts: z.int().describe('Number of attempts'),
    }),
  },
  'webhook:disabled': { when: 'A webhook endpoint was disabled; its deliveries are parked', data: webhookAlert },
} as const

/** A catalog entry: when the event occurs, and its `data`. `internal`: never sent to webhooks. */
export type EventKindEntry = { when: string; data: z.ZodType; internal?: true }

/** All events. The same event goes over the bus and to webhooks, except internal events, which never go to webhooks. */
export const eventCatalog = withShownData({
  ...messageEvents,
  ...chatEvents,
  ...contactEvents,
  ...groupEvents,
  ...numberEvents,
  ...webhookEvents,
  ...providerEvents,
  ...accountEvents,
} as const)

/** Makes the data of all events follow the rules for output, so that values stored under older rules are still announced. */
function withShownData<const T extends Record<string, EventKindEntry>>(events: T): T {
  const entries = Object.entries(events).map(([kind, entry]) => [kind, { ...entry, data: shown(entry.data) }])
  return Object.fromEntries(entries) as T
}

export type EventKind = keyof typeof eventCatalog

export type EventData<K extends EventKind> = z.infer<(typeof eventCatalog)[K]['data']>

/** Whether the kind is never sent to webhooks. */
export const isInternal = (kind: EventKind): boolean => 'internal' in eventCatalog[kind]

/** Kinds that webhooks can subscribe to. */
export const publicKinds = (Object.keys(eventCatalog) as EventKind[]).filter((kind) => !isInternal(kind))

/** An event on the bus: the public envelope without its sequence, plus the data needed to apply it once and in order. */
export type BusEvent<K extends EventKind = EventKind> = {
  id: string
  event: K
  workspace: string
  occurredAt: string
  version: 1
  data: EventData<K>
  /** The object that the event is about, with its version. Consumers ignore versions older than one they have applied. */
  aggregate: { id: string; version: number }
  traceparent?: string
  /** The provider's original callback, if `data` doesn't contain all of it. For webhooks in the provider's format. */
  callback?: ProviderChange
  /** Whom a direct chat is with, if `data` names neither a phone number nor a contact. */
  recipient?: string
}

/** The envelope that customers receive. Its bytes don't change once the event is recorded. */
export const eventEnvelope = named(
  'LoggedEvent',
  z.object({
    id: idOf('evt'),
    event: z.string().describe('Kind of the event'),
    workspace: idOf('ws'),
    sequence: z.int().describe('Position in the log of the workspace; it increases, and no number is used twice'),
    occurredAt: time,
    version: z.literal(1).describe('Version of the envelope'),
    data: jsonObject.describe('Object that the event is about, by its kind'),
    truncated: z
      .array(z.string())
      .nullable()
      .describe('Fields left out because `data` exceeded 64 KiB, longest first; read the object by its id. null: none'),
  }),
)

/** Maximum size of an event in bytes, as posted, streamed and logged. */
export const payloadBytesMax = 64 * 1024

/** Returns whether a subscription covers a public kind: that kind, all kinds of its noun (`message:*`), or every kind (`*`). */
export function subscriptionCovers(subscription: string, kind: string): boolean {
  if (subscription === kind || subscription === '*') return true
  return subscription.endsWith(':*') && kind.startsWith(subscription.slice(0, -1))
}

export const newEventId = (): string => newId('evt')
