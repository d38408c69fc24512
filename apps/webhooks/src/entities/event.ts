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
    /** Number the event is about; null if none, which hides it from callers restricted to numbers. */
    numberId: p.string().nullable(),
    messageId: p.string().nullable(),
    /** Webhook the event is about, if any. */
    webhookId: p.string().nullable(),
    /** A compressed `LogEntry`. */
    entry: p.blob(),
    traceparent: p.string().nullable(),
    recordedAt: p.datetime(),
  },
})

/** What the log stores for an event: the JSON that receivers get, and the provider's original; null if the JSON shows all of it. */
export type LogEntry = { payload: string; callback: ProviderChange | null }

/** Returns an entry as text to compress. JSON contains no raw line breaks, so these can separate its parts. */
export function entryText({ payload, callback }: LogEntry): string {
  return callback === null ? payload : `${payload}\n${JSON.stringify(callback)}`
}

/** Returns the JSON that receivers get. */
export function payloadOf(entry: Uint8Array): string {
  return unpack(entry).split('\n', 1)[0] ?? ''
}

export function readEntry(entry: Uint8Array): LogEntry {
  const [payload = '', callback] = unpack(entry).split('\n')
  return { payload, callback: callback === undefined ? null : (JSON.parse(callback) as ProviderChange) }
}

export type EventRow = InferEntity<typeof Event>
