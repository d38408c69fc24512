import { createRemovalQueue, sql, type Tx } from '@posthorn/chassis'
import type { ChatActions } from '../entities/content.ts'
import type { MessageRow } from '../entities/message.ts'

export type DueActions = {
  messageId: string
  workspaceId: string
  chatId: string
  actions: ChatActions
}

const byMessaging = { type: 'service', id: 'messaging' } as const

function actionsOf({ before, after }: { before: MessageRow; after: MessageRow }): ChatActions | undefined {
  if (!before.statusAt.sent && after.statusAt.sent && after.content?.actions) return after.content.actions
  const failed = after.status === 'failed' || after.status === 'expired'
  if (failed !== (before.status === 'failed' || before.status === 'expired')) return { by: byMessaging, failed }
  return undefined
}

/** Queues the chat actions of messages that were just sent or failed. Actions already queued for a message are kept. */
export async function queueActions(
  tx: Pick<Tx, 'em' | 'wake'>,
  moves: { before: MessageRow; after: MessageRow }[],
): Promise<void> {
  const byMessage = new Map<string, { row: MessageRow; actions: ChatActions }>()
  for (const move of moves) {
    const actions = actionsOf(move)
    const known = byMessage.get(move.after.id)?.actions
    if (actions) byMessage.set(move.after.id, { row: move.after, actions: { ...known, ...actions } })
  }
  const due = [...byMessage.values()]
  if (due.length === 0) return
  await sql(
    tx.em,
    `insert into chat_action (workspace_id, message_id, chat_id, actions)
     select workspace_id, message_id, chat_id, actions::jsonb
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as a (workspace_id, message_id, chat_id, actions)
     on conflict (message_id) do update set actions = chat_action.actions || excluded.actions`,
    [
      due.map(({ row }) => row.workspaceId),
      due.map(({ row }) => row.id),
      due.map(({ row }) => row.chatId),
      due.map(({ actions }) => JSON.stringify(actions)),
    ],
  )
  tx.wake('actions')
}

export const actionQueue = createRemovalQueue<DueActions>({
  table: 'chat_action',
  key: { message_id: 'messageId' },
  columns: 'job.workspace_id as "workspaceId", job.chat_id as "chatId", job.actions',
})
