import type { EntityManager } from '@mikro-orm/postgresql'
import { fail } from '@posthorn/contracts'
import { Endpoint, type EndpointRow, Webhook, type WebhookRow } from '../entities/webhook.ts'
import { presentWebhook } from './present.ts'

export type WebhookWithEndpoints = { row: WebhookRow; endpoints: EndpointRow[] }

/** Returns a webhook of the workspace, or throws `webhook:not_found`. */
export async function findWebhook(em: EntityManager, id: string): Promise<WebhookWithEndpoints> {
  const row = (await em.findOne(Webhook, { id })) ?? fail('webhook:not_found')
  return { row, endpoints: await em.find(Endpoint, { webhookId: id }) }
}

/** Returns a webhook in its API representation. Reads it again, because statements may have bypassed the EntityManager. */
export async function showWebhook(em: EntityManager, id: string) {
  em.clear()
  const { row, endpoints } = await findWebhook(em, id)
  return presentWebhook(row, endpoints, new Date())
}
