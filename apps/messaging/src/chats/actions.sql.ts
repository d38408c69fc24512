import { createRemovalQueue, sql, type Tx } from '@posthorn/chassis'
import type { ChatActions } from '../entities/content.ts'
import type { MessageRow } from '../entities/message.ts'

/** Actions to apply to a chat. */
export type DueActions = {
  messageId: string
  workspaceId: string
  chatId: string
  actions: ChatActions
}

/** Queues what messages that have just been sent do to their chats. */
export async function queueActions(tx: Tx, moves: { before: MessageRow; after: MessageRow }[]): Promise<void> {
  const due = moves.flatMap(({ before, after }) => {
    const actions = after.content?.actions
    return actions && !before.statusAt.sent && after.statusAt.sent ? [{ row: after, actions }] : []
  })
  if (due.length === 0) return
  await sql(
    tx.em,
    `insert into chat_action (workspace_id, message_id, chat_id, actions)
     select workspace_id, message_id, chat_id, actions::jsonb
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as a (workspace_id, message_id, chat_id, actions)
     on conflict do nothing`,
    [
      due.map(({ row }) => row.workspaceId),
      due.map(({ row }) => row.id),
      due.map(({ row }) => row.chatId),
      due.map(({ actions }) => JSON.stringify(actions)),
    ],
  )
  tx.wake('actions')
}

/** The queue of the loop `actions`. */
export const actionQueue = createRemovalQueue<DueActions>({
  table: 'chat_action',
  key: { message_id: 'messageId' },
  columns: 'job.workspace_id as "workspaceId", job.chat_id as "chatId", job.actions',
})
