import type { EntityManager } from '@mikro-orm/postgresql'
import { type Eraser, eachPerson, holdsTrace, on, sql, type Tx, tracesOf } from '@posthorn/chassis'
import { type BusEvent, identifierOf } from '@posthorn/contracts'
import type { NumbersRuntime } from '../config.ts'
import { learnContacts, releaseAddress, withContacts } from '../senders/contacts.sql.ts'

const batchSize = 5_000

/**
 * Deletes the person's phone records, sender and unread updates, and empties their stored callbacks. An address that another contact has
 * had since the request stays. The provider may send more callbacks later: a status of an old message adds the sender again, without a
 * contact.
 */
export const erase: Eraser<NumbersRuntime> = eachPerson(async ({ tx, person }) => {
  const { workspace, phones, userIds, contact, ids = [], requestedAt } = person
  await sql(tx.em, 'delete from known_phone where workspace_id = $1 and phone = any($2)', [workspace, phones])
  await sql(
    tx.em,
    'delete from sender where workspace_id = $1 and address = any($2) and (learned_at < $3 or contact_id = any($4) or not is_contact)',
    [workspace, [...phones, ...userIds], requestedAt, [contact, ...ids]],
  )
  const traces = tracesOf(person)
  const updates = await sql<{ id: string; raw: string }>(
    tx.em,
    `select id, raw::text from unread_update
     where workspace_id = $1 and exists (select 1 from unnest($2::text[]) t where strpos(raw::text, t) > 0)`,
    [workspace, traces],
  )
  const named = updates.filter(({ raw }) => holdsTrace(raw, traces)).map(({ id }) => id)
  await sql(tx.em, 'delete from unread_update where workspace_id = $1 and id = any($2)', [workspace, named])
  return { done: await emptyCallbacks(tx.em, workspace, traces) }
})

/**
 * Empties bodies that contain a trace (an identifier of the person), but keeps their digests, so that duplicates are recognized. Returns
 * false if a body isn't unpacked yet.
 */
async function emptyCallbacks(em: EntityManager, workspace: string, traces: string[]): Promise<boolean> {
  let done = true
  for (let after = ''; ; ) {
    const [end] = await sql<{ id: string | null }>(
      em,
      `select max(id) as id from (select id from callback where id > $1 order by id limit ${batchSize}) c`,
      [after],
    )
    if (!end?.id) return done
    const rows = await sql<{ id: string; raw: Buffer; unpacked: boolean }>(
      em,
      `select id, raw, unpacked_at is not null as unpacked from callback
       where id > $1 and id <= $2 and workspace_id = $3
         and exists (select 1 from unnest($4::text[]) t where position(convert_to(t, 'UTF8') in raw) > 0)`,
      [after, end.id, workspace, traces],
    )
    const found = rows.filter(({ raw }) => holdsTrace(raw.toString(), traces))
    const unpacked = found.flatMap(({ id, unpacked }) => (unpacked ? [id] : []))
    if (unpacked.length > 0) await sql(em, `update callback set raw = '' where id = any($1)`, [unpacked])
    done &&= unpacked.length === found.length
    after = end.id
  }
}

type ContactKind = 'contact:created' | 'contact:updated' | 'contact:identified'

/** Learns from contact events which contact each address belongs to, so that the next message names the right contact. */
export const senderFromContact = on<ContactKind, NumbersRuntime>(
  ['contact:created', 'contact:updated', 'contact:identified'],
  async ({ tx, events }) => {
    const people = await learnContacts(
      tx.em,
      events.flatMap((event) => addressesIn(event).map((each) => ({ ...each, workspace: event.workspace }))),
    )
    // Announces identifiers that were linked to a person before the person became a contact.
    for (const known of people.values()) announcePerson(tx, known)
  },
)

/** Announces that a contact's addresses belong together. A single address links nothing, so it isn't announced. */
function announcePerson(tx: Tx, senders: { workspace: string; address: string; contact: string }[]): void {
  const { workspace = '', contact = '' } = senders[0] ?? {}
  const identifiers = senders.map(({ address }) => identifierOf(address))
  const data = { timestamp: new Date().toISOString(), identifiers, contact: contact as `con_${string}` }
  if (identifiers.length > 1)
    tx.emit({ kind: 'provider:person', workspace, data, aggregate: { id: contact, version: 1 } })
}

/** Learns which addresses belong together from the response to a send. `withContacts` stores that; what it returns would only repeat the event. */
export const senderFromPerson = on<'provider:person', NumbersRuntime>(
  'provider:person',
  async ({ tx, runtime, events }) => {
    await withContacts(
      tx.em,
      runtime,
      events.map(({ workspace, data, aggregate }) => ({
        kind: 'provider:person' as const,
        workspace,
        data,
        aggregate,
      })),
    )
  },
)

/** Returns the addresses in a contact event, each with its contact. `contact:identified` is about many contacts, the others about one. */
function addressesIn({ data }: BusEvent<ContactKind>): { address: string; contact: string }[] {
  if ('contacts' in data) return data.contacts.map(({ recipient, contact }) => ({ address: recipient, contact }))
  return data.identities.map(({ value }) => ({ address: value, contact: data.id }))
}

/** Forgets whose an address was once the customer has given it up: the provider may assign it to someone else. */
export const senderFromChangedAddress = on<'contact:address_changed', NumbersRuntime>(
  'contact:address_changed',
  async ({ tx, events }) => {
    for (const { workspace, data } of events)
      await releaseAddress(tx.em, { workspace, address: data.previous, contact: data.id })
  },
)

/** Age at which a record is written again, so that busy chats don't cost a write for each message. */
const refreshAfter = `interval '1 day'`

/**
 * Records, based on messages, which phone numbers use WhatsApp. Those that sent or received a message do; those to which a message couldn't
 * be delivered don't. Writes a record when this changes or when the record is a day old.
 */
export const recordPhones = on<'message:in' | 'message:ack' | 'message:failed', NumbersRuntime>(
  ['message:in', 'message:ack', 'message:failed'],
  async ({ tx, events }) => {
    const latest = new Map<string, { workspace: string; phone: string; number: string; isThere: boolean; at: string }>()
    for (const { event, workspace, data, occurredAt: at } of events) {
      const { phone, number } = data
      if (!phone) continue
      const key = `${workspace} ${phone} ${number}`
      if ((latest.get(key)?.at ?? '') <= at)
        latest.set(key, { workspace, phone, number, isThere: event !== 'message:failed', at })
    }
    const records = [...latest.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
    await sql(
      tx.em,
      `insert into known_phone as known (workspace_id, phone, number_id, is_there, learned_at)
       select * from unnest($1::text[], $2::text[], $3::text[], $4::boolean[], $5::timestamptz[])
       on conflict (workspace_id, phone, number_id) do update set is_there = excluded.is_there, learned_at = excluded.learned_at
       where known.learned_at < excluded.learned_at
         and (known.is_there <> excluded.is_there or known.learned_at < excluded.learned_at - ${refreshAfter})`,
      [
        records.map(({ workspace }) => workspace),
        records.map(({ phone }) => phone),
        records.map(({ number }) => number),
        records.map(({ isThere }) => isThere),
        records.map(({ at }) => at),
      ],
    )
  },
  // Of the reports about a message, only the first one that it was delivered says something new.
  ({ event, data }) => {
    if (!data.phone) return false
    if (event === 'message:failed') return data.error?.errorCode === 'phone:undeliverable'
    return !('ack' in data) || data.ack === 'delivered' || data.statusAt.delivered === undefined
  },
)
