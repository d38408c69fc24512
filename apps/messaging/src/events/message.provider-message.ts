import { on, rowType, sql, statement, type Tx } from '@posthorn/chassis'
import { type BusEvent, newId } from '@posthorn/contracts'
import { followCustomer, newAddressOf } from '../chats/change-recipient.sql.ts'
import { presentChat } from '../chats/present.ts'
import { recordChanges } from '../chats/record-changes.ts'
import { type GroupPlace, type TouchedChat, touchChat } from '../chats/touch.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import { incomingContent, incomingText, withQuote } from '../content/incoming.ts'
import type { Author, ChatRow } from '../entities/chat.ts'
import type { MessageRow } from '../entities/message.ts'
import { queueMedia } from '../files/received-media.sql.ts'
import { amend } from '../messages/amend.ts'
import { countAnswer } from '../messages/count-answer.ts'
import { compareChats, lockChats, lockMessagesByProviderId } from '../messages/lock-order.sql.ts'
import { chatStateOf, messageEventData } from '../messages/present.ts'
import { findByProviderId, rememberProviderIds } from '../messages/rows.sql.ts'

type Incoming = BusEvent<'provider:message'>
type IncomingMessage = { event: Incoming; row: MessageRow; group: GroupPlace | null }

/** Takes incoming messages in: each provider id once, however often and long the provider repeats it. */
export const messageFromProvider = on<'provider:message', MessagingRuntime>(
  'provider:message',
  async ({ tx, events }) => {
    const groups = await groupsOf(tx, events)
    const planned = events.map((event) => plan(event, groups))
    // Neither needs the other's answer: one round trip for both.
    const [blocked, fresh] = await Promise.all([blockedAmong(tx, events), remember(tx, planned)])
    const taken = planned.filter(({ row }) => fresh.has(row.id)).map((each) => markBlocked(each, blocked))
    await lockFor(tx, taken)
    // New chats are made in the order of the locks, too; what was written in one stays in its order.
    for (const each of taken.toSorted((a, b) => compareChats(a.row, b.row))) await storeIncoming(tx, each)
  },
)

/** Notes the provider's ids; answers our ids of the messages whose provider id is new. */
function remember(tx: Tx, planned: IncomingMessage[]): Promise<Set<string>> {
  const references = planned.map(({ row }) => ({
    numberId: row.numberId,
    providerId: row.providerId as string,
    workspace: row.workspaceId,
    messageId: row.id,
  }))
  return rememberProviderIds(tx.em, references)
}

/** Locks what these messages change: their chats, then the messages they are about. One chat alone is locked by its change. */
async function lockFor(tx: Tx, taken: IncomingMessage[]): Promise<void> {
  const named = taken.flatMap(({ event: { data } }) => {
    const providerId = data.content?.about?.providerId ?? data.quotedProviderId
    return providerId ? [{ numberId: data.number, providerId }] : []
  })
  const moved = taken.flatMap(({ event, row }) => {
    const next = newAddressOf(event.data)
    return next ? [{ ...row, recipient: next.address }] : []
  })
  if (taken.length <= 1 && named.length === 0 && moved.length === 0) return
  await lockChats(tx.em, [...taken.map(({ row }) => row), ...moved])
  await lockMessagesByProviderId(tx.em, named)
}

const groupKey = (number: string, providerId: string) => `${number} ${providerId}`

/** The groups that messages were written in, by number and the provider's id; one that was not made here has no id and no name. */
async function groupsOf(tx: Tx, events: Incoming[]): Promise<Map<string, GroupPlace>> {
  const written = events.flatMap(({ data: { number, groupId } }) => (groupId ? [{ number, groupId }] : []))
  const places = new Map<string, GroupPlace>()
  if (written.length === 0) return places
  for (const { number, groupId } of written) places.set(groupKey(number, groupId), { id: null, name: null })
  const known = await sql<GroupPlace & { number_id: string; provider_id: string }>(
    tx.em,
    `select distinct g.id, g.name, g.number_id, g.provider_id from unnest($1::text[], $2::text[]) as w (number_id, provider_id)
     join known_group g using (number_id, provider_id)`,
    [written.map(({ number }) => number), written.map(({ groupId }) => groupId)],
  )
  for (const { id, name, number_id, provider_id } of known) places.set(groupKey(number_id, provider_id), { id, name })
  return places
}

/** Finds the senders that are blocked, by workspace and address. */
async function blockedAmong(tx: Tx, events: Incoming[]): Promise<Set<string>> {
  const rows = await sql<{ workspace_id: string; recipient: string }>(
    tx.em,
    `select distinct b.workspace_id, b.recipient from unnest($1::text[], $2::text[]) as w (workspace_id, recipient)
     join blocked_recipient b using (workspace_id, recipient)`,
    [events.map(({ workspace }) => workspace), events.map(({ data: { from } }) => from.phone ?? from.userId ?? '')],
  )
  return new Set(rows.map(({ workspace_id, recipient }) => `${workspace_id} ${recipient}`))
}

