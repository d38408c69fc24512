import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A person of a workspace, whom chats can be assigned to. */
export const Member = defineEntity({
  name: 'Member',
  tableName: 'member',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    name: p.string(),
    email: p.string(),
    version: p.integer().default(1),
    createdAt: p.datetime(),
  },
})

/** A row of `member`. */
export type MemberRow = InferEntity<typeof Member>
