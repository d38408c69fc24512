import { sql, type VerbContext } from '@posthorn/chassis'
import type { MessageState } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import type { ChatRow } from '../entities/chat.ts'
import { presentChat } from './present.ts'

type Context = Pick<VerbContext<MessagingRuntime>, 'em' | 'workspace'>

/** Returns chats with the state that their last message has now, where we sent it. */
export async function presentChats(
  { em, workspace }: Context,
  rows: ChatRow[],
): Promise<ReturnType<typeof presentChat>[]> {
  const sent = rows.flatMap(({ lastMessage }) => (lastMessage?.direction === 'out' ? [lastMessage.id] : []))
  if (sent.length === 0) return rows.map(presentChat)
  const states = await sql<{ id: string; status: MessageState }>(
    em,
    'select id, status from message where workspace_id = $1 and id = any($2)',
    [workspace, sent],
  )
  const stateOf = new Map(states.map(({ id, status }) => [id, status]))
  return rows.map((row) => {
    const chat = presentChat(row)
    const status = stateOf.get(chat.lastMessage?.id ?? '')
    return chat.lastMessage && status ? { ...chat, lastMessage: { ...chat.lastMessage, status } } : chat
  })
}
