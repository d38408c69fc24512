import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { Assignee, Author, Snooze } from './chat.ts'

/** What a change set, as its time saw it. */
export type ChangeDetail = { assignee?: Assignee | null; snooze?: Snooze | null }

/** A change in the work on a chat; `change` is one of `ChatChange`. */
export const ChatChange = defineEntity({
  name: 'ChatChange',
  tableName: 'chat_change',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    chatId: p.string(),
    change: p.string(),
    author: p.json<Author>().nullable(),
    detail: p.json<ChangeDetail>().nullable(),
    createdAt: p.datetime(),
  },
})

/** A row of `chat_change`. */
export type ChatChangeRow = InferEntity<typeof ChatChange>
