import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '../db/statement.ts'
import { nextAttempt, type Published } from './outbox.sql.ts'

/** A service's position in the stream: its last sequence, and the sequence up to which its events are confirmed. */
export type RelayPosition = { epoch: string; seq: number; confirmedSeq: number }

const positionColumns = `js_epoch as epoch, js_seq::float8 as seq, confirmed_seq::float8 as "confirmedSeq"`

/** Returns the service's position. Undefined before its first check of the stream. */
export const readPosition = async (em: EntityManager): Promise<RelayPosition | undefined> =>
  (await sql<RelayPosition>(em, `select ${positionColumns} from relay_position`))[0]

/** Locks the service's position until the transaction ends, so that no process marks events meanwhile. Creates one if there is none. */
export async function lockPosition(em: EntityManager, epoch: string): Promise<RelayPosition> {
  await sql(em, 'insert into relay_position (js_epoch, js_seq) values ($1, 0) on conflict do nothing', [epoch])
  const [known] = await sql<RelayPosition>(em, `select ${positionColumns} from relay_position for update`)
  return known as RelayPosition
}

/** Stores the service's position, which the caller has locked, and deletes sequences that no longer need to be checked. */
export async function movePosition(em: EntityManager, { epoch, seq, confirmedSeq }: RelayPosition): Promise<void> {
  await sql(em, 'update relay_position set js_epoch = $1, js_seq = $2, confirmed_seq = $3', [epoch, seq, confirmedSeq])
  await sql(em, 'delete from outbox_batch where js_seq is not null and (js_epoch <> $1 or js_seq <= $2)', [
    epoch,
    confirmedSeq,
  ])
}

/** Where the stream lacks messages: before its first one, and in holes. */
type Gaps = { firstSeq: number; holes: number[] }

/** Marks all unconfirmed events as waiting again, because the stream was replaced. Returns the number of events. */
export const reopenUnconfirmed = (em: EntityManager, { epoch, confirmedSeq }: RelayPosition): Promise<number> =>
  reopen(em, { epoch, after: confirmedSeq }, 'true')

/** Marks unconfirmed events as waiting again if their messages are in a gap of the stream. Returns the number of events. */
export async function reopenInGaps(
  em: EntityManager,
  { epoch, confirmedSeq }: RelayPosition,
  { firstSeq, holes }: Gaps,
): Promise<number> {
  if (firstSeq - 1 <= confirmedSeq && holes.length === 0) return 0
  return reopen(em, { epoch, after: confirmedSeq }, 'e.seq < $3 or e.seq = any($4::bigint[])', firstSeq, holes)
}

/**
 * Marks published events as waiting again, each in a separate batch, unless they were erased. `isLost`: an SQL condition on `e.id` and
 * `e.seq`, with parameters from `$3`.
 */
async function reopen(
  em: EntityManager,
  { epoch, after }: { epoch: string; after: number },
  isLost: string,
  ...params: unknown[]
): Promise<number> {
  const reopened = await sql(
    em,
    `with gone as (
       delete from outbox_batch where js_epoch = $1 and js_seq > $2
         and exists (select 1 from unnest(ids, seqs) as e (id, seq) where e.seq > $2 and (${isLost}))
       returning id, ids, seqs, attempt
     ), event as (
       select gone.id as batch, attempt, e.id, e.seq, e.seq > $2 and (${isLost}) as lost
       from gone cross join unnest(ids, seqs) as e (id, seq)
     ), kept as (
       insert into outbox_batch (id, ids, attempt, js_epoch, js_seq, seqs)
       select min(id), array_agg(id order by seq), attempt, $1, max(seq), array_agg(seq order by seq) from event
       where not lost group by batch, attempt
     )
     insert into outbox_batch (id, ids, attempt, created_at)
     select o.id, array[o.id], ${nextAttempt('event.attempt')}, o.created_at
     from event join outbox o on o.id = event.id where lost
     on conflict do nothing returning 1`,
    [epoch, after, ...params],
  )
  return reopened.length
}

/** A published event, its sequence, and the attempt number in its message id. */
export type PlacedEvent = Published & { attempt: number }

type Range = { epoch: string; after: number; upTo: number }

// A batch's sequences are in order, so the first one tells whether the row is beyond the range.
const placed = `from outbox_batch b cross join unnest(b.ids, b.seqs) as e (id, seq)
  where b.js_epoch = $1 and b.js_seq > $2 and b.seqs[1] <= $3 and e.seq > $2 and e.seq <= $3`

/** Reads published events in a range of sequences, in order. */
export function readPlaced(em: EntityManager, { epoch, after, upTo }: Range, limit: number): Promise<PlacedEvent[]> {
  const events = `select e.id, e.seq::float8 as seq, b.attempt ${placed} order by e.seq limit ${limit}`
  return sql<PlacedEvent>(em, events, [epoch, after, upTo])
}

/**
 * Confirms a range, and marks its missing events as waiting, except erased ones. Returns how many it marked. Returns undefined, without changes,
 * if the position or events have changed since they were read: another process has marked events that nothing looked for in the stream.
 */
export async function confirmRange(
  em: EntityManager,
  { epoch, after, upTo }: Range,
  { events, missing }: { events: number; missing: PlacedEvent[] },
): Promise<number | undefined> {
  const known = await lockPosition(em, epoch)
  if (known.epoch !== epoch || known.confirmedSeq !== after) return undefined
  const [present] = await sql<{ events: number }>(em, `select count(*)::int as events ${placed}`, [epoch, after, upTo])
  if (present?.events !== events) return undefined
  const isMissing = '(e.id, e.seq) in (select * from unnest($3::text[], $4::bigint[]))'
  const [ids, seqs] = [missing.map(({ id }) => id), missing.map(({ seq }) => seq)]
  const lost = missing.length === 0 ? 0 : await reopen(em, { epoch, after }, isMissing, ids, seqs)
  await movePosition(em, { ...known, confirmedSeq: upTo })
  return lost
}
