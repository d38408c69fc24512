import type { EntityManager } from '@mikro-orm/postgresql'
import { type Eraser, holdsTrace, type Person, pack, sql, tracesOf, unpack } from '@posthorn/chassis'
import { type BusEvent, idFloor, idTimeMs } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { payloadOf } from '../entities/webhook.ts'
import { findChatIds } from './record.sql.ts'

const batchSize = 1_000
/** Kinds whose data contains only ids and times. */
const impersonalKinds = ['contact:deleted']

type LoggedEntry = { id: string; sequence: string; entry: Buffer }
type Entry = { id: string; sequence: string; payload: string }

/**
 * Redacts the recorded data of events about a person, and receivers' responses to those events. Entries keep their sequence, id, kind and
 * time.
 */
export const erase: Eraser<WebhooksRuntime> = async ({ tx: { em }, person }) => {
  const traces = tracesOf(person)
  const { workspace } = person
  let after: string | undefined = '0'
  while (after !== undefined) {
    // Individual sequences rather than a range, because a restore leaves a gap of billions.
    const entries: LoggedEntry[] = await sql<LoggedEntry>(
      em,
      `select id, sequence::text, entry from event where workspace_id = $1 and sequence > $2 and kind <> all($3)
       order by sequence limit ${batchSize}`,
      [workspace, after, impersonalKinds],
    )
    after = entries.at(-1)?.sequence
    const matching = entries.flatMap(({ entry, ...place }): Entry[] => {
      const text = unpack(entry)
      if (!holdsTrace(text, traces)) return []
      const payload = payloadOf(entry)
      return isBeforeRequest(payload, person) ? [{ ...place, payload }] : []
    })
    if (matching.length > 0) await eraseEntries(em, workspace, matching)
  }
  return { done: true }
}

/**
 * Returns whether the subject existed before the erasure request, no matter when the event was recorded. Someone who writes later is a new
 * person.
 */
function isBeforeRequest(payload: string, { requestedAt }: Person): boolean {
  const { createdAt } = (JSON.parse(payload) as { data: { createdAt?: string } }).data
  return createdAt === undefined || Date.parse(createdAt) <= requestedAt.getTime()
}

/** Redacts these entries, removes them from their chats' index, and deletes receivers' responses, which may repeat what was sent. */
async function eraseEntries(em: EntityManager, workspace: string, entries: Entry[]): Promise<void> {
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
    `update attempt a set response_headers = '{}', response_body = '', error = null
     from unnest($2::text[], $3::text[], $4::text[]) as n (event_id, first, beyond)
     join delivery d on d.workspace_id = $1 and d.id >= n.first and d.id < n.beyond and d.event_id = n.event_id
     where a.workspace_id = $1 and a.delivery_id = d.id`,
    // A delivery's id contains the time of its event.
    [workspace, ids, ids.map((id) => idFloor('dlv', idTimeMs(id))), ids.map((id) => idFloor('dlv', idTimeMs(id) + 1))],
  )
}

/** Removes events from their chats' index. */
async function eraseChatEntries(em: EntityManager, workspace: string, entries: Entry[]): Promise<void> {
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

/** Replaces an event's data, except the id of its subject. */
function redactPayload(payload: string): string {
  const envelope = JSON.parse(payload) as { data: { id?: unknown } }
  const { id } = envelope.data
  return JSON.stringify({
    ...envelope,
    data: { id: typeof id === 'string' ? id : null, erased: true },
  })
}
