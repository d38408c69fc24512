import type { EntityManager } from '@mikro-orm/postgresql'
import { rowType, sql, statement } from '@posthorn/chassis'
import { Fault } from '@posthorn/contracts'
import type { Author, ChatRow, LabelView, MessageRow } from '../entities/chat.ts'
import { type ChatKey, chatKey, compareChats } from './lock-order.sql.ts'
import type { QueueView } from './present.ts'

/**
 * A message to store: its row, its chat's kind and name, when it is due, the queue part of its response, the labels to add to its chat, and
 * who requested them.
 */
export type AcceptedMessage = {
  row: MessageRow
  chat: { type: ChatRow['type']; name: string | null }
  dueAt: Date
  queue: QueueView
  post: string | null
  labels: LabelView[]
  by: Author
}

/** A planned message, or why it is refused. */
export type PlanResult = { ok: true; value: AcceptedMessage } | { ok: false; error: unknown }

/** Higher ranks are sent first. */
export const priorityRank = { low: 0, normal: 1, high: 2, urgent: 3 } as const

export const chatColumns = `workspace_id as "workspaceId", id, number_id as "numberId", recipient, type, name, phone, contact_id as "contactId",
  group_id as "groupId", status, unread_count as "unreadCount", pinned, muted, assignee_id as "assigneeId", assignee,
  label_ids as "labelIds", labels, snooze, snoozed_until as "snoozedUntil",
  rating, failed, waiting_since as "waitingSince", first_message_id as "firstMessageId", last_message as "lastMessage", last_message_at as "lastMessageAt",
  last_inbound_at as "lastInboundAt", last_outbound_at as "lastOutboundAt", window_closes_at as "windowClosesAt", version,
  created_at as "createdAt", updated_at as "updatedAt"`

/** Counts each workspace's jobs, up to `max`: enough to tell whether its queue is full. */
export async function countJobs(em: EntityManager, workspaces: string[], max: number): Promise<Map<string, number>> {
  const rows = await sql<{ workspace: string; waiting: number }>(
    em,
    `select w.id as workspace, (select count(*) from (select 1 from send_job where workspace_id = w.id limit $2) j)::int as waiting
     from unnest($1::text[]) as w (id)`,
    [workspaces, max],
  )
  return new Map(rows.map(({ workspace, waiting }) => [workspace, waiting]))
}

/** Returns what chat lists show of a chat's last message. The chat stores it, so that a list reads no messages. */
export function lastMessageOf({ id, direction, type, body, createdAt }: MessageRow): ChatRow['lastMessage'] {
  return { id, direction, type, message: body ?? null, at: createdAt.toISOString() }
}

const acceptedRow = rowType<AcceptedMessage>({
  workspace_id: ['text', ({ row }) => row.workspaceId],
  id: ['text', ({ row }) => row.id],
  number_id: ['text', ({ row }) => row.numberId],
  recipient: ['text', ({ row }) => row.recipient],
  phone: ['text', ({ row }) => row.phone],
  type: ['text', ({ row }) => row.type],
  body: ['text', ({ row }) => row.body],
  content: ['jsonb', ({ row }) => row.content],
  preview_url: ['boolean', ({ row }) => row.previewUrl],
  quote_id: ['text', ({ row }) => row.quoteId],
  reference: ['text', ({ row }) => row.reference],
  priority: ['text', ({ row }) => row.priority],
  rank: ['smallint', ({ row }) => priorityRank[row.priority ?? 'normal']],
  ordered: ['boolean', ({ row }) => row.ordered],
  on_unknown: ['text', ({ row }) => row.onUnknown],
  status: ['text', ({ row }) => row.status],
  status_at: ['jsonb', ({ row }) => row.statusAt],
  deliver_at: ['timestamptz', ({ row }) => row.deliverAt],
  expires_at: ['timestamptz', ({ row }) => row.expiresAt],
  created_at: ['timestamptz', ({ row }) => row.createdAt],
  due_at: ['timestamptz', ({ dueAt }) => dueAt],
  group_id: ['text', ({ row }) => row.groupId],
  traceparent: ['text', ({ row }) => row.traceparent],
  author: ['jsonb', ({ row }) => row.author],
  post_id: ['text', ({ post }) => post],
})

