import type { Verb } from '@posthorn/chassis'
import type { webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { parkJobs } from '../delivery/jobs.sql.ts'
import { findWebhook, showWebhook } from './find.ts'

/** Parks waiting and future deliveries until the webhook is resumed. */
export const pause: Verb<typeof webhooks.webhooks.pause, WebhooksRuntime> = async ({ ctx, input }) => {
  const { row, endpoints } = await findWebhook(ctx.em, input.id)
  ctx.em.assign(row, { status: 'paused', updatedAt: new Date() })
  await ctx.em.flush()
  await parkJobs(
    ctx.em,
    endpoints.map(({ id }) => id),
  )
  return showWebhook(ctx.em, input.id)
}
