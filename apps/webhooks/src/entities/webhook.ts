import { createHash } from 'node:crypto'
import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { unpack } from '@posthorn/chassis'
import { type Id, idFromBytes, idTimeMs, type ProviderChange } from '@posthorn/contracts'

export const Webhook = defineEntity({
  name: 'Webhook',
  tableName: 'webhook',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    name: p.string().nullable(),
    events: p.array(),
    numberId: p.string().nullable(),
    secretHeaderName: p.string().nullable(),
    /** Encrypted by the vault. */
    secretHeaderValue: p.string().nullable(),
    ratePerSecond: p.double().$type<number>().nullable(),
    format: p.string().default('posthorn'),
    status: p.string().$type<'active' | 'paused' | 'disabled'>().default('active'),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

export type WebhookRow = InferEntity<typeof Webhook>

/** One of a webhook's URLs: a delivery queue with its own health. Only statements in `delivery/` write the columns after `status`. */
export const Endpoint = defineEntity({
  name: 'Endpoint',
  tableName: 'endpoint',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    webhookId: p.string(),
    url: p.string(),
    position: p.integer(),
    /** Event names and number as text. Unique in the workspace together with the URL. */
    subscription: p.string(),
    status: p.string().$type<'active' | 'disabled'>().default('active'),
    failingSince: p.datetime().nullable(),
    lastSuccessAt: p.datetime().nullable(),
    breakerUntil: p.datetime().nullable(),
    heldUntil: p.datetime().nullable(),
  },
})

export type EndpointRow = InferEntity<typeof Endpoint>

/** An encrypted signing secret. Several are valid at once during a rotation. */
export const WebhookSecret = defineEntity({
  name: 'WebhookSecret',
  tableName: 'webhook_secret',
  properties: {
    workspaceId: p.string().primary(),
    webhookId: p.string().primary(),
    version: p.integer().primary(),
    sealed: p.string(),
    createdAt: p.datetime(),
    expiresAt: p.datetime().nullable(),
  },
})

/** A number that belongs to the workspace, known from the number's events. Webhooks can filter by it. */
export const WorkspaceNumber = defineEntity({
  name: 'KnownNumber',
  tableName: 'known_number',
  properties: { workspaceId: p.string().primary(), id: p.string().primary() },
})

export const Event = defineEntity({
  name: 'Event',
  tableName: 'event',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    sequence: p.bigint('number'),
    kind: p.string(),
    /** Number that the event is about. Null if none, which hides the event from callers restricted to numbers. */
    numberId: p.string().nullable(),
    messageId: p.string().nullable(),
    webhookId: p.string().nullable(),
    entry: p.blob(),
    traceparent: p.string().nullable(),
    recordedAt: p.datetime(),
  },
})

/** Log entry of an event: the JSON for receivers, and the provider's original callback; null if the JSON has all of it. */
export type LogEntry = { payload: string; callback: ProviderChange | null }

/** Returns an entry as text to compress. The two values are separated by a line break, which JSON never contains unescaped. */
export const entryText = ({ payload, callback }: LogEntry): string =>
  callback === null ? payload : `${payload}\n${JSON.stringify(callback)}`

/** Returns the JSON that receivers get, from an entry's text. */
export const payloadOf = (text: string): string => text.split('\n', 1)[0] ?? ''

/** Reads an entry that was written from `entryText`. Throws if it isn't compressed or isn't JSON. */
export function readEntry(entry: Uint8Array): LogEntry {
  const [payload = '', callback] = unpack(entry).split('\n')
  JSON.parse(payload)
  return { payload, callback: callback === undefined ? null : (JSON.parse(callback) as ProviderChange) }
}

export type EventRow = InferEntity<typeof Event>

export type DeliveryStatus = 'waiting' | 'parked' | 'succeeded' | 'exhausted' | 'canceled' | 'expired'

