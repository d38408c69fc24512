import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { ChatRow } from '../entities/chat.ts'
import type { FileRow } from '../entities/file.ts'
import type { MessageRow } from '../entities/message.ts'
import type { NumberLineRow } from '../entities/number-line.ts'
import type { QueueView } from './present.ts'

/** A message about to be stored: its row, when it is due, and what its answer says of the queue. */
export type AcceptedMessage = { row: MessageRow; dueAt: Date; queue: QueueView }

/** What the calls of a batch refer to, looked up once for all. */
export type Targets = {
  number(workspace: string, id: string): NumberLineRow | undefined
  defaultNumber(workspace: string): NumberLineRow | undefined
  chat(workspace: string, id: string): { id: string; numberId: string; recipient: string } | undefined
  hasMessage(workspace: string, id: string): boolean
  file(workspace: string, id: string): NamedFile | undefined
}

/** How much sooner a more urgent message leaves: higher first. */
export const priorityRank = { low: 0, normal: 1, high: 2, urgent: 3 } as const

type Referring = {
  workspace: string
  input: {
    chat?: string | undefined
    quote?: string | undefined
    reactionMessage?: string | undefined
    media?: { file?: string | undefined } | undefined
  }
}

/** Columns of `chat` under the names the ORM gives them. */
export const chatColumns = `workspace_id as "workspaceId", id, number_id as "numberId", recipient, type, name, phone, contact_id as "contactId",
  status, unread_count as "unreadCount", pinned, muted, assignee_id as "assigneeId", assignee,
  label_ids as "labelIds", labels, last_message as "lastMessage", last_message_at as "lastMessageAt",
  last_inbound_at as "lastInboundAt", last_outbound_at as "lastOutboundAt", window_closes_at as "windowClosesAt", version,
  created_at as "createdAt", updated_at as "updatedAt"`

/** Numbers of the workspaces, and the chats and messages the calls name; a foreign id is as unknown as one that does not exist. */
export async function loadTargets(em: EntityManager, calls: Referring[]): Promise<Targets> {
  const numbers = await sql<NumberLineRow>(
    em,
    `select workspace_id as "workspaceId", id, version, provider, phone, name, is_default as "isDefault", connected, ciphertext
     from number_line where workspace_id = any($1)`,
    [[...new Set(calls.map(({ workspace }) => workspace))]],
  )
  const chats = await selectNamed(
    em,
    'chat',
    calls.map(({ workspace, input }) => ({ workspace, id: input.chat })),
  )
  const quoted = await selectNamed(
    em,
    'message',
    calls.map(({ workspace, input }) => ({ workspace, id: input.quote || input.reactionMessage })),
  )
  const files = await selectFiles(
    em,
    calls.flatMap(({ workspace, input }) => (input.media?.file ? [{ workspace, id: input.media.file }] : [])),
  )
  return {
    file: (workspace, id) => files.find((file) => file.workspace_id === workspace && file.id === id),
    number: (workspace, id) => numbers.find((number) => number.workspaceId === workspace && number.id === id),
    defaultNumber: (workspace) => numbers.find((number) => number.workspaceId === workspace && number.isDefault),
    chat: (workspace, id) => chats.find((chat) => chat.workspace_id === workspace && chat.id === id),
    hasMessage: (workspace, id) => quoted.some((message) => message.workspace_id === workspace && message.id === id),
  }
}

/** A file that a call wants sent. */
export type NamedFile = Pick<FileRow, 'id' | 'kind' | 'mime' | 'filename' | 'sha256'> & { workspace_id: string }

async function selectFiles(em: EntityManager, named: { workspace: string; id: string }[]): Promise<NamedFile[]> {
  if (named.length === 0) return []
  return sql<NamedFile>(
    em,
    `select f.workspace_id, f.id, f.kind, f.mime, f.filename, f.sha256
     from unnest($1::text[], $2::text[]) as named (workspace_id, id) join file f using (workspace_id, id)`,
    [named.map(({ workspace }) => workspace), named.map(({ id }) => id)],
  )
}

