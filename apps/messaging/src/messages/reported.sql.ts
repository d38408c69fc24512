import type { EntityManager } from '@mikro-orm/postgresql'
import { rowType, sql, statement, type Tx } from '@posthorn/chassis'
import { type BusEvent, identifiersOf, idFloor, newId } from '@posthorn/contracts'
import { announceChat } from '../chats/change.ts'
import { extendWindow, type GroupPlace } from '../chats/touch.sql.ts'
import { incomingContent, incomingText, withQuote } from '../content/incoming.ts'
import type { ChatRow, MessageRow } from '../entities/chat.ts'
import { queueMedia } from '../files/files.sql.ts'
import { linkPeople } from '../people/link.ts'
import { isQuestion } from '../statistics/measured-answers.sql.ts'
import { chatColumns, lastMessageOf } from './accept.sql.ts'
import { applyPending } from './amend.ts'
import { callbackOf, fieldsOfMessage, isPlainText, messageEventData } from './present.ts'
import { contextOf, findByProviderId } from './rows.sql.ts'

export type Incoming = BusEvent<'provider:message'>

export const groupKey = (number: string, providerId: string) => `${number} ${providerId}`

/** Returns the groups that messages belong to, by number and provider id. Groups not created through this API have no id or name. */
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

type Event = BusEvent<'provider:echo'>

/** An action of the business in the provider's own app, and the row planned for it. */
type Echo = { event: Event; row: MessageRow }

/** Builds an echo's row, which counts as sent: the provider's own app sent it. Without a recipient, it gets a separate chat. */
export function planEcho(event: Event): Echo {
  const { workspace, data } = event
  const { type, content } = incomingContent(data)
  const row = {
    workspaceId: workspace,
    id: newId('msg'),
    numberId: data.number,
    chatId: newId('chat'),
    direction: 'out',
    recipient: data.groupId ?? identifiersOf(data.to)[0]?.value ?? data.providerId,
    phone: data.groupId ? null : (data.to.phone ?? null),
    groupId: data.groupId ?? null,
    type,
    content: { ...content, via: 'app' },
    body: incomingText(data),
    status: 'sent',
    statusAt: { sent: data.timestamp },
    outcomeUnknown: false,
    providerId: data.providerId,
    attempts: 0,
    version: 1,
    createdAt: new Date(),
  } as MessageRow
  return { event, row }
}

/** Assigns echoes to their customers' chats, no matter which identifier the provider uses. */
export async function withCustomers(tx: Tx, echoes: Echo[]): Promise<Echo[]> {
  const direct = echoes.filter(({ event: { data } }) => !data.groupId && identifiersOf(data.to).length > 0)
  const proofs = direct.map(({ event: { workspace, data, traceparent } }) => {
    const evidence = { current: identifiersOf(data.to), previous: [], at: Date.parse(data.timestamp) }
    return { workspace, evidence, traceparent }
  })
  const recipients = await linkPeople(tx, proofs)
  const byRow = new Map(direct.map(({ row }, i) => [row.id, recipients[i]]))
  return echoes.map(({ event, row }) => ({ event, row: { ...row, recipient: byRow.get(row.id) ?? row.recipient } }))
}

/** Stores and announces a message sent from the provider's own app. `awaited` means that amendments arrived before it. */
export async function storeEcho(
  tx: Tx,
  { event, row: reported }: Echo,
  { awaited }: { awaited: boolean },
): Promise<void> {
  const { workspace, data, traceparent } = event
  const { row: planned, customerAt } = awaited
    ? await applyPending(tx, reported)
    : { row: reported, customerAt: undefined }
  const quoteId = data.quotedProviderId ? await findByProviderId(tx.em, data.number, data.quotedProviderId) : null
  const row = { ...planned, quoteId, content: withQuote(planned, quoteId ? undefined : data.quotedProviderId) }
  const { created, read, ...chat } = await insertEcho(tx.em, {
    row,
    to: data.to,
    at: data.timestamp,
    raw: row.content?.deletedAt ? null : data.raw,
  })
  if (customerAt) await extendWindow(tx, row, customerAt)
  const stored = { ...row, chatId: chat.id, groupId: chat.groupId }
  const shown = messageEventData(stored, await contextOf(tx.em, stored))
  const aggregate = { id: row.id, version: 1 }
  // After an amendment, a message no longer matches the provider's original.
  const callback = awaited ? undefined : callbackOf('message_echoes', data)
  tx.emit({ kind: 'message:out', workspace, data: shown, aggregate, traceparent, callback })
  await queueMedia(tx, stored)
  if (created || read) announceChat(tx, chat, { change: created ? 'created' : 'read', traceparent })
}

