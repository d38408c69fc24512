import type { Verb } from '@posthorn/chassis'
import type { webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { Attempt } from '../entities/attempt.ts'
import { findDelivery } from './find.ts'
import { presentAttempt, presentDelivery } from './present.ts'

/** One delivery with every attempt made. */
export const get: Verb<typeof webhooks.deliveries.get, WebhooksRuntime> = async ({ ctx, input }) => {
  const row = await findDelivery(ctx, input.id)
  const attempts = await ctx.em.find(Attempt, { deliveryId: row.id }, { orderBy: { number: 'asc' } })
  return { ...presentDelivery(row), attemptLog: attempts.map(presentAttempt) }
}
