import type { EntityManager } from '@mikro-orm/postgresql'
import { holdsTrace, longWaitsOf, sql } from '@posthorn/chassis'
import type { BusEvent } from '@posthorn/contracts'

export type AmendingEvent = BusEvent<'provider:message'> | BusEvent<'provider:echo'>

/** The message that an amendment is about, as the provider names it. */
type Subject = { workspace: string; number: string; providerId: string }

/** If the message doesn't arrive within this time, the amendment is shown as a separate message, if it has anything to show. */
const patienceSeconds = 300
/** When to delete an amendment. The provider repeats callbacks for 7 days. */
const keptFor = `interval '8 days'`

/** Keeps an amendment that arrived before its message. A repeated one changes nothing. */
export async function keepPending(em: EntityManager, subject: Subject, event: AmendingEvent): Promise<void> {
  const { workspace, number, providerId } = subject
  await sql(
    em,
    `insert into pending_amendment (workspace_id, number_id, subject_id, id, event, due_at)
     values ($1, $2, $3, $4, $5::jsonb, now() + interval '${patienceSeconds} seconds') on conflict do nothing`,
    [workspace, number, providerId, event.data.providerId, JSON.stringify(event)],
  )
}

/** For the `clock` loop. An amendment that has waited in vain is no longer due at a time. */
export const longAmendmentWaits = longWaitsOf({
  table: 'pending_amendment',
  column: 'due_at',
  secondsMax: patienceSeconds,
  where: `due_at < 'infinity'`,
})

export type Pending = { numberId: string; subjectId: string; id: string; event: AmendingEvent }

const columns = 'number_id as "numberId", subject_id as "subjectId", id, event'

/** Locks the amendments waiting for a message, and returns them. */
export const pendingOf = (em: EntityManager, { workspace, number, providerId }: Subject): Promise<Pending[]> =>
  sql<Pending>(
    em,
    `select ${columns} from pending_amendment where workspace_id = $1 and number_id = $2 and subject_id = $3 order by id for update`,
    [workspace, number, providerId],
  )

/** Finds an amendment that has waited too long or whose message has arrived. `without`: ids of those that failed and rest. */
export const findDue = (em: EntityManager, without: string[]): Promise<Pending[]> =>
  sql<Pending>(
    em,
    `select ${columns} from pending_amendment where due_at <= now() and id <> all($1) order by due_at limit 1`,
    [without],
  )

/**
 * Locks an amendment. Its chat must be locked first (common lock order). Returns false if it is no longer due: it was settled or shown on
 * its own since `findDue`.
 */
export async function lockPending(em: EntityManager, key: PendingKey): Promise<boolean> {
  const text = `select 1 from pending_amendment where ${isAmong} and due_at <= now() for update`
  return (await sql(em, text, columnsOf([key]))).length > 0
}

/** SQL that makes amendments due once the provider ids of their messages are known. `named` is a set of references with `awaited`. */
export const expediteAwaited = (named: string): string => `update pending_amendment p set due_at = now() from ${named} n
  where n.awaited and p.number_id = n.number_id and p.subject_id = n.provider_id`

type PendingKey = Pick<Pending, 'numberId' | 'subjectId' | 'id'>

export async function removePending(em: EntityManager, keys: PendingKey[]): Promise<void> {
  if (keys.length > 0) await sql(em, `delete from pending_amendment where ${isAmong}`, columnsOf(keys))
}

/** Keeps an amendment that has waited in vain, in case its message still arrives. */
export async function waitOn(em: EntityManager, key: PendingKey): Promise<void> {
  await sql(em, `update pending_amendment set due_at = 'infinity' where ${isAmong}`, columnsOf([key]))
}

const isAmong = '(number_id, subject_id, id) in (select * from unnest($1::text[], $2::text[], $3::text[]))'

/** Returns the keys as one array for each column, as `isAmong` takes them. */
const columnsOf = (keys: PendingKey[]): string[][] => [
  keys.map(({ numberId }) => numberId),
  keys.map(({ subjectId }) => subjectId),
  keys.map(({ id }) => id),
]

/**
 * Deletes amendments whose message never arrived, and returns how many. Also deletes the references to that message, unless another amendment
 * waits for it, and to the amendment, unless it was stored as a message.
 */
export async function removeOldPending(em: EntityManager, sizeMax: number): Promise<number> {
  const old = await sql<PendingKey>(
    em,
    `delete from pending_amendment where (number_id, subject_id, id) in (
       select number_id, subject_id, id from pending_amendment where received_at < now() - ${keptFor} limit $1)
     returning number_id as "numberId", subject_id as "subjectId", id`,
    [sizeMax],
  )
  if (old.length === 0) return 0
  await sql(
    em,
    `delete from provider_reference r using unnest($1::text[], $2::text[], $3::text[]) as n (number_id, subject_id, id)
     where r.number_id = n.number_id and r.provider_id = any(array[n.subject_id, n.id]) and case when r.message_id is null
       then not exists (select 1 from pending_amendment p where p.number_id = r.number_id and p.subject_id = r.provider_id)
       else r.provider_id = n.id and not exists (select 1 from message m where m.workspace_id = r.workspace_id and m.id = r.message_id) end`,
    columnsOf(old),
  )
  return old.length
}

/** Deletes waiting amendments sent before this time with any of the `traces`: an erased person's ids and numbers as digits. */
export async function erasePending(
  em: EntityManager,
  { workspace, traces, before }: { workspace: string; traces: string[]; before: Date },
): Promise<void> {
  const waiting = await sql<PendingKey & { event: string }>(
    em,
    `select number_id as "numberId", subject_id as "subjectId", id, event::text from pending_amendment where workspace_id = $1
       and (event->'data'->>'timestamp')::timestamptz < $3
       and exists (select 1 from unnest($2::text[]) t where strpos(event::text, t) > 0)`,
    [workspace, traces, before],
  )
  const named = waiting.filter(({ event }) => holdsTrace(event, traces))
  await removePending(em, named)
}
