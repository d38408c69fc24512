import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { Author, ChatRow, LabelView } from '../entities/chat.ts'
import type { MessageRow } from '../entities/message.ts'
import type { QueueView } from './present.ts'

/**
 * A message about to be stored: its row, what kind of chat it opens and how that is called, when it is due, what its answer says of the
 * queue, and the labels it puts on its chat, and who wants that.
 */
export type AcceptedMessage = {
  row: MessageRow
  chat: { type: ChatRow['type']; name: string | null }
  dueAt: Date
  queue: QueueView
  /** The post that it is part of. */
  post: string | null
  labels: LabelView[]
  by: Author
}

/** How much sooner a more urgent message leaves: higher first. */
export const priorityRank = { low: 0, normal: 1, high: 2, urgent: 3 } as const

/** Columns of `chat` under the names the ORM gives them. */
export const chatColumns = `workspace_id as "workspaceId", id, number_id as "numberId", recipient, type, name, phone, contact_id as "contactId",
  group_id as "groupId", status, unread_count as "unreadCount", pinned, muted, assignee_id as "assigneeId", assignee,
  label_ids as "labelIds", labels, last_message as "lastMessage", last_message_at as "lastMessageAt",
  last_inbound_at as "lastInboundAt", last_outbound_at as "lastOutboundAt", window_closes_at as "windowClosesAt", version,
  created_at as "createdAt", updated_at as "updatedAt"`

/** Jobs of these workspaces, counted no further than `max`. */
export async function countWaiting(em: EntityManager, workspaces: string[], max: number): Promise<Map<string, number>> {
  const rows = await sql<{ workspace: string; waiting: number }>(
    em,
    `select w.id as workspace, (select count(*) from (select 1 from send_job where workspace_id = w.id limit $2) j)::int as waiting
     from unnest($1::text[]) as w (id)`,
    [workspaces, max],
  )
  return new Map(rows.map(({ workspace, waiting }) => [workspace, waiting]))
}

function lastMessage(row: MessageRow) {
  return {
    id: row.id,
    direction: row.direction,
    type: row.type,
    message: row.body ?? null,
    at: row.createdAt.toISOString(),
  }
}

/** The chats of the messages, in the order of their ids, so that no two transactions wait for each other. */
const touchedChats = `touched as (
       insert into chat (workspace_id, id, number_id, recipient, phone, last_message, last_message_at, last_outbound_at, updated_at,
         type, name, group_id)
       select workspace_id, id, number_id, recipient, phone, last_message::jsonb, at, at, at, type, name, group_id
       from unnest($25::text[], $26::text[], $27::text[], $28::text[], $29::text[], $30::text[], $31::timestamptz[], $32::text[], $33::text[],
         $34::text[]) as c (workspace_id, id, number_id, recipient, phone, last_message, at, type, name, group_id)
       on conflict (workspace_id, id) do update set last_message = excluded.last_message, last_message_at = excluded.last_message_at,
         last_outbound_at = excluded.last_outbound_at, updated_at = excluded.updated_at, version = chat.version + 1
       returning ${chatColumns}, xmax = 0 as created
     )`

function chatValues(accepted: AcceptedMessage[]): unknown[] {
  const lastOfChat = new Map(accepted.map((each) => [`${each.row.workspaceId} ${each.row.chatId}`, each]))
  const last = [...lastOfChat.values()].sort((a, b) => (a.row.chatId < b.row.chatId ? -1 : 1))
  const rows = last.map(({ row }) => row)
  return [
    rows.map((row) => row.workspaceId),
    rows.map((row) => row.chatId),
    rows.map((row) => row.numberId),
    rows.map((row) => row.recipient),
    rows.map((row) => row.phone ?? null),
    rows.map((row) => JSON.stringify(lastMessage(row))),
    rows.map((row) => row.createdAt),
    last.map(({ chat }) => chat.type),
    last.map(({ chat }) => chat.name),
    rows.map((row) => row.groupId ?? null),
  ]
}

const storedMessages = `accepted as (
       select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[], $9::text[],
         $10::text[], $11::text[], $12::boolean[], $13::text[], $14::text[], $15::text[], $16::timestamptz[], $17::timestamptz[],
         $18::timestamptz[], $19::timestamptz[], $20::smallint[], $21::text[], $22::text[], $23::text[], $24::text[], $36::text[])
       as a (workspace_id, id, number_id, chat_id, recipient, phone, body, preview_url, quote_id, reference, priority, ordered, on_unknown,
         status, status_at, deliver_at, expires_at, created_at, due_at, rank, type, content, group_id, traceparent, post_id)
     ), stored as (
       insert into message (workspace_id, id, number_id, chat_id, direction, recipient, phone, type, body, content, preview_url, quote_id,
         reference, priority, ordered, on_unknown, status, status_at, deliver_at, expires_at, created_at, group_id, traceparent)
       select workspace_id, id, number_id, chat_id, 'out', recipient, phone, type, body, content::jsonb, preview_url, quote_id, reference, priority,
         ordered, on_unknown, status, status_at::jsonb, deliver_at, expires_at, created_at, group_id, traceparent from accepted
     )`

const queuedJobs = `queued as (
       insert into send_job (message_id, workspace_id, number_id, chat_id, recipient, priority, ordered, due_at, run_at, expires_at, on_unknown, post_id)
       select id, workspace_id, number_id, chat_id, recipient, rank, ordered, due_at, due_at, expires_at, on_unknown, post_id from accepted
     )`

function messageValues(accepted: AcceptedMessage[]): unknown[] {
  const rows = accepted.map(({ row }) => row)
  return [
    rows.map((row) => row.workspaceId),
    rows.map((row) => row.id),
    rows.map((row) => row.numberId),
    rows.map((row) => row.chatId),
    rows.map((row) => row.recipient),
    rows.map((row) => row.phone ?? null),
    rows.map((row) => row.body),
    rows.map((row) => row.previewUrl ?? null),
    rows.map((row) => row.quoteId ?? null),
    rows.map((row) => row.reference ?? null),
    rows.map((row) => row.priority),
    rows.map((row) => row.ordered),
    rows.map((row) => row.onUnknown),
    rows.map((row) => row.status),
    rows.map((row) => JSON.stringify(row.statusAt)),
    rows.map((row) => row.deliverAt ?? null),
    rows.map((row) => row.expiresAt),
    rows.map((row) => row.createdAt),
    accepted.map(({ dueAt }) => dueAt),
    rows.map((row) => priorityRank[row.priority ?? 'normal']),
    rows.map((row) => row.type),
    rows.map((row) => (row.content ? JSON.stringify(row.content) : null)),
    rows.map((row) => row.groupId ?? null),
    rows.map((row) => row.traceparent ?? null),
  ]
}

/**
 * Stores messages, the jobs that will send them, and the chats they make or go on with: one statement, since each costs a message that
 * waits a round trip. Answers the chats that are new or get labels: of the others nothing is to be told.
 */
export function storeAccepted(
  em: EntityManager,
  accepted: AcceptedMessage[],
): Promise<(ChatRow & { created: boolean })[]> {
  const labelled = accepted.filter(({ labels }) => labels.length > 0)
  return sql<ChatRow & { created: boolean }>(
    em,
    `with ${storedMessages}, ${queuedJobs}, ${touchedChats} select * from touched where created or id = any($35)`,
    [
      ...messageValues(accepted),
      ...chatValues(accepted),
      labelled.map(({ row }) => row.chatId),
      accepted.map(({ post }) => post),
    ],
  )
}
