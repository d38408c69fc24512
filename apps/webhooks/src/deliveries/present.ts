import { type attempt, type delivery, idTimeMs } from '@posthorn/contracts'
import type { z } from 'zod'
import type { AttemptRow } from '../entities/attempt.ts'
import type { DeliveryRow } from '../entities/delivery.ts'

/** Returns a delivery as the API shows it. */
export function presentDelivery(row: DeliveryRow): z.output<typeof delivery> {
  return {
    id: row.id,
    webhook: row.webhookId,
    endpoint: row.endpointId,
    url: row.url,
    event: {
      id: row.eventId,
      event: row.eventKind,
      sequence: row.eventSequence,
      at: new Date(idTimeMs(row.eventId)).toISOString(),
    },
    status: row.status,
    attempts: row.attempts,
    lastHttpStatus: row.lastHttpStatus ?? null,
    lastError: row.lastError ?? null,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  }
}

/** Returns an attempt as the API shows it. */
export function presentAttempt(row: AttemptRow): z.output<typeof attempt> {
  return {
    number: row.number,
    url: row.url,
    startedAt: row.startedAt.toISOString(),
    latencyMs: row.latencyMs,
    httpStatus: row.httpStatus ?? null,
    error: row.error ?? null,
    responseHeaders: row.responseHeaders,
    responseBody: row.responseBody,
  }
}
