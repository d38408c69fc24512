import type { VerbContext } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import { Delivery, type DeliveryRow } from '../entities/delivery.ts'
import { Webhook } from '../entities/webhook.ts'

/** Finds a delivery that the caller may see, also one of a deleted webhook; a key limited to numbers sees those of its webhooks. */
export async function findDelivery({ em, call }: Pick<VerbContext, 'em' | 'call'>, id: string): Promise<DeliveryRow> {
  const row = (await em.findOne(Delivery, { id })) ?? fail('delivery:not_found')
  if (call.numbers && (await em.count(Webhook, { id: row.webhookId })) === 0) fail('delivery:not_found')
  return row
}
