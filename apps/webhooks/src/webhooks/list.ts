import type { Verb } from '@posthorn/chassis'
import type { webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { Endpoint } from '../entities/endpoint.ts'
import { Webhook } from '../entities/webhook.ts'
import { presentWebhook } from './present.ts'

/** All webhooks of the workspace, oldest first. */
export const list: Verb<typeof webhooks.webhooks.list, WebhooksRuntime> = async ({ ctx }) => {
  const rows = await ctx.em.find(Webhook, {}, { orderBy: { createdAt: 'asc', id: 'asc' } })
  const endpoints = await ctx.em.find(Endpoint, {})
  const now = new Date()
  return rows.map((row) =>
    presentWebhook(
      row,
      endpoints.filter((endpoint) => endpoint.webhookId === row.id),
      now,
    ),
  )
}
