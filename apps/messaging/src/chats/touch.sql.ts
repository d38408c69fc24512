import type { EntityManager } from '@mikro-orm/postgresql'
import { rowType, sql, statement, type Tx } from '@posthorn/chassis'
import type { Author, ChatRow, MessageRow, ProviderIds } from '../entities/chat.ts'
import { chatColumns, lastMessageOf } from '../messages/accept.sql.ts'
import type { ChatKey } from '../messages/lock-order.sql.ts'
import { numberColumns } from '../messages/rows.sql.ts'

/** Hours after a customer's message or call in which free-form messages are allowed: the provider's customer service window. */
const windowHours = 24

/** A group as identified in its messages. `id` and `name` are null if the group wasn't created with this API. */
export type GroupPlace = { id: string | null; name: string | null }

/** A chat after an incoming message, with its number's name and its contact's data. */
export type TouchedChat = ChatRow & {
  reopened: boolean
  woken: boolean
  /** A conversation begins with the message: the customer never wrote before, or it reopened the chat. */
  begins: boolean
  automated: boolean
  /** Who had snoozed the chat before the message. */
  snoozedBy: Author | null
  numberPhone: string | null
  numberName: string | null
  providerIds: ProviderIds | null
  contactFields: Record<string, string> | null
  contactBlocked: boolean | null
}

type ReceivedMessage = { row: MessageRow; at: string; group: GroupPlace | null }

/** `silent`: the message needs no answer, so the chat doesn't become unread or open. `opens`: the customer wrote, which opens the window. */
type Touch = ReceivedMessage & { silent: boolean; opens: boolean }

const touchRow = rowType<Touch>({
  workspace_id: ['text', ({ row }) => row.workspaceId],
  id: ['text', ({ row }) => row.chatId],
  number_id: ['text', ({ row }) => row.numberId],
  recipient: ['text', ({ row }) => row.recipient],
  phone: ['text', ({ row }) => row.phone],
  name: ['text', ({ row, group }) => (group ? group.name : row.sender?.name)],
  contact_id: ['text', ({ row, group }) => (group ? null : row.sender?.contact)],
  last_message: ['jsonb', ({ row }) => lastMessageOf(row)],
  created_at: ['timestamptz', ({ row }) => row.createdAt],
  at: ['timestamptz', ({ at, opens }) => (opens ? at : null)],
  type: ['text', ({ group }) => (group ? 'group' : 'direct')],
  group_id: ['text', ({ row }) => row.groupId],
  silent: 'boolean',
})

const isSilent = '(select silent from given)'
// Messages can arrive out of order. The provider's time decides which is newer.
const isOlder = 'coalesce(excluded.last_inbound_at < chat.last_inbound_at, false)'
// The business has already answered in the provider's app, whose messages can arrive before the customer's.
const isAnswered = 'coalesce(excluded.last_inbound_at <= chat.answered_in_app_at, false)'
/** SQL condition that the chat keeps showing its last message. */
const isPassed = `(${isSilent} or chat.last_message is not null and (${isOlder} or ${isAnswered}))`

// Locks the chat before its jobs, which is the common lock order.
const touch = statement(
  { chat: touchRow },
  ({ chat }) => `with given as (
    select * from ${chat.as('g')}
  ), touched as (
    insert into chat (workspace_id, id, number_id, recipient, phone, name, contact_id, unread_count, first_message_id, last_message, last_message_at,
      last_inbound_at, window_closes_at, waiting_since, type, group_id, status, created_at)
    select workspace_id, id, number_id, recipient, phone, name, contact_id, case when silent then 0 else 1 end, last_message->>'id', last_message, created_at,
      at, at + interval '${windowHours} hours', case when silent then null else at end, type, group_id, case when silent then 'archived' else 'open' end, created_at
    from given
    on conflict (workspace_id, number_id, recipient) do update
    set name = case when ${isOlder} or chat.contact_id is not null then coalesce(chat.name, excluded.name) else coalesce(excluded.name, chat.name) end,
      contact_id = coalesce(chat.contact_id, excluded.contact_id), unread_count = chat.unread_count + case when ${isAnswered} then 0 else excluded.unread_count end,
      first_message_id = coalesce(chat.first_message_id, excluded.first_message_id),
      last_message = case when ${isPassed} then chat.last_message else excluded.last_message end,
      last_message_at = case when ${isPassed} then chat.last_message_at else excluded.last_message_at end,
      last_inbound_at = greatest(chat.last_inbound_at, excluded.last_inbound_at),
      window_closes_at = greatest(chat.window_closes_at, excluded.window_closes_at),
      waiting_since = case when ${isAnswered} then chat.waiting_since else least(chat.waiting_since, excluded.waiting_since) end,
      snooze = case when ${isSilent} then chat.snooze end, snoozed_until = case when ${isSilent} then chat.snoozed_until end,
      status = case when chat.status in ('resolved', 'archived') and not chat.muted and not ${isSilent} then 'open' else chat.status end,
      version = chat.version + 1, updated_at = now()
    returning ${chatColumns},
      coalesce(old.status in ('resolved', 'archived') and not old.muted and not ${isSilent}, false) as reopened,
      old.snooze is not null and not ${isSilent} as woken,
      old.last_inbound_at is null as "isFirst",
      exists (select from automation a where a.workspace_id = chat.workspace_id and a.enabled) as automated,
      old.snooze->'by' as "snoozedBy",
      old.id is not null and not coalesce(old.window_closes_at > clock_timestamp(), false) as "wasClosed"
  )
  select touched.*, ${numberColumns},
    f.fields as "contactFields", f.blocked as "contactBlocked"
  from touched left join contact_fact f on f.workspace_id = touched."workspaceId" and f.contact_id = touched."contactId"
  left join known_number n on n.workspace_id = touched."workspaceId" and n.id = touched."numberId"`,
)

