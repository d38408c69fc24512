import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

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
    /** Encrypted by the vault. */
    secretHeaderValue: p.string().nullable(),
    ratePerSecond: p.double().$type<number>().nullable(),
    format: p.string().default('posthorn'),
    status: p.string().$type<'active' | 'paused' | 'disabled'>().default('active'),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

export type WebhookRow = InferEntity<typeof Webhook>

/** One of a webhook's URLs: a delivery queue with its own health. Only the `deliver` loop writes the health columns below. */
export const Endpoint = defineEntity({
  name: 'Endpoint',
  tableName: 'endpoint',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    webhookId: p.string(),
    url: p.string(),
    position: p.integer(),
    /** Event names and number as text. Unique in the workspace together with the URL. */
    subscription: p.string(),
    status: p.string().$type<'active' | 'disabled'>().default('active'),
    failingSince: p.datetime().nullable(),
    lastSuccessAt: p.datetime().nullable(),
    breakerUntil: p.datetime().nullable(),
  },
})

export type EndpointRow = InferEntity<typeof Endpoint>

/** An encrypted signing secret. Several are valid at once during a rotation. */
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

/** A number that belongs to the workspace, known from the number's events. Webhooks can filter by it. */
export const WorkspaceNumber = defineEntity({
  name: 'KnownNumber',
  tableName: 'known_number',
  properties: { workspaceId: p.string().primary(), id: p.string().primary() },
})
