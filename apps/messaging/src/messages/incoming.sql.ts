import type { EntityManager } from '@mikro-orm/postgresql'
import { rowType, sql, statement } from '@posthorn/chassis'
import { type BusEvent, identifiersOf, idFloor, type ProviderChange } from '@posthorn/contracts'
import type { GroupPlace } from '../chats/touch.sql.ts'
import type { MessageRow } from '../entities/chat.ts'

export type Incoming = BusEvent<'provider:message'>

export const groupKey = (number: string, providerId: string) => `${number} ${providerId}`

/**
 * Returns the groups that messages belong to, by number and provider id. A group that wasn't created through this API has no id or name.
 */
export async function groupsOf(em: EntityManager, events: Incoming[]): Promise<Map<string, GroupPlace>> {
  const written = events.flatMap(({ data: { number, groupId } }) => (groupId ? [{ number, groupId }] : []))
  const places = new Map<string, GroupPlace>()
  if (written.length === 0) return places
  for (const { number, groupId } of written) places.set(groupKey(number, groupId), { id: null, name: null })
  const known = await sql<GroupPlace & { number_id: string; provider_id: string }>(
    em,
    `select distinct g.id, g.name, g.number_id, g.provider_id from unnest($1::text[], $2::text[]) as w (number_id, provider_id)
     join known_group g using (number_id, provider_id)`,
    [written.map(({ number }) => number), written.map(({ groupId }) => groupId)],
  )
  for (const { id, name, number_id, provider_id } of known) places.set(groupKey(number_id, provider_id), { id, name })
  return places
}

/** Returns the blocked senders, by workspace and identifier. Includes people who are blocked under another of their identifiers. */
export async function blockedAmong(em: EntityManager, events: Incoming[]): Promise<Set<string>> {
  const senders = events.flatMap(({ workspace, data }) =>
    identifiersOf(data.from).map(({ value }) => ({ workspace, value })),
  )
  const rows = await sql<{ workspace_id: string; recipient: string }>(
    em,
    `select distinct w.workspace_id, w.recipient from unnest($1::text[], $2::text[]) as w (workspace_id, recipient)
     left join person_identifier p on p.workspace_id = w.workspace_id and p.value = w.recipient and (p.released_at is null or p.type <> 'phone')
     join blocked_recipient b on b.workspace_id = w.workspace_id and b.recipient in (w.recipient, p.person)`,
    [senders.map(({ workspace }) => workspace), senders.map(({ value }) => value)],
  )
  return new Set(rows.map(({ workspace_id, recipient }) => `${workspace_id} ${recipient}`))
}

const incomingRow = rowType<MessageRow & { raw: unknown }>({
  workspace_id: ['text', ({ workspaceId }) => workspaceId],
  id: 'text',
  number_id: ['text', ({ numberId }) => numberId],
  recipient: 'text',
  phone: 'text',
  type: 'text',
  body: 'text',
  quote_id: ['text', ({ quoteId }) => quoteId],
  status_at: ['jsonb', ({ statusAt }) => statusAt],
  provider_id: ['text', ({ providerId }) => providerId],
  sender: 'jsonb',
  raw: 'jsonb',
  created_at: ['timestamptz', ({ createdAt }) => createdAt],
  content: 'jsonb',
  group_id: ['text', ({ groupId }) => groupId],
})

const insert = statement(
  { message: incomingRow },
  ({
    message,
  }) => `insert into message (workspace_id, id, number_id, chat_id, direction, recipient, phone, type, body, quote_id, status,
      status_at, provider_id, sender, raw, created_at, content, group_id)
    select m.workspace_id, m.id, m.number_id, c.id, 'in', m.recipient, m.phone, m.type, m.body, m.quote_id, 'received', m.status_at, m.provider_id,
      m.sender || case when c.type = 'direct' and c.contact_id is not null then jsonb_build_object('contact', c.contact_id) else '{}' end,
      m.raw, m.created_at, m.content, m.group_id
    from ${message.as('m')} join chat c on c.workspace_id = m.workspace_id and c.number_id = m.number_id and c.recipient = m.recipient`,
)

/** Fields of a raw text message that events show. */
const plainFields = ['id', 'timestamp', 'type', 'text', 'from', 'from_user_id']
/** Fields of a raw text message that the stored row contains. */
const fieldsOfMessage = [...plainFields, 'from_parent_user_id', 'group_id', 'context']

/** Whether the raw text message has only these fields, all of which our message includes. */
function isPlainText(raw: unknown, fields: readonly string[]): boolean {
  const { type, text, context } = (raw ?? {}) as Record<string, unknown>
  const hasOnly = (value: unknown, names: readonly string[]) =>
    Object.keys(value ?? {}).every((name) => names.includes(name))
  return type === 'text' && hasOnly(raw, fields) && hasOnly(text, ['body']) && hasOnly(context, ['id', 'from'])
}

/**
 * Returns the provider's original item if the event doesn't show all of it. `list` is where the callback's value lists it, and `around` the
 * other fields of that value.
 */
export function callbackOf(
  list: 'messages' | 'statuses' | 'message_echoes',
  { raw, around }: { raw?: unknown; around?: Record<string, unknown> | undefined },
): ProviderChange | undefined {
  // Large items aren't stored.
  if (raw === undefined || raw === null || (around === undefined && isPlainText(raw, plainFields))) return undefined
  return { field: list === 'message_echoes' ? 'smb_message_echoes' : 'messages', value: { ...around, [list]: [raw] } }
}

/** Stores a message, with its raw form if that contains more. A previous statement must have created or updated its chat. */
export async function insertIncoming(em: EntityManager, row: MessageRow, raw: unknown): Promise<void> {
  await sql(em, insert({ message: [{ ...row, raw: isPlainText(raw, fieldsOfMessage) ? null : raw }] }))
}

/** Number of days for which a poll accepts numbers as answers even if they don't quote it. */
const pollOpenDays = 7

/** Returns the chat's latest poll that a typed number can answer, or null if there is none. */
export async function lastPoll(em: EntityManager, answer: MessageRow): Promise<string | null> {
  const since = idFloor('msg', answer.createdAt.getTime() - pollOpenDays * 86_400_000)
  const [row] = await sql<{ id: string }>(
    em,
    `select id from message where workspace_id = $1 and chat_id = $2 and direction = 'out' and type = 'poll' and id > $3
     order by id desc limit 1`,
    [answer.workspaceId, answer.chatId, since],
  )
  return row?.id ?? null
}