type ChatToStore = AcceptedMessage & { first: string; labeled: boolean }

const chatRow = rowType<ChatToStore>({
  workspace_id: ['text', ({ row }) => row.workspaceId],
  id: ['text', ({ row }) => row.chatId],
  number_id: ['text', ({ row }) => row.numberId],
  recipient: ['text', ({ row }) => row.recipient],
  phone: ['text', ({ row }) => row.phone],
  type: ['text', ({ chat }) => chat.type],
  name: ['text', ({ chat }) => chat.name],
  group_id: ['text', ({ row }) => row.groupId],
  first: 'text',
  last_message: ['jsonb', ({ row }) => lastMessageOf(row)],
  at: ['timestamptz', ({ row }) => row.createdAt],
  labeled: 'boolean',
})

/**
 * Rows must be in the common lock order of chats. A chat is found by number and recipient. The given id is used only for a new chat, so
 * messages and jobs take the chat id from `touched`. Posts and automations don't count as answers to customers.
 */
const store = statement(
  { messages: acceptedRow, chats: chatRow, isAnswer: 'boolean' },
  ({ messages, chats, isAnswer }) => `with accepted as (
    select * from ${messages.as('m')}
  ), given as (
    select * from ${chats.as('c')}
  ), touched as (
    insert into chat (workspace_id, id, number_id, recipient, phone, first_message_id, last_message, last_message_at, last_outbound_at, updated_at,
      type, name, group_id)
    select workspace_id, id, number_id, recipient, phone, first, last_message, at, at, at, type, name, group_id from given
    on conflict (workspace_id, number_id, recipient) do update set last_message = excluded.last_message,
      first_message_id = coalesce(chat.first_message_id, excluded.first_message_id),
      last_message_at = excluded.last_message_at, last_outbound_at = excluded.last_outbound_at, updated_at = excluded.updated_at,
      failed = false,
      unread_count = case when ${isAnswer} then 0 else chat.unread_count end,
      waiting_since = case when ${isAnswer} then null else chat.waiting_since end,
      version = chat.version + 1
    returning ${chatColumns}, old.id is null as created, coalesce(old.unread_count > 0, false) and ${isAnswer} as read
  ), placed as (
    select a.*, t.id as chat_id from accepted a
    join touched t on t."workspaceId" = a.workspace_id and t."numberId" = a.number_id and t.recipient = a.recipient
  ), stored as (
    insert into message (workspace_id, id, number_id, chat_id, direction, recipient, phone, type, body, content, preview_url, quote_id,
      reference, priority, ordered, on_unknown, status, status_at, deliver_at, expires_at, created_at, group_id, traceparent, author)
    select workspace_id, id, number_id, chat_id, 'out', recipient, phone, type, body, content, preview_url, quote_id,
      reference, priority, ordered, on_unknown, status, status_at, deliver_at, expires_at, created_at, group_id, traceparent, author from placed
  ), queued as (
    insert into send_job (message_id, workspace_id, number_id, chat_id, recipient, priority, ordered, due_at, run_at, expires_at, on_unknown, post_id)
    select id, workspace_id, number_id, chat_id, recipient, rank, ordered, due_at, coalesce(deliver_at, now()), expires_at, on_unknown,
      post_id from placed
  )
  select t."workspaceId", t."numberId", t.recipient, t.id, case when t.created or t.read or g.labeled then to_jsonb(t) end as chat
  from touched t join given g on g.workspace_id = t."workspaceId" and g.number_id = t."numberId" and g.recipient = t.recipient`,
)

/** `created` means that the messages opened the chat, `read` that they answered unread messages. */
type TouchedRow = ChatRow & { created: boolean; read: boolean }

type ChatOfAccepted = ChatKey & { id: string; chat: TouchedRow | null }

/**
 * Stores messages, their jobs, and new or changed chats in one statement, because every round trip delays the response. Sets each message's
 * chat. Returns the chats that are new, that had unread messages and are answered, or that get labels. The messages come from callers, from
 * a post or from an automation, never from several of these.
 */