type ChatEcho = {
  row: MessageRow
  to: { name?: string | undefined; contact?: string | undefined }
  at: string
  raw: unknown
}

/** `created` means that the echo opened the chat, `read` that it answered unread messages. */
type EchoChat = ChatRow & { created: boolean; read: boolean }

/** How much our clock may be behind the provider's. Limits the messages of a chat that are read to find those after an echo. */
const clockDifferenceMs = 86_400_000

const echoRow = rowType<ChatEcho>({
  workspace_id: ['text', ({ row }) => row.workspaceId],
  id: ['text', ({ row }) => row.id],
  number_id: ['text', ({ row }) => row.numberId],
  chat_id: ['text', ({ row }) => row.chatId],
  recipient: ['text', ({ row }) => row.recipient],
  phone: ['text', ({ row }) => row.phone],
  name: ['text', ({ to }) => to.name],
  contact_id: ['text', ({ to }) => to.contact],
  is_group: ['boolean', ({ row }) => row.groupId !== null],
  type: ['text', ({ row }) => row.type],
  body: ['text', ({ row }) => row.body],
  content: ['jsonb', ({ row }) => row.content],
  quote_id: ['text', ({ row }) => row.quoteId],
  status_at: ['jsonb', ({ row }) => row.statusAt],
  provider_id: ['text', ({ row }) => row.providerId],
  created_at: ['timestamptz', ({ row }) => row.createdAt],
  last_message: ['jsonb', ({ row }) => lastMessageOf(row)],
  raw: ['jsonb', ({ raw }) => raw],
  at: 'timestamptz',
  later_from: [
    'text',
    ({ row, at }) => idFloor('msg', Math.min(Date.parse(at), row.createdAt.getTime()) - clockDifferenceMs),
  ],
})

// A newer customer message that arrived before the echo is still unanswered and stays the last message.
const isPassed = 'coalesce(chat.last_inbound_at > excluded.answered_in_app_at, false)'
const store = statement(
  { echo: echoRow },
  ({ echo }) => `with given as (
    select e.*, g.id as group_id, g.name as group_name from ${echo.as('e')}
    left join known_group g on e.is_group and g.number_id = e.number_id and g.provider_id = e.recipient
  ), later as (
    select count(m.id)::int as unread, min((m.status_at->>'received')::timestamptz) as since
    from given g join chat c on c.workspace_id = g.workspace_id and c.number_id = g.number_id and c.recipient = g.recipient and c.last_inbound_at > g.at
    join message m on m.workspace_id = c.workspace_id and m.chat_id = c.id
    where m.id >= g.later_from and m.direction = 'in' and ${isQuestion('m')} and (m.status_at->>'received')::timestamptz > g.at
  ), touched as (
    insert into chat (workspace_id, id, number_id, recipient, phone, name, contact_id, first_message_id, last_message, last_message_at, last_outbound_at, answered_in_app_at, type, group_id)
    select workspace_id, chat_id, number_id, recipient, phone, coalesce(group_name, name), contact_id, id, last_message, created_at, created_at, at,
      case when is_group then 'group' else 'direct' end, group_id
    from given
    on conflict (workspace_id, number_id, recipient) do update set contact_id = coalesce(chat.contact_id, excluded.contact_id),
      first_message_id = coalesce(chat.first_message_id, excluded.first_message_id),
      last_message = case when ${isPassed} then chat.last_message else excluded.last_message end,
      last_message_at = case when ${isPassed} then chat.last_message_at else excluded.last_message_at end, last_outbound_at = excluded.last_outbound_at,
      answered_in_app_at = greatest(chat.answered_in_app_at, excluded.answered_in_app_at),
      unread_count = least(chat.unread_count, (select unread from later)),
      waiting_since = case when chat.waiting_since <= excluded.answered_in_app_at then (select since from later) else chat.waiting_since end, failed = false, version = chat.version + 1, updated_at = now()
    returning ${chatColumns}, old.id is null as created, coalesce(old.unread_count > 0 and chat.unread_count = 0, false) as read
  ), stored as (
    insert into message (workspace_id, id, number_id, chat_id, direction, recipient, phone, type, body, content, quote_id, status, status_at,
      provider_id, raw, created_at, group_id)
    select g.workspace_id, g.id, g.number_id, t.id, 'out', g.recipient, g.phone, g.type, g.body, g.content, g.quote_id, 'sent', g.status_at,
      g.provider_id, g.raw, g.created_at, g.group_id
    from given g, touched t
  )
  select * from touched`,
)

/** Stores a message sent from the provider's own app, and opens or updates its chat. */
async function insertEcho(em: EntityManager, echo: ChatEcho): Promise<EchoChat> {
  const [chat] = await sql<EchoChat>(em, store({ echo: [echo] }))
  return chat as EchoChat
}
