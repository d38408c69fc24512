import type { EntityManager } from '@mikro-orm/postgresql'
import { sql, type Tx } from '@posthorn/chassis'
import type { ChatRow } from '../entities/chat.ts'
import type { MessageRow, Sender } from '../entities/message.ts'
import { chatColumns } from '../messages/accept.sql.ts'

/** Hours after a customer's message in which free text may be sent (provider: customer service window). */
const windowHours = 24

/** A group as its messages name it; `id` and `name` are null where it was not made here. */
export type GroupPlace = { id: string | null; name: string | null }

/** A chat after a message came in, with what its number is called. */
export type TouchedChat = ChatRow & { reopened: boolean; numberPhone: string | null; numberName: string | null }

/** What came in, when, and the group it was written in. */
type Incoming = { row: MessageRow; at: string; group: GroupPlace | null }

/** What a blocked contact writes opens the window, which is a fact of the provider, and changes nothing else that anybody sees. */
const silent = '$13::boolean'

/** The chat's row is locked before those of its jobs, as everywhere. */
const touch = `with before as (select status, muted from chat where workspace_id = $1 and number_id = $3 and recipient = $4), touched as (
   insert into chat (workspace_id, id, number_id, recipient, phone, name, contact_id, unread_count, last_message, last_message_at,
     last_inbound_at, window_closes_at, type, group_id, status)
   values ($1, $2, $3, $4, $5, $6, $7, case when ${silent} then 0 else 1 end, $8::jsonb, $9, $10,
     $10::timestamptz + interval '${windowHours} hours', $11, $12, case when ${silent} then 'archived' else 'open' end)
   on conflict (workspace_id, number_id, recipient) do update set name = coalesce(excluded.name, chat.name), contact_id = coalesce(chat.contact_id, excluded.contact_id),
     unread_count = chat.unread_count + excluded.unread_count,
     last_message = case when ${silent} then chat.last_message else excluded.last_message end,
     last_message_at = case when ${silent} then chat.last_message_at else excluded.last_message_at end,
     last_inbound_at = greatest(chat.last_inbound_at, excluded.last_inbound_at),
     window_closes_at = greatest(chat.window_closes_at, excluded.window_closes_at),
     status = case when chat.status in ('resolved', 'archived') and not chat.muted and not ${silent} then 'open' else chat.status end,
     version = chat.version + 1, updated_at = now()
   returning ${chatColumns}, coalesce((select status in ('resolved', 'archived') and not muted and not ${silent} from before), false) as reopened
   ), released as (
     update send_job set run_at = greatest(now(), due_at), waits_for = null
     where chat_id = (select id from touched) and waits_for = 'window_closed' returning 1
   )
   select touched.*, exists (select 1 from released) as released, n.phone as "numberPhone", n.name as "numberName"
   from touched left join number_line n on n.workspace_id = $1 and n.id = $3`

/**
 * Makes or updates the chat: the window opens anew, so that what was held for it goes on, unread counts up, a resolved or archived chat is
 * open again unless it is muted.
 */
export async function touchChat(tx: Tx, { row, at, group }: Incoming): Promise<TouchedChat> {
  const last = {
    id: row.id,
    direction: 'in',
    type: row.type,
    message: row.body ?? null,
    at: row.createdAt.toISOString(),
  }
  const sender = row.sender as Sender
  const [touched] = await sql<TouchedChat & { released: boolean }>(tx.em, touch, [
    row.workspaceId,
    row.chatId,
    row.numberId,
    row.recipient,
    row.phone,
    group ? group.name : (sender.name ?? null),
    group ? null : (sender.contact ?? null),
    JSON.stringify(last),
    row.createdAt,
    at,
    group ? 'group' : 'direct',
    row.groupId ?? null,
    row.content?.blocked === true,
  ])
  const { released, ...chat } = touched as TouchedChat & { released: boolean }
  if (released) tx.wake('dispatch')
  return chat
}

/** Whatever the customer does opens the 24 h window; the chat is there, for its message is. */
export async function extendWindow(em: EntityManager, row: MessageRow, at: string): Promise<void> {
  await sql(
    em,
    `update chat set last_inbound_at = greatest(last_inbound_at, $3::timestamptz), version = version + 1,
       window_closes_at = greatest(window_closes_at, $3::timestamptz + interval '${windowHours} hours')
     where workspace_id = $1 and number_id = $2 and recipient = $4`,
    [row.workspaceId, row.numberId, at, row.recipient],
  )
}
