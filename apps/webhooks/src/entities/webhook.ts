import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** One url of a webhook: a queue of deliveries with a health of its own. The other columns of its health belong to the deliver loop. */
export const Endpoint = defineEntity({
  name: 'Endpoint',
  tableName: 'endpoint',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    webhookId: p.string(),
    url: p.string(),
    /** Place among the urls of the webhook. */
    position: p.integer(),
    /** Events and number as one text: with the url unique in the workspace. */
    subscription: p.string(),
    status: p.string().$type<'active' | 'disabled'>().default('active'),
    failingSince: p.datetime().nullable(),
    lastSuccessAt: p.datetime().nullable(),
    breakerUntil: p.datetime().nullable(),
  },
})

/** A row of `endpoint`. */
export type EndpointRow = InferEntity<typeof Endpoint>

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

/** A number of the workspace, known from its events; the number filter of a webhook may name it. */
export const WorkspaceNumber = defineEntity({
  name: 'KnownNumber',
  tableName: 'known_number',
  properties: { workspaceId: p.string().primary(), id: p.string().primary() },
})

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