/** A message of a blocked contact is marked so; a group is written to, not us. */
function markBlocked(planned: IncomingMessage, blocked: Set<string>): IncomingMessage {
  const { row, group } = planned
  if (group || !blocked.has(`${row.workspaceId} ${row.recipient}`)) return planned
  return { ...planned, row: { ...row, content: { ...row.content, blocked: true } } }
}

function plan(event: Incoming, groups: Map<string, GroupPlace>): IncomingMessage {
  const { workspace, data } = event
  const person = data.from.phone ?? data.from.userId
  // Nothing is dropped: a message that names nobody is a chat of its own, which nobody can answer.
  const recipient = data.groupId || (person ?? data.providerId)
  const group = data.groupId ? (groups.get(groupKey(data.number, data.groupId)) ?? null) : null
  return {
    event,
    group,
    row: {
      workspaceId: workspace,
      id: newId('msg'),
      numberId: data.number,
      chatId: newId('chat'),
      direction: 'in',
      recipient,
      phone: group ? null : (data.from.phone ?? null),
      groupId: group?.id ?? null,
      ...incomingContent(data),
      body: incomingText(data),
      status: 'received',
      statusAt: { received: data.timestamp },
      outcomeUnknown: false,
      providerId: data.providerId,
      attempts: 0,
      sender: data.from,
      version: 1,
      createdAt: new Date(),
    } as MessageRow,
  }
}

async function storeIncoming(tx: Tx, { event, row, group }: IncomingMessage): Promise<void> {
  const { data, workspace, traceparent } = event
  if (await amend(tx, event, row)) return
  const quoteId = data.quotedProviderId ? await findByProviderId(tx.em, data.number, data.quotedProviderId) : null
  const planned: MessageRow = { ...row, quoteId, content: withQuote(row, quoteId ? undefined : data.quotedProviderId) }
  const touched = touchChat(tx, { row: planned, at: data.timestamp, group })
  const [chat] = await Promise.all([touched, insertIncoming(tx, planned, data.raw)])
  const stored = inChat(planned, chat)
  const { numberPhone, numberName, contactFields, contactBlocked } = chat
  const around = {
    chatName: chat.name ?? null,
    contactId: chat.contactId ?? null,
    numberPhone,
    numberName,
    chatState: chatStateOf(chat, chat.version === 1),
    contactFields,
    contactBlocked,
  }
  tx.emit({
    kind: 'message:in',
    workspace,
    data: messageEventData(stored, around),
    aggregate: { id: row.id, version: 1 },
    traceparent,
  })
  if (!stored.content?.blocked) await countAnswer(tx, stored, traceparent)
  await queueMedia(tx, stored)
  const changes = changesOf(chat)
  recordChanges(
    tx.em,
    changes.map((change) => ({ chat, change })),
  )
  for (const change of changes) {
    tx.emit({
      kind: 'chat:updated',
      workspace,
      data: { ...presentChat(chat), change, ...snoozedBy(change, chat) },
      aggregate: { id: chat.id, version: chat.version },
      traceparent,
    })
  }
  await followCustomer(tx, event, chat)
}

function changesOf({ version, reopened, woken }: TouchedChat): ('created' | 'reopened' | 'woken')[] {
  if (version === 1) return ['created']
  return [...(reopened ? (['reopened'] as const) : []), ...(woken ? (['woken'] as const) : [])]
}

function snoozedBy(change: string, { snoozedBy: by }: TouchedChat): { snoozedBy?: Author } {
  return change === 'woken' && by ? { snoozedBy: by } : {}
}

/** The message as it was stored: in the chat that is there, from the contact that a chat with one person knows. */
function inChat(row: MessageRow, { id, type, contactId }: ChatRow): MessageRow {
  const sender = type === 'direct' && contactId ? { ...row.sender, contact: contactId } : row.sender
  return { ...row, chatId: id, sender } as MessageRow
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

const plainFields = new Set('id timestamp type text from from_user_id from_parent_user_id group_id context'.split(' '))
const plainContext = new Set(['id', 'from'])

/** Returns true for the raw form of a text of which every field stands on the message. */
function isPlainText(raw: unknown): boolean {
  const { type, context, ...rest } = (raw ?? {}) as Record<string, unknown>
  if (type !== 'text') return false
  const isKnown = (value: unknown, names: Set<string>) => Object.keys(value ?? {}).every((name) => names.has(name))
  return isKnown(rest, plainFields) && isKnown(context, plainContext)
}

/** Stores a message beside its chat, which the statement before has made or changed. */
async function insertIncoming(tx: Tx, row: MessageRow, raw: unknown): Promise<void> {
  await sql(tx.em, insert({ message: [{ ...row, raw: isPlainText(raw) ? null : raw }] }))
}
