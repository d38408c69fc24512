import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { unpack } from '@posthorn/chassis'
import type { ProviderChange } from '@posthorn/contracts'

/** An event of the workspace's numbered log. */
export const Event = defineEntity({
  name: 'Event',
  tableName: 'event',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    sequence: p.bigint('number'),
    kind: p.string(),
    /** Number of the event; null when it has none, and callers limited to numbers do not see it. */
    numberId: p.string().nullable(),
    /** Message of the event; null when it has none. */
    messageId: p.string().nullable(),
    /** Webhook of an event about one; null when it is about something else. */
    webhookId: p.string().nullable(),
    /** What was recorded, packed. */
    entry: p.blob(),
    traceparent: p.string().nullable(),
    recordedAt: p.datetime(),
  },
})

/** What was recorded of an event: the JSON that every receiver gets, and what the provider sent, null where the JSON shows all of it. */
export type LogEntry = { payload: string; callback: ProviderChange | null }

/** Returns the text of an entry, to be packed. JSON has no line breaks of its own. */
export function entryText({ payload, callback }: LogEntry): string {
  return callback === null ? payload : `${payload}\n${JSON.stringify(callback)}`
}

/** Returns the JSON of an entry that every receiver gets. */
export function payloadOf(entry: Uint8Array): string {
  return unpack(entry).split('\n', 1)[0] ?? ''
}

/** Reads an entry as it is stored. */
export function readEntry(entry: Uint8Array): LogEntry {
  const [payload = '', callback] = unpack(entry).split('\n')
  return { payload, callback: callback === undefined ? null : (JSON.parse(callback) as ProviderChange) }
}

/** A row of `event`. */
export type EventRow = InferEntity<typeof Event>