type NamedRow = { workspace_id: string; id: string; numberId: string; recipient: string }

async function selectNamed(
  em: EntityManager,
  table: string,
  named: { workspace: string; id: string | undefined }[],
): Promise<NamedRow[]> {
  const given = named.filter(({ id }) => id)
  if (given.length === 0) return []
  return sql<NamedRow>(
    em,
    `select t.workspace_id, t.id, t.number_id as "numberId", t.recipient
     from unnest($1::text[], $2::text[]) as named (workspace_id, id)
     join ${table} t on t.workspace_id = named.workspace_id and t.id = named.id`,
    [given.map(({ workspace }) => workspace), given.map(({ id }) => id)],
  )
}

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

/** Makes or updates the chats of these outgoing messages, in the order of their ids; answers those that are new. */
export async function touchChats(em: EntityManager, accepted: AcceptedMessage[]): Promise<ChatRow[]> {
  const lastOfChat = new Map(accepted.map(({ row }) => [`${row.workspaceId} ${row.chatId}`, row]))
  const rows = [...lastOfChat.values()].sort((a, b) => (a.chatId < b.chatId ? -1 : 1))
  const touched = await sql<ChatRow & { created: boolean }>(
    em,
    `insert into chat (workspace_id, id, number_id, recipient, phone, last_message, last_message_at, last_outbound_at, updated_at)
     select workspace_id, id, number_id, recipient, phone, last_message::jsonb, at, at, at
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
       as c (workspace_id, id, number_id, recipient, phone, last_message, at)
     on conflict (workspace_id, id) do update set last_message = excluded.last_message, last_message_at = excluded.last_message_at,
       last_outbound_at = excluded.last_outbound_at, updated_at = excluded.updated_at, version = chat.version + 1
     returning ${chatColumns}, xmax = 0 as created`,
    [
      rows.map((row) => row.workspaceId),
      rows.map((row) => row.chatId),
      rows.map((row) => row.numberId),
      rows.map((row) => row.recipient),
      rows.map((row) => row.phone ?? null),
      rows.map((row) => JSON.stringify(lastMessage(row))),
      rows.map((row) => row.createdAt),
    ],
  )
  return touched.filter(({ created }) => created)
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

/** Stores messages and, in the same statement, the jobs that will send them. */
export async function insertAccepted(em: EntityManager, accepted: AcceptedMessage[]): Promise<void> {
  const rows = accepted.map(({ row }) => row)
  await sql(
    em,
    `with accepted as (
       select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[], $9::text[],
         $10::text[], $11::text[], $12::boolean[], $13::text[], $14::text[], $15::text[], $16::timestamptz[], $17::timestamptz[],
         $18::timestamptz[], $19::timestamptz[], $20::smallint[], $21::text[], $22::text[])
       as a (workspace_id, id, number_id, chat_id, recipient, phone, body, preview_url, quote_id, reference, priority, ordered, on_unknown,
         status, status_at, deliver_at, expires_at, created_at, due_at, rank, type, content)
     ), stored as (
       insert into message (workspace_id, id, number_id, chat_id, direction, recipient, phone, type, body, content, preview_url, quote_id,
         reference, priority, ordered, on_unknown, status, status_at, deliver_at, expires_at, created_at)
       select workspace_id, id, number_id, chat_id, 'out', recipient, phone, type, body, content::jsonb, preview_url, quote_id, reference, priority,
         ordered, on_unknown, status, status_at::jsonb, deliver_at, expires_at, created_at from accepted
     )
     insert into send_job (message_id, workspace_id, number_id, chat_id, recipient, priority, ordered, due_at, run_at, expires_at, on_unknown)
     select id, workspace_id, number_id, chat_id, recipient, rank, ordered, due_at, due_at, expires_at, on_unknown from accepted`,
    [
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
    ],
  )
}
