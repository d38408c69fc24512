import type { EntityManager } from '@mikro-orm/postgresql'
import { type Eraser, eachPerson, on, type Person, sql, type Tx, tracesOf } from '@posthorn/chassis'
import { type BusEvent, newId } from '@posthorn/contracts'
import { announceChat } from '../chats/change.ts'
import type { MessagingRuntime } from '../config.ts'
import type { ChatRow } from '../entities/chat.ts'
import { chatColumns } from '../messages/accept.sql.ts'
import { cancelWaiting, eraseAround, eraseInGroups, eraseMessages, takeMessages } from '../messages/erasure.sql.ts'
import { chatOrder } from '../messages/lock-order.sql.ts'
import { erasePending } from '../messages/pending.sql.ts'
import { linkPeople, type Proof } from '../people/link.ts'
import { recordMovedMessages } from '../statistics/recorded-answers.sql.ts'

/** Links chats to their contact and copies its name. An imported contact is announced only this way. */
export const chatFromIdentified = on<'contact:identified', MessagingRuntime>(
  'contact:identified',
  async ({ tx, events }) => {
    for (const { workspace, data } of events) {
      await sql(
        tx.em,
        `update chat set contact_id = n.contact, name = coalesce(n.name, chat.name), version = version + 1, updated_at = now()
       from unnest($2::text[], $3::text[], $4::text[]) as n (contact, recipient, name)
       where chat.workspace_id = $1 and chat.type = 'direct' and chat.recipient = n.recipient
         and (chat.contact_id is distinct from n.contact or chat.name is distinct from coalesce(n.name, chat.name))`,
        [
          workspace,
          data.contacts.map(({ contact }) => contact),
          data.contacts.map(({ recipient }) => recipient),
          data.contacts.map(({ name }) => name),
        ],
      )
    }
  },
)

/**
 * Copies the contact's data for message events, and its name to its chats. A name that was removed is removed from them; a contact that had
 * none leaves them the name in the person's profile. Blocks or unblocks all of its addresses. Ignores outdated versions, but still learns
 * from them that identifiers belong together.
 */
export const chatFromContact = on<'contact:created' | 'contact:updated', MessagingRuntime>(
  ['contact:created', 'contact:updated'],
  async ({ tx, events }) => {
    await linkPeople(tx, events.flatMap(proofsOf))
    for (const { event, workspace, data, aggregate } of events) {
      const { id, fields, blocked, name } = data
      const [stored] = await sql<{ known: boolean; name: string | null }>(
        tx.em,
        `insert into contact_fact as f (workspace_id, contact_id, name, fields, blocked, version) values ($1, $2, $3, $4::jsonb, $5, $6)
         on conflict (workspace_id, contact_id) do update
           set name = excluded.name, fields = excluded.fields, blocked = excluded.blocked, version = excluded.version
           where f.version < excluded.version returning old.version is not null as known, old.name`,
        [workspace, id, name, JSON.stringify(fields), blocked, aggregate.version],
      )
      if (!stored) continue
      // A contact that was imported may have named the chat, but this service has received no event with its data.
      const isKnown = stored.known || event === 'contact:created'
      const newName = `coalesce($4, case when ($6 and name is distinct from $7) or (not $6 and contact_id is distinct from $3) then name end)`
      const recipients = data.identities.map(({ value }) => value)
      await sql(
        tx.em,
        `with unblocked as (
           delete from blocked_recipient where workspace_id = $1 and contact_id = $3 and (not $5 or recipient <> all($2))
         ), blocked as (
           insert into blocked_recipient (workspace_id, recipient, contact_id) select $1, value, $3 from unnest($2::text[]) as i (value) where $5
           on conflict (workspace_id, recipient) do update set contact_id = excluded.contact_id
         )
         update chat set contact_id = $3, name = ${newName}, version = version + 1, updated_at = now()
         where workspace_id = $1 and recipient = any($2) and (contact_id is distinct from $3 or name is distinct from ${newName})`,
        [workspace, recipients, id, name, blocked, isKnown, stored.name],
      )
    }
  },
)

/**
 * Returns the evidence about a person's identity found in a contact. Its time is 0 because contacts have no timestamp, so the provider's
 * evidence takes precedence unless someone merged contacts. Returns an empty list for a contact with several phone numbers: they are
 * separate WhatsApp accounts, each with its own chat.
 */
function proofsOf({ workspace, data, traceparent }: BusEvent<'contact:created' | 'contact:updated'>): Proof[] {
  const current = data.identities
  if (current.length < 2 || current.filter(({ type }) => type === 'phone').length > 1) return []
  return [{ workspace, evidence: { current, previous: [], at: 0 }, traceparent }]
}

/** Links identifiers that the provider named together, in a callback or in the response to a send. */
export const linkFromPerson = on<'provider:person', MessagingRuntime>('provider:person', async ({ tx, events }) => {
  await linkPeople(
    tx,
    events.map(({ workspace, data, traceparent }) => {
      const evidence = { current: data.identifiers, previous: [], at: Date.parse(data.timestamp) }
      return { workspace, evidence, traceparent }
    }),
  )
})

