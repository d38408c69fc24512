import type { Verb } from '@posthorn/chassis'
import { fail, type webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { expediteJob, requeueJob } from '../delivery/jobs.sql.ts'
import { Delivery } from '../entities/delivery.ts'
import { Endpoint } from '../entities/endpoint.ts'
import { Webhook } from '../entities/webhook.ts'
import { findDelivery } from './find.ts'
import { presentDelivery } from './present.ts'

/** Makes a delivery due now: a waiting one shares its job with the automatic retry, a finished one gets a fresh schedule. */
export const retry: Verb<typeof webhooks.deliveries.retry, WebhooksRuntime> = async ({ ctx, input }) => {
  const { em, workspace } = ctx
  const row = await findDelivery(ctx, input.id)
  const endpoint = (await em.findOne(Endpoint, { id: row.endpointId })) ?? fail('delivery:not_found')
  const webhook = await em.findOneOrFail(Webhook, { id: row.webhookId })
  const parked = endpoint.status !== 'active' || webhook.status !== 'active'
  const isOpen = row.status === 'waiting' || row.status === 'parked'
  if (isOpen) await expediteJob(em, workspace, row.id)
  else await requeueJob(em, { workspaceId: workspace, deliveryId: row.id, parked })
  ctx.wake('deliver')
  em.clear()
  return presentDelivery(await em.findOneOrFail(Delivery, { id: row.id }))
}
