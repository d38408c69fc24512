import type { Verb } from '@posthorn/chassis'
import type { webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { activateEndpoints } from '../delivery/endpoints.sql.ts'
import { resumeJobs } from '../delivery/jobs.sql.ts'
import { findWebhook, showWebhook } from './find.ts'

/** Activates a webhook and all its endpoints with fresh health; parked deliveries resume, most of them in the loop `reconcile`. */
export const resume: Verb<typeof webhooks.webhooks.resume, WebhooksRuntime> = async ({ ctx, input }) => {
  const { row, endpoints } = await findWebhook(ctx.em, input.id)
  ctx.em.assign(row, { status: 'active', updatedAt: new Date() })
  await ctx.em.flush()
  const ids = endpoints.map(({ id }) => id)
  await activateEndpoints(ctx.em, ids)
  await resumeJobs(ctx.em, ids)
  ctx.wake('deliver')
  ctx.wake('reconcile')
  return showWebhook(ctx.em, input.id)
}
