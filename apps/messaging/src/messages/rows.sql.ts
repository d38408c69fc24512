import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { MessageRow } from '../entities/message.ts'
import type { MessageContext } from './present.ts'

/** All columns of `message` under the names the ORM gives them. */
export const messageColumns = `m.workspace_id as "workspaceId", m.id, m.number_id as "numberId", m.chat_id as "chatId", m.direction,
  m.recipient, m.phone, m.group_id as "groupId", m.type, m.body, m.content, m.preview_url as "previewUrl", m.quote_id as "quoteId", m.reference, m.priority, m.ordered,
  m.on_unknown as "onUnknown", m.status, m.status_at as "statusAt", m.outcome_unknown as "outcomeUnknown", m.error,
  m.provider_id as "providerId", m.attempts, m.sender, m.deliver_at as "deliverAt", m.expires_at as "expiresAt", m.traceparent, m.version,
  m.created_at as "createdAt"`

/** A message with what its events tell beside it. */
export type MessageInContext = MessageRow & MessageContext

/** What stands beside a message in its events, and where it comes from: chat `c` and number `n` of message `m`. */
export const contextColumns = `c.name as "chatName", c.contact_id as "contactId", n.phone as "numberPhone", n.name as "numberName"`
/** The joins behind `surroundingColumns`. */
export const contextJoins = `left join chat c on c.workspace_id = m.workspace_id and c.id = m.chat_id
     left join number_line n on n.workspace_id = m.workspace_id and n.id = m.number_id`

/** Messages by id, locked in the order of their ids so that two transactions never wait for each other in a circle. */
export function lockMessages(em: EntityManager, ids: { workspace: string; id: string }[]): Promise<MessageInContext[]> {
  return sql<MessageInContext>(
    em,
    `select ${messageColumns}, ${contextColumns}
     from unnest($1::text[], $2::text[]) as wanted (workspace_id, id)
     join message m on m.workspace_id = wanted.workspace_id and m.id = wanted.id and m.id = any($2)
     ${contextJoins}
     order by m.id for update of m`,
    [ids.map(({ workspace }) => workspace), ids.map(({ id }) => id)],
  )
}

/** Stores what may change about messages: state, times, error, provider id. */
export async function saveStates(em: EntityManager, rows: MessageRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql(
    em,
    `update message m set status = s.status, status_at = s.status_at::jsonb, error = s.error::jsonb, provider_id = s.provider_id,
       outcome_unknown = s.outcome_unknown, version = s.version
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::boolean[], $8::integer[])
       as s (workspace_id, id, status, status_at, error, provider_id, outcome_unknown, version)
     where m.workspace_id = s.workspace_id and m.id = s.id`,
    [
      rows.map((row) => row.workspaceId),
      rows.map((row) => row.id),
      rows.map((row) => row.status),
      rows.map((row) => JSON.stringify(row.statusAt)),
      rows.map((row) => (row.error ? JSON.stringify(row.error) : null)),
      rows.map((row) => row.providerId ?? null),
      rows.map((row) => row.outcomeUnknown),
      rows.map((row) => row.version),
    ],
  )
}

/** Stores text and content of messages that were changed after they were stored. */
export async function saveContent(em: EntityManager, rows: MessageRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql(
    em,
    `update message m set body = s.body, content = s.content::jsonb, version = s.version
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::integer[]) as s (workspace_id, id, body, content, version)
     where m.workspace_id = s.workspace_id and m.id = s.id`,
    [
      rows.map((row) => row.workspaceId),
      rows.map((row) => row.id),
      rows.map((row) => row.body ?? null),
      rows.map((row) => (row.content ? JSON.stringify(row.content) : null)),
      rows.map((row) => row.version),
    ],
  )
}

/** The message a provider id belongs to. */
export async function findByProviderId(
  em: EntityManager,
  numberId: string,
  providerId: string,
): Promise<string | null> {
  const [row] = await sql<{ message_id: string }>(
    em,
    'select message_id from provider_reference where number_id = $1 and provider_id = $2',
    [numberId, providerId],
  )
  return row?.message_id ?? null
}

/** Remembers which message a provider id belongs to; answers the ids that were new. */
export async function rememberProviderIds(
  em: EntityManager,
  references: { numberId: string; providerId: string; workspace: string; messageId: string }[],
): Promise<Set<string>> {
  if (references.length === 0) return new Set()
  const rows = await sql<{ message_id: string }>(
    em,
    `insert into provider_reference (number_id, provider_id, workspace_id, message_id)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[])
     on conflict do nothing returning message_id`,
    [
      references.map((r) => r.numberId),
      references.map((r) => r.providerId),
      references.map((r) => r.workspace),
      references.map((r) => r.messageId),
    ],
  )
  return new Set(rows.map((row) => row.message_id))
}
