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
