import type { Verb } from '@posthorn/chassis'
import type { webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { cancelJobs } from '../delivery/jobs.sql.ts'
import { findWebhook } from './find.ts'

/** Deletes a webhook; waiting deliveries are canceled, an attempt in flight ends by itself. */
export const remove: Verb<typeof webhooks.webhooks.remove, WebhooksRuntime> = async ({ ctx, input }) => {
  const { row, endpoints } = await findWebhook(ctx.em, input.id)
  ctx.em.remove(row)
  await ctx.em.flush()
  await cancelJobs(
    ctx.em,
    endpoints.map(({ id }) => id),
  )
  return { id: row.id, deleted: true }
}