export async function storeAccepted(em: EntityManager, accepted: AcceptedMessage[]): Promise<TouchedRow[]> {
  const isAnswer = accepted.every(({ post, by }) => post === null && by.type !== 'automation')
  const touched = await sql<ChatOfAccepted>(em, store({ messages: accepted, chats: chatsToStore(accepted), isAnswer }))
  const byKey = new Map(touched.map((chat) => [chatKey(chat), chat]))
  for (const { row } of accepted) row.chatId = (byKey.get(chatKey(row)) as ChatOfAccepted).id
  return touched.flatMap(({ chat }) => chat ?? [])
}

/**
 * Returns the last message of each chat, with the id of its first one and whether any adds labels, in the common lock order. Each chat occurs
 * once, because an insert can't update the same row twice.
 */
function chatsToStore(accepted: AcceptedMessage[]): ChatToStore[] {
  const last = new Map(accepted.map((each) => [chatKey(each.row), each]))
  const first = new Map(accepted.toReversed().map(({ row }) => [chatKey(row), row.id]))
  const labeled = new Set(accepted.flatMap(({ row, labels }) => (labels.length > 0 ? [chatKey(row)] : [])))
  return [...last.values()]
    .sort((a, b) => compareChats(a.row, b.row))
    .map((each) => {
      const key = chatKey(each.row)
      return { ...each, first: first.get(key) ?? each.row.id, labeled: labeled.has(key) }
    })
}

const writerRow = rowType<AcceptedMessage>({
  workspace_id: ['text', ({ row }) => row.workspaceId],
  number_id: ['text', ({ row }) => row.numberId],
  recipient: ['text', ({ row }) => row.recipient],
  member_id: ['text', ({ by }) => by.id ?? null],
})

/** Chats assigned to other members, in workspaces that restrict members to their own and unassigned chats. */
const othersChats = statement(
  { writers: writerRow },
  ({ writers }) => `select c.workspace_id as "workspaceId", c.number_id as "numberId", c.recipient
     from ${writers.as('w')} join workspace_setting s on s.workspace_id = w.workspace_id and s.settings->>'answering' = 'assignee'
     join chat c on c.workspace_id = w.workspace_id and c.number_id = w.number_id and c.recipient = w.recipient
     where c.assignee_id <> w.member_id`,
)

/** Refuses messages from members to chats assigned to someone else, if the workspace forbids them. Posts are exempt. */
export async function refuseInOthersChats<P extends PlanResult>(
  em: EntityManager,
  planned: P[],
): Promise<(P | PlanResult)[]> {
  const writers = planned.flatMap((plan) => (plan.ok && isOfMember(plan.value) ? [plan.value] : []))
  if (writers.length === 0) return planned
  const found = await sql<{ workspaceId: string; numberId: string; recipient: string }>(em, othersChats({ writers }))
  if (found.length === 0) return planned
  const refused = new Set(found.map(chatKey))
  return planned.map((plan) =>
    plan.ok && isOfMember(plan.value) && refused.has(chatKey(plan.value.row))
      ? { ok: false, error: new Fault('chat:assigned') }
      : plan,
  )
}

const isOfMember = ({ by, post }: AcceptedMessage) => by.type === 'member' && post === null

type TypingMessage = { id: string; seconds: number }

/** Delays messages so that a typing indicator can be shown first, starting when they were due. The `receipts` loop shows it. */
export async function showTypingBefore(em: EntityManager, typed: TypingMessage[]): Promise<void> {
  if (typed.length === 0) return
  await sql(
    em,
    `with delayed as (
       update send_job j set run_at = j.run_at + make_interval(secs => t.seconds), waits_for = 'typing'
       from unnest($1::text[], $2::integer[]) as t (id, seconds) where j.message_id = t.id
       returning j.workspace_id, j.message_id, j.number_id, j.run_at - make_interval(secs => t.seconds) as due_at
     )
     insert into receipt_job (message_id, workspace_id, number_id, typing, run_at)
     select message_id, workspace_id, number_id, true, due_at from delayed
     on conflict (message_id) do update set run_at = excluded.run_at, attempt = 0, lease_token = null`,
    [typed.map(({ id }) => id), typed.map(({ seconds }) => seconds)],
  )
}
