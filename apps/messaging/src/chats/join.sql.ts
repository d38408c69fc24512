import type { EntityManager } from '@mikro-orm/postgresql'
import { sql, type Tx } from '@posthorn/chassis'
import type { ChatRow } from '../entities/chat.ts'
import { chatColumns } from '../messages/accept.sql.ts'
import { lockChatsById } from '../messages/lock-order.sql.ts'
import { noteMovedMessages } from '../statistics/recorded-answers.sql.ts'
import { presentChat } from './present.ts'

/** Two chats of one customer to merge: everything in `from` moves to `into`. */
type Join = { workspace: string; into: string; from: string }

const tablesOfChats = ['send_job', 'note', 'notification', 'chat_change', 'chat_action', 'automation_run'] as const

/**
 * Merges a chat into another chat of the same customer, with its messages, notes, labels and queue. Its id keeps working as an alias. Either chat's
 * assignee is kept, and the less finished status wins.
 */
export async function joinChats(tx: Tx, join: Join, traceparent: string | undefined): Promise<void> {
  const { workspace, into, from } = join
  await lockChatsById(tx.em, workspace, [into, from])
  await moveRows(tx.em, join)
  await absorb(tx.em, join)
  await sql(tx.em, 'update chat_alias set chat_id = $2 where workspace_id = $1 and chat_id = $3', [
    workspace,
    into,
    from,
  ])
  await sql(tx.em, 'insert into chat_alias (workspace_id, chat_id, id) values ($1, $2, $3)', [workspace, into, from])
  const [gone] = await sql<ChatRow>(
    tx.em,
    `delete from chat where workspace_id = $1 and id = $2 returning ${chatColumns}`,
    [workspace, from],
  )
  if (!gone) return
  tx.emit({
    kind: 'chat:updated',
    workspace,
    data: { ...presentChat(gone), change: 'deleted', mergedInto: into },
    aggregate: { id: from, version: gone.version + 1 },
    traceparent,
  })
}

/** Moves all rows of a chat. Locks jobs before messages, each by id: the common lock order. */
async function moveRows(em: EntityManager, { workspace, into, from }: Join): Promise<void> {
  const values = [workspace, from]
  const jobs = 'select 1 from send_job where workspace_id = $1 and chat_id = $2 order by message_id for update'
  await sql(em, jobs, values)
  const [first] = await sql<{ id: string }>(
    em,
    'select id from message where workspace_id = $1 and chat_id = $2 order by id for update',
    values,
  )
  for (const table of tablesOfChats)
    await sql(em, `update ${table} set chat_id = $3 where workspace_id = $1 and chat_id = $2`, [...values, into])
  await sql(em, 'update message set chat_id = $3, version = version + 1 where workspace_id = $1 and chat_id = $2', [
    ...values,
    into,
  ])
  if (first) await noteMovedMessages(em, { workspace, chats: [into], since: first.id })
}

async function absorb(em: EntityManager, { workspace, into, from }: Join): Promise<void> {
  await sql(
    em,
    `update chat c set name = coalesce(c.name, o.name), contact_id = coalesce(c.contact_id, o.contact_id),
       status = (array['open', 'pending', 'resolved', 'archived'])[least(
         array_position(array['open', 'pending', 'resolved', 'archived'], c.status),
         array_position(array['open', 'pending', 'resolved', 'archived'], o.status))],
       unread_count = c.unread_count + o.unread_count, pinned = c.pinned or o.pinned, muted = c.muted and o.muted,
       assignee_id = coalesce(c.assignee_id, o.assignee_id),
       assignee = case when c.assignee_id is null then o.assignee else c.assignee end,
       label_ids = c.label_ids || array(select unnest(o.label_ids) except select unnest(c.label_ids)),
       labels = c.labels || coalesce((select jsonb_agg(l) from jsonb_array_elements(o.labels) l
         where l->>'id' <> all(c.label_ids)), '[]'),
       snooze = case when o.unread_count = 0 then c.snooze end,
       snoozed_until = case when o.unread_count = 0 then c.snoozed_until end, failed = c.failed or o.failed,
       first_message_id = least(c.first_message_id, o.first_message_id),
       last_message = case when o.last_message_at > c.last_message_at then o.last_message else c.last_message end,
       last_message_at = greatest(c.last_message_at, o.last_message_at),
       waiting_since = least(c.waiting_since, o.waiting_since),
       last_inbound_at = greatest(c.last_inbound_at, o.last_inbound_at),
       last_outbound_at = greatest(c.last_outbound_at, o.last_outbound_at),
       window_closes_at = greatest(c.window_closes_at, o.window_closes_at),
       created_at = least(c.created_at, o.created_at), version = c.version + 1, updated_at = now()
     from chat o where c.workspace_id = $1 and c.id = $2 and o.workspace_id = $1 and o.id = $3`,
    [workspace, into, from],
  )
}
