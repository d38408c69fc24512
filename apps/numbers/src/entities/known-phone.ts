import { defineEntity, p } from '@mikro-orm/core'

/** A phone of which a message of the workspace told whether it is on the channel. */
export const KnownPhone = defineEntity({
  name: 'KnownPhone',
  tableName: 'known_phone',
  properties: {
    workspaceId: p.string().primary(),
    phone: p.string().primary(),
    isThere: p.boolean(),
    learnedAt: p.datetime(),
  },
})
