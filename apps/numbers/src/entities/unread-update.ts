import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** An update of the provider that is not read, or not wholly. */
export const UnreadUpdate = defineEntity({
  name: 'UnreadUpdate',
  tableName: 'unread_update',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    numberId: p.string(),
    field: p.string(),
    /** As the provider sent it; null when it is larger than is kept. */
    raw: p.json<unknown>().nullable(),
    receivedAt: p.datetime(),
  },
})

/** A row of `unread_update`. */
export type UnreadUpdateRow = InferEntity<typeof UnreadUpdate>
