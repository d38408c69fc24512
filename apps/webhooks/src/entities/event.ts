import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { unpack } from '@posthorn/chassis'
import type { ProviderChange } from '@posthorn/contracts'

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

/**
 * Log entry of an event: the JSON sent to receivers, and the provider's original callback, which is null if the JSON contains all of it.
 */
export type LogEntry = { payload: string; callback: ProviderChange | null }

/** Returns an entry as text to compress. The two values are separated by a line break, which JSON never contains unescaped. */
export function entryText({ payload, callback }: LogEntry): string {
  return callback === null ? payload : `${payload}\n${JSON.stringify(callback)}`
}

/** Returns the JSON that receivers get. */
export function payloadOf(entry: Uint8Array): string {
  return unpack(entry).split('\n', 1)[0] ?? ''
}

/** Reads an entry that was written from `entryText`. */
export function readEntry(entry: Uint8Array): LogEntry {
  const [payload = '', callback] = unpack(entry).split('\n')
  return { payload, callback: callback === undefined ? null : (JSON.parse(callback) as ProviderChange) }
}

export type EventRow = InferEntity<typeof Event>
