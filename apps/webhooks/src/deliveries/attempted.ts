import type { Verb } from '@posthorn/chassis'
import type { webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { Attempt } from '../entities/attempt.ts'
import { Delivery } from '../entities/delivery.ts'
import { findWebhook } from '../webhooks/find.ts'
import { presentAttempt, presentDelivery } from './present.ts'

/** Lists the attempted deliveries of a webhook, newest first, each with its last attempt. */
export const attempted: Verb<typeof webhooks.deliveries.attempted, WebhooksRuntime> = async ({ ctx, input }) => {
  const { webhook: webhookId, skip: offset, size: limit } = input
  await findWebhook(ctx.em, webhookId)
  const wanted = { webhookId, attempts: { $gt: 0 } }
  const rows = await ctx.em.find(Delivery, wanted, { orderBy: { id: 'desc' }, offset, limit })
  const last = rows.map(({ id, attempts }) => ({ deliveryId: id, number: attempts }))
  const attempts = last.length === 0 ? [] : await ctx.em.find(Attempt, { $or: last })
  return rows.map((row) => ({
    ...presentDelivery(row),
    attemptLog: attempts.filter(({ deliveryId }) => deliveryId === row.id).map(presentAttempt),
  }))
}
