import type { BusEvent } from '@posthorn/contracts'
import { isSent, type SubscribedNames } from '../formats/formats.ts'

/** Subscription of an endpoint: names as its webhook lists them, for one number or for all. */
export type Subscription = SubscribedNames & { webhookId: string; numberId: string | null }

/** Returns true when the event is for that endpoint. Events about a webhook go to the other webhooks only. */
export function isAddressedTo(event: BusEvent, subscription: Subscription): boolean {
  const { webhookId, numberId } = subscription
  if (!isSent(event, subscription)) return false
  if (numberId !== null && findNumberId(event) !== numberId) return false
  return !(event.event.startsWith('webhook:') && (event.data as { webhook?: unknown }).webhook === webhookId)
}

/** Finds the number of an event; null when it has none. */
export function findNumberId({ event, data }: BusEvent): string | null {
  const fields = data as { id?: string; number?: string }
  return (event.startsWith('number:') ? fields.id : fields.number) ?? null
}
