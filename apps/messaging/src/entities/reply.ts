import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { Author } from './chat.ts'

export const Reply = defineEntity({
  name: 'Reply',
  tableName: 'reply',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    name: p.string(),
    nameKey: p.string(),
    shortcut: p.string().nullable(),
    folder: p.string().nullable(),
    message: p.text(),
    author: p.json<Author>(),
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

export type ReplyRow = InferEntity<typeof Reply>
