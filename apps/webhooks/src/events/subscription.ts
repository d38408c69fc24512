import { type BusEvent, subscriptionCovers } from '@posthorn/contracts'

/** What an endpoint wants: kinds as its webhook lists them, of one number or of all. */
export type Subscription = { webhookId: string; events: string[]; numberId: string | null }

/** True when the event is for that endpoint. News about a webhook go to the other webhooks only. */
export function isAddressedTo(event: BusEvent, { webhookId, events, numberId }: Subscription): boolean {
  if (!events.some((name) => subscriptionCovers(name, event.event))) return false
  if (numberId !== null && numberOf(event) !== numberId) return false
  return !(event.event.startsWith('webhook:') && (event.data as { webhook?: unknown }).webhook === webhookId)
}

/** The number an event is about; null when it is about none. */
export function numberOf({ event, data }: BusEvent): string | null {
  const fields = data as { id?: string; number?: string }
  return (event.startsWith('number:') ? fields.id : fields.number) ?? null
}
