import { type FilterQuery, raw } from '@mikro-orm/core'
import type { ChatRow } from '../entities/chat.ts'

/** Chats with a note that mentions a member. */
export function chatsMentioning(workspace: string, member: string): FilterQuery<ChatRow> {
  const chats = `id in (select chat_id from note where workspace_id = ? and mentions @> array[?]::text[] and mentions <> '{}')`
  return { [raw(chats, [workspace, member])]: [] } as FilterQuery<ChatRow>
}
