import { defineEntity, p } from '@mikro-orm/core'

/** A member that chats can be assigned to: fed by `member:updated`, owned by the gateway. */
export const Member = defineEntity({
  name: 'Member',
  tableName: 'member',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    version: p.integer(),
    name: p.string(),
    email: p.string(),
    removed: p.boolean(),
  },
})