/** Delivery of an event to an endpoint. Its pending work is in `delivery_job`. */
export const Delivery = defineEntity({
  name: 'Delivery',
  tableName: 'delivery',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    webhookId: p.string(),
    endpointId: p.string(),
    /** URL of the last attempt, or of the planned first attempt. */
    url: p.string(),
    eventId: p.string(),
    eventKind: p.string(),
    eventSequence: p.bigint('number'),
    status: p.string().$type<DeliveryStatus>(),
    attempts: p.integer(),
    lastHttpStatus: p.integer().nullable(),
    lastError: p.string().nullable(),
    nextAttemptAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    completedAt: p.datetime().nullable(),
  },
})

export type DeliveryRow = InferEntity<typeof Delivery>

export const Attempt = defineEntity({
  name: 'Attempt',
  tableName: 'attempt',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    deliveryId: p.string(),
    number: p.integer(),
    url: p.string(),
    startedAt: p.datetime(),
    latencyMs: p.integer(),
    httpStatus: p.integer().nullable(),
    error: p.string().nullable(),
    responseHeaders: p.json<Record<string, string>>(),
    responseBody: p.text(),
  },
})

export type AttemptRow = InferEntity<typeof Attempt>

/** A range of log entries to deliver again to a webhook's endpoints. */
export const Replay = defineEntity({
  name: 'Replay',
  tableName: 'replay',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    webhookId: p.string(),
    fromAt: p.datetime(),
    toAt: p.datetime(),
    /** Event names as the caller gave them, such as `message:*`; null for all kinds that the webhook subscribes to. */
    events: p.array().nullable(),
    chatId: p.string().nullable(),
    onlyFailed: p.boolean(),
    /** Whether deliveries waiting for a retry also become due. */
    withWaiting: p.boolean().default(false),
    /** Multiple of the original speed; null for as fast as the receiver accepts. */
    speed: p.double().nullable(),
    status: p.string().$type<'running' | 'finished' | 'stopped'>().default('running'),
    createdAt: p.datetime(),
    completedAt: p.datetime().nullable(),
  },
})

export type ReplayRow = InferEntity<typeof Replay>

/**
 * Counts of an endpoint's responses to replayed deliveries, updated as attempts end. `ok`: 2xx; `refused`: another status; `silent`: no
 * response; `fixed`: 2xx now but not before; `broken`: the reverse.
 */
export const ReplayAnswers = defineEntity({
  name: 'ReplayAnswers',
  tableName: 'replay_answers',
  properties: {
    workspaceId: p.string().primary(),
    replayId: p.string().primary(),
    endpointId: p.string().primary(),
    ok: p.integer().default(0),
    refused: p.integer().default(0),
    silent: p.integer().default(0),
    fixed: p.integer().default(0),
    broken: p.integer().default(0),
  },
})

/** Progress of a replay for an endpoint: all events up to `checkpoint` are done. */
export const ReplayEndpoint = defineEntity({
  name: 'ReplayEndpoint',
  tableName: 'replay_endpoint',
  properties: {
    workspaceId: p.string().primary(),
    replayId: p.string().primary(),
    endpointId: p.string().primary(),
    checkpoint: p.string(),
    queued: p.integer().default(0),
    done: p.boolean().default(false),
    beforeOk: p.integer().default(0),
    beforeRefused: p.integer().default(0),
    beforeSilent: p.integer().default(0),
    beforeNone: p.integer().default(0),
  },
})

const timeBytes = 6

/** Derives a delivery id from its event and endpoint, so that the pair can't be stored twice. Ids sort by event time. */
export function deriveDeliveryId(eventId: string, endpointId: string): Id<'dlv'> {
  const bytes = createHash('sha256').update(`${eventId} ${endpointId}`).digest().subarray(0, 16)
  bytes.writeUIntBE(idTimeMs(eventId), 0, timeBytes)
  return idFromBytes('dlv', bytes)
}
