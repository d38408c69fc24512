import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** One attempt of a delivery with its response. */
export const Attempt = defineEntity({
  name: 'Attempt',
  tableName: 'attempt',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    deliveryId: p.string(),
    number: p.integer(),
    /** Address it went to; null of attempts made before it was recorded. */
    url: p.string().nullable(),
    startedAt: p.datetime(),
    latencyMs: p.integer(),
    status: p.integer().nullable(),
    error: p.string().nullable(),
    responseHeaders: p.json<Record<string, string>>(),
    responseBody: p.text(),
  },
})

/** A row of `attempt`. */
export type AttemptRow = InferEntity<typeof Attempt>
