import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** An event of the workspace's numbered log; `payload` holds the bytes every receiver gets. */
export const Event = defineEntity({
  name: 'Event',
  tableName: 'event',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    sequence: p.bigint('number'),
    kind: p.string(),
    /** The number it is about; null when it is about none. */
    numberId: p.string().nullable(),
    /** The message it is about; null when it is about none. */
    messageId: p.string().nullable(),
    payload: p.text(),
    traceparent: p.string().nullable(),
    recordedAt: p.datetime(),
  },
})

/** A row of `event`. */
export type EventRow = InferEntity<typeof Event>
