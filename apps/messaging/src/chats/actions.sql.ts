import type { EntityManager } from '@mikro-orm/postgresql'
import { sql, type Tx } from '@posthorn/chassis'
import type { ChatActions } from '../entities/content.ts'
import type { MessageRow } from '../entities/message.ts'

/** Actions to apply to a chat. */
export type DueActions = {
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

/** Takes the oldest actions that are due; each is done by whoever took it, in the same transaction. */
export function takeActions(em: EntityManager, limit: number): Promise<DueActions[]> {
  return sql<DueActions>(
    em,
    `delete from chat_action where message_id in
       (select message_id from chat_action order by message_id limit $1 for update skip locked)
     returning workspace_id as "workspaceId", chat_id as "chatId", actions`,
    [limit],
  )
}
