import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { Author } from './chat.ts'

export const Note = defineEntity({
  name: 'Note',
  tableName: 'note',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    chatId: p.string(),
    body: p.text(),
    author: p.json<Author>(),
    mentions: p.array(),
    editedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
})

export type NoteRow = InferEntity<typeof Note>
