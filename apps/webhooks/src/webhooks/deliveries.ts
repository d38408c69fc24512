import { listPage, type Verb } from '@posthorn/chassis'
import { idFloor, type webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { presentDelivery } from '../deliveries/present.ts'
import { Delivery, type DeliveryRow } from '../entities/delivery.ts'
import { coveredKinds } from '../eventlog/covered-kinds.ts'
import { findWebhook } from './find.ts'

/** Lists the deliveries of a webhook, newest first. */
export const deliveries: Verb<typeof webhooks.webhooks.deliveries, WebhooksRuntime> = async ({ ctx, input }) => {
  await findWebhook(ctx.em, input.id)
  const { status, events, after, before, from, to } = input
  const page = await listPage<DeliveryRow>(ctx, input, {
    entity: Delivery,
    list: `deliveries ${input.id}`,
    order: { column: 'id', direction: 'desc' },
    where: {
      webhookId: input.id,
      $and: [
        ...(from ? [{ id: { $gte: idFloor('dlv', Date.parse(from)) } }] : []),
        ...(to ? [{ id: { $lt: idFloor('dlv', Date.parse(to)) } }] : []),
      ],
      ...(status ? { status: { $in: status } } : {}),
      ...(events ? { eventKind: { $in: coveredKinds(events) } } : {}),
      ...(after ? { createdAt: { $gt: new Date(after) } } : {}),
      ...(before ? { createdAt: { ...(after ? { $gt: new Date(after) } : {}), $lt: new Date(before) } } : {}),
    },
  })
  return { items: page.rows.map(presentDelivery), next: page.next }
}
