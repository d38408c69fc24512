import { on, sql, type Tx } from '@posthorn/chassis'
import { newId } from '@posthorn/contracts'
import { newAddressOf } from '../chats/change-recipient.sql.ts'
import type { GroupPlace } from '../chats/touch.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import { incomingContent, incomingText } from '../content/incoming.ts'
import type { MessageRow } from '../entities/message.ts'
import { amend } from '../messages/amend.ts'
import { type Incoming, type IncomingMessage, storeIncoming } from '../messages/incoming.ts'
import { compareChats, lockChats, lockMessagesByProviderId } from '../messages/lock-order.sql.ts'
import { rememberProviderIds } from '../messages/rows.sql.ts'

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
    for (const each of taken.toSorted((a, b) => compareChats(a.row, b.row))) {
      if (!(await amend(tx, each.event, each.row))) await storeIncoming(tx, each)
    }
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
