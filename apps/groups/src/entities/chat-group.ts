import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A group of a workspace at its provider. */
export const ChatGroup = defineEntity({
  name: 'ChatGroup',
  tableName: 'chat_group',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    numberId: p.string(),
    name: p.string(),
    description: p.string().nullable(),
    state: p.string().$type<'creating' | 'active' | 'failed'>(),
    joinApproval: p.boolean(),
    inviteLink: p.string().nullable(),
    providerId: p.string().nullable(),
    requestId: p.string().nullable(),
    errorCode: p.string().nullable(),
    errorMessage: p.string().nullable(),
    version: p.integer().default(1),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** A row of `chat_group`. */
export type GroupRow = InferEntity<typeof ChatGroup>
