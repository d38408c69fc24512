import type { EntityManager } from '@mikro-orm/postgresql'
import { sql, type VerbContext } from '@posthorn/chassis'
import type { MessageStatus } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import type { ChatRow } from '../entities/chat.ts'
import type { MessageRow } from '../entities/message.ts'
import { presentChat } from './present.ts'

type Context = Pick<VerbContext<MessagingRuntime>, 'em' | 'workspace'>

/** Adds the current status of each chat's last message, if we sent it. */
export async function presentChats(
  { em, workspace }: Context,
  rows: ChatRow[],
): Promise<ReturnType<typeof presentChat>[]> {
  const sent = rows.flatMap(({ lastMessage }) => (lastMessage?.direction === 'out' ? [lastMessage.id] : []))
  if (sent.length === 0) return rows.map(presentChat)
  const statuses = await sql<{ id: string; status: MessageStatus }>(
    em,
    'select id, status from message where workspace_id = $1 and id = any($2)',
    [workspace, sent],
  )
  const statusOf = new Map(statuses.map(({ id, status }) => [id, status]))
  return rows.map((row) => {
    const chat = presentChat(row)
    const status = statusOf.get(chat.lastMessage?.id ?? '')
    return chat.lastMessage && status ? { ...chat, lastMessage: { ...chat.lastMessage, status } } : chat
  })
}

/** Updates the preview of a chat after the text of its last message changed. */
export async function showLastMessage(em: EntityManager, { workspaceId, chatId, id, body }: MessageRow): Promise<void> {
  await sql(
    em,
    `update chat set last_message = last_message || jsonb_build_object('message', $4::text), version = version + 1
     where workspace_id = $1 and id = $2 and last_message->>'id' = $3`,
    [workspaceId, chatId, id, body],
  )
}
