import type { EntityManager } from '@mikro-orm/postgresql'
import { isoTimeSql, rowType, sql, statement } from '@posthorn/chassis'
import type { MessageRow } from '../entities/chat.ts'
import { expediteAwaited } from './pending.sql.ts'
import type { MessageContext } from './present.ts'

export const messageColumns = `m.workspace_id as "workspaceId", m.id, m.number_id as "numberId", m.chat_id as "chatId", m.direction,
  m.recipient, m.phone, m.group_id as "groupId", m.type, m.body, m.content, m.preview_url as "previewUrl", m.quote_id as "quoteId", m.reference, m.priority, m.ordered,
  m.on_unknown as "onUnknown", m.status, m.status_at as "statusAt", m.outcome_unknown as "outcomeUnknown", m.error,
  m.provider_id as "providerId", m.pricing, m.history, m.attempts, m.sender, m.deliver_at as "deliverAt", m.expires_at as "expiresAt", m.traceparent, m.author, m.version,
  m.created_at as "createdAt"`

export type MessageInContext = MessageRow & MessageContext

// Events about one group member's message must not include another member's message, because an erasure finds events by the people they
// name.
const lastMessage = `case when c.type <> 'group' or c.last_message->>'id' = m.id then c.last_message else c.last_message - 'message' end`

const chatFields = `case when c.id is not null then jsonb_build_object('type', c.type, 'status', c.status, 'assignee', c.assignee, 'labels', c.labels,
  'unreadCount', c.unread_count, 'lastMessage', ${lastMessage}, 'waitingSince', ${isoTimeSql('c.waiting_since')}, 'version', c.version,
  'lastInboundAt', ${isoTimeSql('c.last_inbound_at')}, 'lastOutboundAt', ${isoTimeSql('c.last_outbound_at')},
  'windowClosesAt', ${isoTimeSql('c.window_closes_at')}, 'createdAt', ${isoTimeSql('c.created_at')}, 'first', c.first_message_id is not distinct from m.id) end`

export const numberColumns = `n.phone as "numberPhone", n.name as "numberName", n.provider_ids as "providerIds"`

/** Quoted message `q` in events, with the provider's id if it was incoming. */
const quotedFields = `jsonb_build_object('id', q.id, 'direction', q.direction, 'type', q.type, 'message', q.body, 'at', ${isoTimeSql('q.created_at')},
  'status', case when q.direction = 'out' then q.status end, 'providerId', case when q.direction = 'in' then q.provider_id end)`

const quoted = `case when m.quote_id is not null and c.type <> 'group' then
  (select ${quotedFields} from message q where q.workspace_id = m.workspace_id and q.id = m.quote_id) end`

/** Columns for a message's event context: chat `c`, contact data `f` and number `n` of message `m`. */
export const contextColumns = `c.name as "chatName", c.contact_id as "contactId", ${numberColumns},
  ${chatFields} as "chatFields", f.fields as "contactFields", f.blocked as "contactBlocked", ${quoted} as quoted`
export const contextJoins = `left join chat c on c.workspace_id = m.workspace_id and c.id = m.chat_id
     left join contact_fact f on f.workspace_id = m.workspace_id and f.contact_id = coalesce(c.contact_id, m.sender->>'contact')
     left join known_number n on n.workspace_id = m.workspace_id and n.id = m.number_id`

/** Locks messages by id, in id order to avoid deadlocks. Leaves out those that don't exist. */
export async function lockMessages(
  em: EntityManager,
  ids: { workspace: string; id: string }[],
): Promise<MessageInContext[]> {
  const rows = await sql<MessageInContext>(
    em,
    `select ${messageColumns}, ${contextColumns}
     from unnest($1::text[], $2::text[]) as wanted (workspace_id, id)
     join message m on m.id = wanted.id and m.workspace_id = wanted.workspace_id and m.id = any($2)
     ${contextJoins}
     order by m.id for update of m`,
    [ids.map(({ workspace }) => workspace), ids.map(({ id }) => id)],
  )
  return inTheirChats(em, rows)
}

/** Adds the chats of messages that moved to another chat while the statement waited for their lock: it sees only the chats from before. */
export async function inTheirChats<R extends MessageInContext>(em: EntityManager, rows: R[]): Promise<R[]> {
  const withoutChat = rows.filter(({ chatFields: known }) => !known)
  const contexts = await contextsOf(em, withoutChat)
  return contexts.size === 0 ? rows : rows.map((row) => ({ ...row, ...contexts.get(row.id) }))
}

/** Returns the event context of messages, by message id. */
export async function contextsOf(em: EntityManager, rows: MessageRow[]): Promise<Map<string, MessageContext>> {
  if (rows.length === 0) return new Map()
  const contexts = await sql<MessageContext & { id: string }>(
    em,
    `select m.id, ${contextColumns} from unnest($1::text[], $2::text[]) as wanted (workspace_id, id)
     join message m on m.id = wanted.id and m.workspace_id = wanted.workspace_id and m.id = any($2)
     ${contextJoins}`,
    [rows.map(({ workspaceId }) => workspaceId), rows.map(({ id }) => id)],
  )
  return new Map(contexts.map(({ id, ...context }) => [id, context]))
}

