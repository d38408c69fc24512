import { defineEntity, p } from '@mikro-orm/core'

/** A signing secret of a webhook, sealed; several are valid at once while one replaces the other. */
export const WebhookSecret = defineEntity({
  name: 'WebhookSecret',
  tableName: 'webhook_secret',
  properties: {
    workspaceId: p.string().primary(),
    webhookId: p.string().primary(),
    version: p.integer().primary(),
    sealed: p.string(),
    createdAt: p.datetime(),
    expiresAt: p.datetime().nullable(),
  },
})
