import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { chatChange } from '@posthorn/contracts'
import type { z } from 'zod'
import type { Assignee, Author, Snooze } from './chat.ts'

/** Kind of change of a chat. */
export type Change = z.infer<typeof chatChange>

/** Values that a change set, as they were at that time. */
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