/** Forgets a deleted contact's data. If it was merged, its chats belong to the remaining contact now. Otherwise, its erasure removes them. */
export const chatFromDeletedContact = on<'contact:deleted', MessagingRuntime>(
  'contact:deleted',
  async ({ tx, events }) => {
    for (const { workspace, data } of events) {
      for (const table of ['contact_fact', 'blocked_recipient'])
        await sql(tx.em, `delete from ${table} where workspace_id = $1 and contact_id = $2`, [workspace, data.id])
      if (data.mergedInto === null) continue
      await sql(
        tx.em,
        `update chat set contact_id = $3, version = version + 1, updated_at = now() where workspace_id = $1 and contact_id = $2`,
        [workspace, data.id, data.mergedInto],
      )
    }
  },
)

type Kind = 'contact:created' | 'contact:updated' | 'contact:opted_out' | 'contact:deleted'

type OptOut = { workspace: string; contact: string; recipients: string[]; version: number; optedOut: boolean }

/** Tracks recipients' opt-outs. Processes events in bus order, because a merge moves addresses between contacts. */
export const optOutFromContact = on<Kind, MessagingRuntime>(
  ['contact:created', 'contact:updated', 'contact:opted_out', 'contact:deleted'],
  async ({ tx, events }) => {
    for (const event of events) {
      if (isKind(event, 'contact:deleted')) await removeOrPassOn(tx.em, event)
      else for (const optOut of optOutsOf(event)) await saveOptOut(tx.em, optOut)
    }
  },
)

function isKind<K extends Kind>(event: BusEvent<Kind>, kind: K): event is BusEvent<K> {
  return event.event === kind
}

/** Returns the opt-out of each contact in an event. `contact:opted_out` names several contacts, the other events one. */
function optOutsOf(event: BusEvent<Kind>): OptOut[] {
  const { workspace } = event
  if (isKind(event, 'contact:opted_out'))
    return event.data.contacts.map((contact) => ({ workspace, ...contact, optedOut: true }))
  const { data, aggregate } = event as BusEvent<'contact:updated'>
  const recipients = data.identities.map(({ value }) => value)
  return [{ workspace, contact: data.id, recipients, version: aggregate.version, optedOut: data.optedOutAt !== null }]
}

/** Removes a deleted contact's opt-outs. A merged one's are passed on with version 0: any event of the remaining contact replaces them. */
async function removeOrPassOn(em: EntityManager, { workspace, data }: BusEvent<'contact:deleted'>): Promise<void> {
  const named = 'where workspace_id = $1 and contact_id = $2'
  if (data.mergedInto === null) {
    await sql(em, `delete from opted_out_recipient ${named}`, [workspace, data.id])
    return
  }
  const passOn = `update opted_out_recipient set contact_id = $3, version = 0 ${named}`
  await sql(em, passOn, [workspace, data.id, data.mergedInto])
}

/** Stores whether a contact has opted out, for each of its recipients. Ignores versions of the contact older than the stored one. */
async function saveOptOut(em: EntityManager, optOut: OptOut): Promise<void> {
  const { workspace, contact, recipients, version, optedOut } = optOut
  await sql(
    em,
    `with lifted as (
       update opted_out_recipient set opted_out = false, version = $4
       where workspace_id = $1 and contact_id = $2 and version < $4 and (not $5 or recipient <> all($3))
     )
     insert into opted_out_recipient as o (workspace_id, recipient, contact_id, version, opted_out)
     select $1, value, $2, $4, true from unnest($3::text[]) as i (value) where $5
     on conflict (workspace_id, recipient) do update
       set contact_id = excluded.contact_id, version = excluded.version, opted_out = true
       where o.contact_id <> excluded.contact_id or o.version < excluded.version`,
    [workspace, contact, recipients, version, optedOut],
  )
}

/**
 * Erases a person. Cancels their waiting messages, reduces other messages to anonymous rows for statistics, and removes their chats, notes,
 * labels, what they wrote in groups, and files that no one else sent or received. Runs again later if a call to the provider is in progress
 * for one of the messages.
 */
export const erase: Eraser<MessagingRuntime> = eachPerson(async ({ tx, person }) => {
  const { workspace, contact, ids = [], requestedAt, isLate } = person
  const numbers = await sql<{ id: string }>(tx.em, 'select id from known_number where workspace_id = $1', [workspace])
  const identifiers = [...person.phones, ...person.userIds]
  const chats = await lockChatsOfPerson(tx, person, identifiers)
  const joined = 'select id from chat_alias where workspace_id = $1 and chat_id = any($2)'
  const aliases = (await sql<{ id: string }>(tx.em, joined, [workspace, chats])).map(({ id }) => id)
  const done = await cancelWaiting(tx, person, chats)
  const files: string[] = []
  for (const chat of chats) {
    const anonymousChat = newId('chat')
    let hadOld = false
    for (let taken = await takeMessages(tx.em, person, chat); taken.length > 0; ) {
      hadOld = true
      files.push(...(await eraseMessages(tx, { workspace, messages: taken, anonymousChat })))
      taken = await takeMessages(tx.em, person, chat)
    }
    if (hadOld) await recordMovedMessages(tx.em, { workspace, chats: [chat, anonymousChat] })
    await endChat(tx, person, { id: chat, hadOld, isLate })
  }
  files.push(...(await eraseInGroups(tx, person, isLate)))
  for (const table of ['contact_fact', 'opted_out_recipient', 'blocked_recipient'])
    await sql(tx.em, `delete from ${table} where workspace_id = $1 and contact_id = any($2)`, [
      workspace,
      [contact, ...ids],
    ])
  await erasePending(tx.em, { workspace, traces: tracesOf(person), before: requestedAt })
  await eraseAround(tx.em, person, { numbers, recipients: identifiers, isLate })
  return { done, ids: [...chats, ...aliases, ...files] }
})