export const contextOf = async (em: EntityManager, row: MessageRow): Promise<MessageContext> =>
  (await contextsOf(em, [row])).get(row.id) as MessageContext

const stateRow = rowType<MessageRow>({
  workspace_id: ['text', ({ workspaceId }) => workspaceId],
  id: 'text',
  number_id: ['text', ({ numberId }) => numberId],
  status: 'text',
  status_at: ['jsonb', ({ statusAt }) => statusAt],
  error: 'jsonb',
  provider_id: ['text', ({ providerId }) => providerId],
  outcome_unknown: ['boolean', ({ outcomeUnknown }) => outcomeUnknown],
  pricing: 'jsonb',
  version: 'integer',
})

const stateColumns = `status = s.status, status_at = s.status_at, error = s.error, provider_id = s.provider_id,
  outcome_unknown = s.outcome_unknown, pricing = s.pricing, version = s.version`

const updateStatuses = statement(
  { rows: stateRow },
  ({ rows }) =>
    `update message m set ${stateColumns} from ${rows.as('s')} where m.workspace_id = s.workspace_id and m.id = s.id`,
)

/** Stores the changeable fields of messages: status, times, error, provider id and price. */
export async function saveStatuses(em: EntityManager, rows: MessageRow[]): Promise<void> {
  if (rows.length > 0) await sql(em, updateStatuses({ rows }))
}

const contentRow = rowType<MessageRow>({
  workspace_id: ['text', ({ workspaceId }) => workspaceId],
  id: 'text',
  body: 'text',
  content: 'jsonb',
  version: 'integer',
})

const updateContent = statement(
  { rows: contentRow },
  ({ rows }) => `update message m set body = s.body, content = s.content, version = s.version,
      raw = case when s.content->'deletedAt' is not null then null else m.raw end
    from ${rows.as('s')} where m.workspace_id = s.workspace_id and m.id = s.id`,
)

/** Stores changed text and content. Also deletes the raw form of a deleted message, because it contains the text. */
export async function saveContent(em: EntityManager, rows: MessageRow[]): Promise<void> {
  if (rows.length > 0) await sql(em, updateContent({ rows }))
}

/** Returns our id for a provider id. Null if it is unknown, or if only amendments have named it so far. */
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

/**
 * Whether the provider accepted an earlier call of a message that waits for another call, or is in one. The id of that call is known, unlike
 * the id of a call with an unknown outcome.
 */
export async function repeatsAcceptance(
  em: EntityManager,
  { id, status, numberId, providerId }: MessageRow,
  acceptedId: string,
): Promise<boolean> {
  if (!providerId || (status !== 'queued' && status !== 'sending')) return false
  return (await findByProviderId(em, numberId, acceptedId)) === id
}

/** SQL expression for the id of message `named.id`, which may be our id or the provider's. */
export const referencedMessage = `coalesce((select p.message_id from known_number n join provider_reference p on p.number_id = n.id and p.provider_id = named.id
    where n.workspace_id = named.workspace_id and named.id like 'wamid.%' and p.message_id is not null limit 1), named.id)`

/** Returns our id for a message that a caller named by our id or the provider's. Returns an unknown id unchanged. */
export async function findByReference(em: EntityManager, workspace: string, reference: string): Promise<string> {
  const [row] = await sql<{ id: string }>(
    em,
    `select ${referencedMessage} as id from (values ($1::text, $2::text)) as named (workspace_id, id)`,
    [workspace, reference],
  )
  return row?.id ?? reference
}

/** Claims a reference that has no message yet, because an amendment arrived first. */
const takeAwaited = `on conflict (number_id, provider_id) do update
  set workspace_id = excluded.workspace_id, message_id = excluded.message_id
  where provider_reference.message_id is null and excluded.message_id is not null`

/** A provider id and the message it refers to. `messageId` is null if only an amendment refers to it and the message hasn't arrived. */
export type ProviderReference = { numberId: string; providerId: string; workspace: string; messageId: string | null }

/**
 * Records which messages provider ids belong to, and which messages amendments are about. A message that arrives at the same time as its
 * amendment waits for the amendment's transaction and then sees the amendment. Leaves out known messages that amendments are about: a
 * conflict would lock their rows before their messages, against the common lock order. Returns the ids of new messages, and for each one
 * whether amendments are waiting for it.
 */
