import { type BusEvent, subscriptionCovers } from '@posthorn/contracts'
import { dialectNameOf, type StoredEvent } from '@posthorn/dialect'

/** Subscription of an endpoint: kinds as its webhook lists them, of one number or of all. */
export type Subscription = {
  webhookId: string
  events: string[]
  numberId: string | null
  format: 'posthorn' | 'dialect'
}

/** Returns true when the event is for that endpoint. Events about a webhook go to the other webhooks only. */
export function isAddressedTo(event: BusEvent, { webhookId, events, numberId, format }: Subscription): boolean {
  const isSubscribed =
    format === 'dialect'
      ? dialectNameOf(event as unknown as StoredEvent, events) !== undefined
      : events.some((name) => subscriptionCovers(name, event.event))
  if (!isSubscribed) return false
  if (numberId !== null && findNumberId(event) !== numberId) return false
  return !(event.event.startsWith('webhook:') && (event.data as { webhook?: unknown }).webhook === webhookId)
}

/** Finds the number of an event; null when it has none. */
export function findNumberId({ event, data }: BusEvent): string | null {
  const fields = data as { id?: string; number?: string }
  return (event.startsWith('number:') ? fields.id : fields.number) ?? null
}
