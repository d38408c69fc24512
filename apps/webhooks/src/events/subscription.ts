import { forWorkspace, on } from '@posthorn/chassis'
import type { BusEvent } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { WorkspaceNumber } from '../entities/webhook.ts'
import { isSent, type SubscribedNames } from '../formats/formats.ts'

/** An endpoint's subscription: event names as its webhook lists them, for one number or all. */
export type Subscription = SubscribedNames & { webhookId: string; numberId: string | null }

/**
 * Returns whether the endpoint should get the event. Events about a webhook only go to other webhooks, because it may be the one that
 * fails.
 */
export function isAddressedTo(event: BusEvent, subscription: Subscription): boolean {
  const { webhookId, numberId } = subscription
  if (!isSent(event, subscription)) return false
  if (numberId !== null && findNumberId(event) !== numberId) return false
  return !(event.event.startsWith('webhook:') && (event.data as { webhook?: unknown }).webhook === webhookId)
}

/** Returns the number that an event is about: its object if that is a number, else its `number` field. Null if none. */
export function findNumberId({ event, data }: BusEvent): string | null {
  const fields = data as { id?: string; number?: string }
  return (event.startsWith('number:') ? fields.id : fields.number) ?? null
}

/** Records the workspace's numbers, so that webhooks can filter by them. */
export const numberFromUpdate = on<'number:updated', WebhooksRuntime>('number:updated', async ({ tx, events }) => {
  for (const { workspace, data } of events) {
    await forWorkspace(tx.em, workspace).upsert(WorkspaceNumber, { workspaceId: workspace, id: data.id })
  }
})
