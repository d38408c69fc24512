import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A provider update that wasn't fully read. */
export const UnreadUpdate = defineEntity({
  name: 'UnreadUpdate',
  tableName: 'unread_update',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    numberId: p.string(),
    field: p.string(),
    /** As the provider sent it; null if too large to keep. */
    raw: p.json<unknown>().nullable(),
    receivedAt: p.datetime(),
  },
})

export type UnreadUpdateRow = InferEntity<typeof UnreadUpdate>