/**
 * Locks the person's chats, found by their identifiers or their contact, and returns their ids. Also locks the groups that show a message of
 * the person as their last one, because the erasure changes these after messages, against the common lock order.
 */
async function lockChatsOfPerson(
  { em }: Tx,
  { workspace, contact, ids = [] }: Person,
  identifiers: string[],
): Promise<string[]> {
  const rows = await sql<{ id: string; type: ChatRow['type'] }>(
    em,
    `select id, type from chat c where workspace_id = $1 and (type = 'direct' and (recipient = any($2) or contact_id = any($3))
       or type = 'group' and exists (select 1 from message m where m.workspace_id = $1 and m.id = c.last_message->>'id'
         and (m.sender->>'phone' = any($2) or m.sender->>'userId' = any($2))))
     order by ${chatOrder} for update`,
    [workspace, identifiers, [contact, ...ids]],
  )
  return rows.flatMap(({ id, type }) => (type === 'direct' ? [id] : []))
}

/** A chat of the person. `hadOld`: whether messages from before the request were in it. `isLate`: the person was erased from it before. */
type ErasedChat = { id: string; hadOld: boolean; isLate: boolean }

/**
 * Removes a chat that has no messages left, and announces it without the person. Any other, or one opened since the request without old
 * messages, is only stripped.
 */
async function endChat(tx: Tx, person: Person, chat: ErasedChat): Promise<void> {
  const { id, hadOld } = chat
  const { workspace, requestedAt } = person
  const [gone] = await sql<ChatRow>(
    tx.em,
    `delete from chat c where workspace_id = $1 and id = $2 and (created_at < $3 or $4)
       and not exists (select 1 from message m where m.workspace_id = $1 and m.chat_id = $2) returning ${chatColumns}`,
    [workspace, id, requestedAt, hadOld],
  )
  if (!gone) return stripChat(tx, person, chat)
  const anonymous = { name: null, phone: null, contactId: null, lastMessage: null, labels: [], assignee: null }
  announceChat(tx, { ...gone, ...anonymous, version: gone.version + 1 }, { change: 'deleted' })
}

/** Tables of rows about a chat that may name the person, with the time that says how old a row is. */
const tablesOfChat = {
  note: 'created_at',
  notification: 'created_at',
  chat_change: 'created_at',
  automation_run: 'created_at',
  rating: 'asked_at',
}

/**
 * Takes what is older than the request from a chat that stays: notes, history and ratings, and if the chat is older too or only old messages
 * were received in it, its labels. Also takes the erased contact (`ids`: contacts merged into it) with the name that came from it. The name of
 * a contact made since stays.
 */
async function stripChat(
  tx: Tx,
  { workspace, requestedAt, contact, ids = [] }: Person,
  { id, hadOld, isLate }: ErasedChat,
): Promise<void> {
  for (const [table, madeAt] of Object.entries(tablesOfChat)) {
    const statement = `delete from ${table} where workspace_id = $1 and chat_id = $2 and ${madeAt} < $3`
    await sql(tx.em, statement, [workspace, id, requestedAt])
  }
  const ofChat = 'select 1 from message m where m.workspace_id = $1 and m.chat_id = $2'
  const isOld = `(created_at < $3 and not $6 or $5 and not exists (${ofChat} and m.direction = 'in'))`
  const [stripped] = await sql<ChatRow>(
    tx.em,
    `update chat c set version = version + 1, updated_at = now(), label_ids = case when ${isOld} then '{}' else label_ids end,
       labels = case when ${isOld} then '[]' else labels end,
       rating = case when (rating->>'at')::timestamptz < $3 then null else rating end,
       last_message = case when exists (${ofChat} and m.id = c.last_message->>'id') then last_message end,
       name = case when contact_id is null or contact_id = any($4) then null else name end,
       contact_id = case when contact_id = any($4) then null else contact_id end
     where workspace_id = $1 and id = $2 and (${isOld} or contact_id = any($4)) returning ${chatColumns}`,
    [workspace, id, requestedAt, [contact, ...ids], hadOld, isLate],
  )
  if (stripped) announceChat(tx, stripped, { change: 'labeled' })
}
