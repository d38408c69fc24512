import type { Verb } from '@posthorn/chassis'
import { fail, idFloor, idTimeMs, type webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { presentDelivery } from '../deliveries/deliveries.ts'
import { Delivery } from '../entities/delivery.ts'
import { Event } from '../entities/event.ts'
import { Webhook } from '../entities/webhook.ts'

/** Lists the deliveries of one event, of the webhooks that the caller may see. Their ids have the time of the event, which finds them. */
export const deliveries: Verb<typeof webhooks.events.deliveries, WebhooksRuntime> = async ({ ctx, input }) => {
  const event = await ctx.em.findOne(Event, { id: input.id })
  if (!event) return fail('event:not_found')
  const at = idTimeMs(event.id)
  const rows = await ctx.em.find(
    Delivery,
    { id: { $gte: idFloor('dlv', at), $lt: idFloor('dlv', at + 1) }, eventId: event.id },
    { orderBy: { id: 'asc' } },
  )
  const webhookIds = [...new Set(rows.map(({ webhookId }) => webhookId))]
  const known = new Set((await ctx.em.find(Webhook, { id: { $in: webhookIds } })).map(({ id }) => id))
  return rows.filter(({ webhookId }) => !ctx.call.numbers || known.has(webhookId)).map(presentDelivery)
}