export async function rememberProviderIds(
  em: EntityManager,
  references: ProviderReference[],
): Promise<Map<string, boolean>> {
  if (references.length === 0) return new Map()
  const rows = await sql<{ message_id: string | null; awaited: boolean }>(
    em,
    `insert into provider_reference (number_id, provider_id, workspace_id, message_id)
     select distinct on (r.number_id, r.provider_id) r.* from
       unnest($1::text[], $2::text[], $3::text[], $4::text[]) as r (number_id, provider_id, workspace_id, message_id)
     where r.message_id is not null or not exists (select 1 from provider_reference p
       where p.number_id = r.number_id and p.provider_id = r.provider_id and p.message_id is not null)
     order by r.number_id, r.provider_id, r.message_id
     ${takeAwaited} returning message_id, old.provider_id is not null as awaited`,
    [
      references.map((r) => r.numberId),
      references.map((r) => r.providerId),
      references.map((r) => r.workspace),
      references.map((r) => r.messageId),
    ],
  )
  return new Map(rows.flatMap(({ message_id: id, awaited }) => (id === null ? [] : [[id, awaited] as const])))
}

/** Records that these ids are those of amendments to messages, or of earlier calls. They are deleted with the messages. */
export async function markExtra(em: EntityManager, references: Omit<ProviderReference, 'workspace'>[]): Promise<void> {
  if (references.length === 0) return
  await sql(
    em,
    `update provider_reference r set message_id = e.message_id, extra = true
     from unnest($1::text[], $2::text[], $3::text[]) as e (number_id, provider_id, message_id)
     where r.number_id = e.number_id and r.provider_id = e.provider_id`,
    [
      references.map(({ numberId }) => numberId),
      references.map(({ providerId }) => providerId),
      references.map(({ messageId }) => messageId),
    ],
  )
}

/** Returns a message as the provider sent it, which its entity leaves out. Null if that wasn't stored. */
export async function findRaw(em: EntityManager, { workspaceId, id }: { workspaceId: string; id: string }) {
  const [row] = await sql<{ raw: unknown }>(em, 'select raw from message where workspace_id = $1 and id = $2', [
    workspaceId,
    id,
  ])
  return row?.raw ?? null
}

/** Queues a read receipt for the `receipts` loop, which the caller wakes, unless one is queued or the provider's id is unknown. */
export async function queueReceipt(em: EntityManager, row: MessageRow): Promise<void> {
  if (!row.providerId) return
  await sql(
    em,
    'insert into receipt_job (message_id, workspace_id, number_id, provider_id) values ($1, $2, $3, $4) on conflict do nothing',
    [row.id, row.workspaceId, row.numberId, row.providerId],
  )
}

export type AttemptRow = {
  attempt: number
  outcome: string
  error: unknown
  started_at: unknown
  latency_ms: number | null
}

/** Returns the provider calls for a message, oldest first. */
export const attemptsOf = (em: EntityManager, workspace: string, messageId: string): Promise<AttemptRow[]> =>
  sql<AttemptRow>(
    em,
    `select attempt, outcome, error, started_at, round(extract(epoch from ended_at - started_at) * 1000)::int as latency_ms
     from send_attempt where workspace_id = $1 and message_id = $2 order by started_at`,
    [workspace, messageId],
  )

/** Messages after a change of their status, and the ids of those whose jobs have ended. */
type StatusChanges = { changed: MessageRow[]; ended: string[] }

// The ids are also passed as a list, so that the planner can prune partitions of `message`. The limit prevents reading the jobs of all
// chats when one chat has nearly all of them. An array of keys always uses the index; a join may scan the table, depending on the queue's
// size at planning time.
const store = statement(
  { changed: stateRow, ids: 'text[]', ended: 'text[]' },
  ({ changed, ids, ended }) => `with changed as (
    select * from ${changed.as('s')}
  ), saved as (
    update message m set ${stateColumns} from changed s where m.id = s.id and m.workspace_id = s.workspace_id and m.id = any(${ids})
  ), named as (
    insert into provider_reference (number_id, provider_id, workspace_id, message_id)
    select distinct on (number_id, provider_id) number_id, provider_id, workspace_id, id from changed where provider_id is not null
    order by number_id, provider_id, id ${takeAwaited}
    returning number_id, provider_id, old.provider_id is not null as awaited
  ), expedited as (
    ${expediteAwaited('named')}
  ), gone as (
    delete from send_job where message_id = any(array(
      select message_id from send_job where message_id = any(${ended}) for update skip locked))
    returning chat_id
  )
  select exists (select 1 from gone cross join lateral (
    select 1 from send_job j where j.chat_id = gone.chat_id and j.ordered and j.message_id <> all(${ended}) limit 1
  ) next) as unblocks`,
)

/**
 * Stores changes in one statement: statuses, provider ids, and the end of jobs. As three statements, these made up a fifth of all statements
 * for a message. A job locked by another transaction is left to that transaction or to the next claim, which see that the message has moved
 * on. Returns whether a later message in these chats is waiting for its turn.
 */
export async function storeStatusChanges(em: EntityManager, { changed, ended }: StatusChanges): Promise<boolean> {
  if (changed.length === 0 && ended.length === 0) return false
  const [row] = await sql<{ unblocks: boolean }>(em, store({ changed, ids: changed.map(({ id }) => id), ended }))
  return row?.unblocks === true
}
