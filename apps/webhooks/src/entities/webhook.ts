import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A subscription of a workspace to events, with its secret header. */
export const Webhook = defineEntity({
  name: 'Webhook',
  tableName: 'webhook',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    name: p.string().nullable(),
    events: p.array(),
    numberId: p.string().nullable(),
    secretHeaderName: p.string().nullable(),
    /** Sealed by the vault. */
    secretHeaderValue: p.string().nullable(),
    ratePerSecond: p.double().$type<number>().nullable(),
    format: p.string().default('posthorn'),
    status: p.string().$type<'active' | 'paused' | 'disabled'>().default('active'),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** A row of `webhook`. */
export type WebhookRow = InferEntity<typeof Webhook>