/**
 * Creates or updates the chat for an incoming message. A customer's message opens the window and releases messages held for it, counts as
 * unread, and reopens a resolved or archived chat unless it is muted. A rating, or a message of a blocked contact, only opens the window. A
 * system message from the provider does none of these. The caller announces what changed.
 */
export async function touchChat(tx: Tx, incoming: ReceivedMessage): Promise<TouchedChat> {
  const { type, content } = incoming.row
  const opens = type !== 'system'
  const silent = content?.blocked === true || content?.rating !== undefined || !opens
  type Row = Omit<TouchedChat, 'begins'> & { wasClosed: boolean; isFirst: boolean }
  const [touched] = await sql<Row>(tx.em, touch({ chat: [{ ...incoming, silent, opens }] }))
  const { wasClosed, isFirst, ...chat } = touched as Row
  if (opens && wasClosed && (await releaseHeld(tx.em, [chat.id]))) tx.wake('dispatch')
  return { ...chat, begins: isFirst || chat.reopened }
}

/**
 * Extends the window of the chat, if there is one, after a customer's action that is no message: a call, reaction, edit or deletion. Releases
 * messages held for it. Announces nothing.
 */
export async function extendWindow(tx: Tx, chat: ChatKey, at: string): Promise<void> {
  const opened = await sql<{ id: string }>(
    tx.em,
    `update chat set version = version + 1, updated_at = now(), window_closes_at = greatest(window_closes_at, $3::timestamptz + interval '${windowHours} hours')
     where workspace_id = $1 and number_id = $2 and recipient = $4 returning id`,
    [chat.workspaceId, chat.numberId, at, chat.recipient],
  )
  const chats = opened.map(({ id }) => id)
  if (await releaseHeld(tx.em, chats)) tx.wake('dispatch')
}

// Rounded to milliseconds, the precision of cursors.
const thisMoment = `date_trunc('milliseconds', now())`

export const isWindowOpen = (chat: string) => `${chat}.window_closes_at > now()`

/** SQL condition that the window is known to be closed. False if nothing is known about it, such as before the customer's first message. */
export const isWindowClosed = (chat: string) => `coalesce(not ${isWindowOpen(chat)}, false)`

type WindowRefusal = { workspace: string; id: string; at: string }

/**
 * Closes windows that the provider reported closed, unless the customer opened one less than a minute before the refusal, which may not have
 * counted that, or later. `refusals`: the refused messages. Announces nothing.
 */
export async function closeWindowsOf(em: EntityManager, refusals: WindowRefusal[]): Promise<void> {
  if (refusals.length === 0) return
  await sql(
    em,
    `update chat c set window_closes_at = least(coalesce(c.window_closes_at, ${thisMoment}), ${thisMoment}), version = c.version + 1, updated_at = now()
     from unnest($1::text[], $2::text[], $3::timestamptz[]) as refused (workspace_id, id, at)
     join message m on m.workspace_id = refused.workspace_id and m.id = refused.id
     where c.workspace_id = m.workspace_id and c.id = m.chat_id
       and (c.window_closes_at is null or c.window_closes_at - interval '${windowHours} hours' < refused.at - interval '1 minute')`,
    [refusals.map(({ workspace }) => workspace), refusals.map(({ id }) => id), refusals.map(({ at }) => at)],
  )
}

/**
 * Releases messages in these chats that were held for a window that is now open. Returns whether there were any. The caller must lock the
 * chats in an earlier statement; otherwise, this statement misses jobs that were set to wait in the meantime.
 */
export async function releaseHeld(em: EntityManager, chats: readonly string[]): Promise<boolean> {
  const released = await sql(
    em,
    `update send_job j set run_at = greatest(now(), j.due_at), waits_for = null from chat c
     where j.chat_id = any($1) and j.waits_for = 'window_closed'
       and c.workspace_id = j.workspace_id and c.id = j.chat_id and ${isWindowOpen('c')} returning 1`,
    [chats],
  )
  return released.length > 0
}
