import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** An event of the workspace's numbered log; `payload` holds the bytes that every receiver gets. */
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
    payload: p.text(),
    /** What the provider sent, as JSON; null where the payload shows all of it. */
    callback: p.text().nullable(),
    traceparent: p.string().nullable(),
    recordedAt: p.datetime(),
  },
})

/** A row of `event`. */
export type EventRow = InferEntity<typeof Event>
