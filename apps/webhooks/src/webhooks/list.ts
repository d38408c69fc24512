import { listPage, type Verb } from '@posthorn/chassis'
import type { webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { Endpoint } from '../entities/endpoint.ts'
import { Webhook, type WebhookRow } from '../entities/webhook.ts'
import { presentWebhook } from './present.ts'

/** Lists the webhooks of the workspace, oldest first. */
export const list: Verb<typeof webhooks.webhooks.list, WebhooksRuntime> = async ({ ctx, input }) => {
  const { rows, next } = await listPage<WebhookRow>(ctx, input, {
    entity: Webhook,
    list: 'webhooks',
    order: { column: 'id', direction: 'asc' },
    where: {},
  })
  const endpoints = await ctx.em.find(Endpoint, { webhookId: { $in: rows.map(({ id }) => id) } })
  const byWebhook = Map.groupBy(endpoints, ({ webhookId }) => webhookId)
  const now = new Date()
  return { items: rows.map((row) => presentWebhook(row, byWebhook.get(row.id) ?? [], now)), next }
}
