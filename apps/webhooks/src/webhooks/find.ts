import type { EntityManager } from '@mikro-orm/postgresql'
import { fail } from '@posthorn/contracts'
import { Endpoint, type EndpointRow } from '../entities/endpoint.ts'
import { Webhook, type WebhookRow } from '../entities/webhook.ts'
import { presentWebhook } from './present.ts'

/** A webhook of the workspace with its endpoints. */
export type Found = { row: WebhookRow; endpoints: EndpointRow[] }

/** The webhook of that id; refused with `webhook:not_found` when the workspace has none. */
export async function findWebhook(em: EntityManager, id: string): Promise<Found> {
  const row = (await em.findOne(Webhook, { id })) ?? fail('webhook:not_found')
  return { row, endpoints: await em.find(Endpoint, { webhookId: id }) }
}

/** The webhook as answers show it, read anew after statements that went past the EntityManager. */
export async function showWebhook(em: EntityManager, id: string) {
  em.clear()
  const { row, endpoints } = await findWebhook(em, id)
  return presentWebhook(row, endpoints, new Date())
}
