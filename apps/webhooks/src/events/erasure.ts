import type { EntityManager } from '@mikro-orm/postgresql'
import {
  createTraceFinder,
  type Eraser,
  outboxHours,
  type Person,
  pack,
  readPacked,
  sql,
  tracesOf,
} from '@posthorn/chassis'
import { type BusEvent, idFloor, idTimeMs } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { payloadOf } from '../entities/webhook.ts'
import { findChatIds } from './record.sql.ts'

const erasedAtOnce = 1_000
/** Kinds whose data contains only ids and times. */
const impersonalKinds = ['contact:deleted']
/** Larger than any sequence. */
const endOfLog = '9223372036854775807'

type LoggedEntry = { id: string; sequence: string; entry: Buffer }
type ErasedEntry = { id: string; sequence: string; payload: string; about: Search[] }

/** A person to look for in recorded events since the event `first`. `done`: none is being sent. `unreadable`: whether one can't be read. */
type Search = {
  traces: string[]
  first: string
  isOld: (payload: string) => boolean
  done: boolean
  unreadable: boolean
}

/**
 * Returns what to look for: a person in the whole log or, if they were erased before, in what was announced since and what an outbox still held
 * then, because the rest is redacted.
 */
const searchFor = (person: Person): Search => ({
  traces: tracesOf(person),
  first: person.isLate ? idFloor('evt', person.requestedAt.getTime() - outboxHours * 3_600_000) : '',
  isOld: ageOf(person),
  done: true,
  unreadable: false,
})

/**
 * Redacts the recorded data of events about people, and receivers' responses to those events. Entries keep their sequence, id, kind and time.
 * Reads the log once for all people. Runs again later for those whose events are being sent to a receiver, or may be ones that this release can't
 * read.
 */
export const erase: Eraser<WebhooksRuntime> = async ({ tx: { em, log }, people }) => {
  const searches = people.map(searchFor)
  const find = createTraceFinder(searches)
  const workspace = people[0]?.workspace ?? ''
  const since = searches.map(({ first }) => first).toSorted()[0]
  // The newest event is first, because a chat's last event says whether the chat was removed.
  let before: string | undefined = endOfLog
  while (before !== undefined) {
    // Individual sequences rather than a range, because a restore leaves a gap of billions.
    const entries: LoggedEntry[] = await sql<LoggedEntry>(
      em,
      `select id, sequence::text, entry from event where workspace_id = $1 and sequence < $2 and kind <> all($3) and id >= $4
       order by sequence desc limit ${erasedAtOnce}`,
      [workspace, before, impersonalKinds, since],
    )
    before = entries.at(-1)?.sequence
    const matching = entries.flatMap(({ entry, ...place }): ErasedEntry[] => {
      const read = (text: string) => {
        const payload = payloadOf(text)
        const about = find(text).filter(({ first, isOld }) => place.id >= first && isOld(payload))
        return about.length > 0 ? [{ ...place, payload, about }] : []
      }
      const found = readPacked(log, { id: place.id, packed: entry }, read)
      if (!found) for (const search of searches) search.unreadable ||= place.id >= search.first
      return found ?? []
    })
    if (matching.length === 0) continue
    const sending = await lockSending(em, workspace, matching)
    for (const { id, about } of matching) if (sending.has(id)) for (const search of about) search.done = false
    await eraseEntries(
      em,
      workspace,
      matching.filter(({ id }) => !sending.has(id)),
    )
  }
  return searches.map(({ done, unreadable }) => ({ done, unreadable }))
}

/** Data of a recorded event, as far as it says how old its subject is. */
type Subject = {
  id?: string
  change?: string
  erased?: boolean
  createdAt?: string
  post?: string | null
  statusAt?: { received?: string }
}

/**
 * Returns a function that says whether an event's subject is older than the erasure request, no matter when the event was recorded. Someone
 * who writes later is a new person. If the person was erased before, the event's own time counts, because what is older was erased then.
 * Takes events from the newest to the oldest.
 */
