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
    url: p.string(),
    startedAt: p.datetime(),
    latencyMs: p.integer(),
    httpStatus: p.integer().nullable(),
    error: p.string().nullable(),
    responseHeaders: p.json<Record<string, string>>(),
    responseBody: p.text(),
  },
})

/** A row of `attempt`. */
export type AttemptRow = InferEntity<typeof Attempt>
