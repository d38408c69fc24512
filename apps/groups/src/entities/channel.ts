import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** An audience of our own, written to by one number. */
export const Channel = defineEntity({
  name: 'Channel',
  tableName: 'channel',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    numberId: p.string(),
    name: p.string(),
    description: p.string().nullable(),
    segmentId: p.string().nullable(),
    version: p.integer().default(1),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** A row of `channel`. */
export type ChannelRow = InferEntity<typeof Channel>
