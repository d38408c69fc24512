import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

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
