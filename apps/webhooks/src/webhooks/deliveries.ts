import { listPage, type Verb } from '@posthorn/chassis'
import { idFloor, type webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { presentDelivery } from '../deliveries/deliveries.ts'
import { Delivery, type DeliveryRow } from '../entities/delivery.ts'
import { coveredKinds } from '../formats/formats.ts'
import { findWebhook } from './find.ts'

export const deliveries: Verb<typeof webhooks.webhooks.deliveries, WebhooksRuntime> = async ({ ctx, input }) => {
  await findWebhook(ctx.em, input.id)
  const { status, events, after, before, createdBefore } = input
  const page = await listPage<DeliveryRow>(ctx, input, {
    entity: Delivery,
    list: `deliveries ${input.id}`,
    order: { column: 'id', direction: 'desc' },
    where: {
      webhookId: input.id,
      // The id contains the event's time, which isn't later than the delivery.
      ...(createdBefore ? { id: { $lt: idFloor('dlv', Date.parse(createdBefore)) } } : {}),
      ...(status ? { status: { $in: status } } : {}),
      ...(events ? { eventKind: { $in: coveredKinds(events) } } : {}),
      $and: [
        ...(after === undefined ? [] : [{ eventSequence: { $gt: after } }]),
        ...(before === undefined ? [] : [{ eventSequence: { $lt: before } }]),
      ],
    },
  })
  return { items: page.rows.map(presentDelivery), next: page.next }
}