function ageOf({ requestedAt, contact, ids = [], isLate }: Person): (payload: string) => boolean {
  const contacts = new Set([contact, ...ids])
  const removedChats = new Set<string>()
  const newerPost = idFloor('pst', requestedAt.getTime())
  return (payload) => {
    const { event, occurredAt, data } = JSON.parse(payload) as { event: string; occurredAt: string; data: Subject }
    const { id = '', change, erased, createdAt, post, statusAt } = data
    // An earlier repetition may have erased the event that says so.
    if (event === 'chat:updated' && (change === 'deleted' || erased)) removedChats.add(id)
    // What an old message re-created after the request.
    if (event.startsWith('contact:') ? contacts.has(id) : removedChats.has(id)) return true
    // A message is as old as its post, whose id contains a time.
    if (post && post < newerPost) return true
    const at = statusAt?.received ?? (isLate ? occurredAt : createdAt)
    return at === undefined || Date.parse(at) <= requestedAt.getTime()
  }
}

/**
 * Prevents new attempts to deliver the events until the transaction ends. Returns the events that are being sent now: the receiver's response
 * to them is stored later, and may repeat what was sent.
 */
async function lockSending(em: EntityManager, workspace: string, entries: ErasedEntry[]): Promise<Set<string>> {
  const jobs = await sql<{ event: string; sending: boolean }>(
    em,
    `select j.event_id as event, j.lease_token is not null and j.run_at > now() as sending
     from ${deliveryRanges('$2', '$3', '$4')} join delivery_job j on ${isOfRange('j', 'delivery_id')}
     where j.workspace_id = $1 order by j.delivery_id for update of j`,
    [workspace, ...rangesOf(entries)],
  )
  return new Set(jobs.flatMap(({ event, sending }) => (sending ? [event] : [])))
}

/** Returns arrays: events' ids, and the bounds of their deliveries' ids, which contain the event's time. The next two are SQL for them. */
const rangesOf = (entries: ErasedEntry[]) => [
  entries.map(({ id }) => id),
  entries.map(({ id }) => idFloor('dlv', idTimeMs(id))),
  entries.map(({ id }) => idFloor('dlv', idTimeMs(id) + 1)),
]
const deliveryRanges = (...columns: string[]) =>
  `unnest(${columns.map((column) => `${column}::text[]`).join(', ')}) as n (event_id, first, beyond)`
const isOfRange = (table: string, id: string) =>
  `${table}.${id} >= n.first and ${table}.${id} < n.beyond and ${table}.event_id = n.event_id`

/** Redacts these entries, removes them from their chats' index, and deletes receivers' responses and errors, which may repeat what was sent. */
async function eraseEntries(em: EntityManager, workspace: string, entries: ErasedEntry[]): Promise<void> {
  const ids = entries.map(({ id }) => id)
  await sql(
    em,
    `update event e set entry = n.entry from unnest($2::text[], $3::bytea[]) as n (id, entry)
     where e.workspace_id = $1 and e.id = n.id and e.id = any($2)`,
    [workspace, ids, entries.map(({ payload }) => pack(redactPayload(payload)))],
  )
  await eraseChatEntries(em, workspace, entries)
  await sql(
    em,
    `with answered as (
       update delivery d set last_error = null from ${deliveryRanges('$2', '$3', '$4')}
       where d.workspace_id = $1 and ${isOfRange('d', 'id')} returning d.id
     )
     update attempt a set response_headers = '{}', response_body = '', error = null
     from answered d where a.workspace_id = $1 and a.delivery_id = d.id`,
    [workspace, ...rangesOf(entries)],
  )
}

/** Removes events from their chats' index, which would still show when the person's chat had one. */
async function eraseChatEntries(em: EntityManager, workspace: string, entries: ErasedEntry[]): Promise<void> {
  const places = entries.flatMap(({ id, sequence, payload }) =>
    findChatIds(JSON.parse(payload) as BusEvent).map((chat) => ({ chat, sequence, id })),
  )
  await sql(
    em,
    `delete from chat_event c using unnest($2::text[], $3::bigint[], $4::text[]) as n (chat_id, sequence, event_id)
     where c.workspace_id = $1 and c.chat_id = n.chat_id and c.sequence = n.sequence and c.event_id = n.event_id`,
    [workspace, places.map(({ chat }) => chat), places.map(({ sequence }) => sequence), places.map(({ id }) => id)],
  )
}

/** Replaces an event's data, except the id of its subject: a repetition of the erasure must still recognize a removed chat. */
function redactPayload(payload: string): string {
  const envelope = JSON.parse(payload) as { data: { id?: unknown } }
  const { id } = envelope.data
  return JSON.stringify({ ...envelope, data: { id: typeof id === 'string' ? id : null, erased: true } })
}
