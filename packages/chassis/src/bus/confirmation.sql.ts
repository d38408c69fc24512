import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '../db/sql.ts'
import { lockPosition, movePosition } from './relay.sql.ts'

/** A published event by its place in the stream; one that was published again after a loss has a number of its own for that. */
export type PlacedEvent = { id: string; seq: number; republished: number }

/** A range of the stream in one epoch. */
type Range = { epoch: string; after: number; upTo: number }

// The outbox itself is read only where an event was published again: to join all others to it cost a twelfth of Postgres' time in the
// whole flow. An event of `outbox_published` that was erased or is published again by now is left out when it is found missing.
const placed = `select id, js_seq as seq, republished from outbox
    where js_epoch = $1 and js_seq > $2 and js_seq <= $3 and published_at is not null
  union all select m.id, m.seq, 0 from outbox_published p cross join unnest(p.ids, p.seqs) as m (id, seq)
    where p.js_epoch = $1 and p.js_seq > $2 and m.seq > $2 and m.seq <= $3`

/** Reads the events of a range, in the order of the stream. */
export function readPlaced(em: EntityManager, { epoch, after, upTo }: Range, limit: number): Promise<PlacedEvent[]> {
  return sql<PlacedEvent>(
    em,
    `select id, seq::float8 as seq, republished from (${placed}) placed order by placed.seq limit ${limit}`,
    [epoch, after, upTo],
  )
}

/** Events of a range that were looked for in the stream: their number, and those that are not there. */
type Finding = { events: number; missing: PlacedEvent[] }

/**
 * Confirms a range. Those of its events that are missing become unpublished again, but for those that were erased or published again
 * since. Returns how many became so; undefined, with nothing changed, when position or events are others than were read.
 */
export async function confirmRange(
  em: EntityManager,
  { epoch, after, upTo }: Range,
  { events, missing }: Finding,
): Promise<number | undefined> {
  const known = await lockPosition(em, epoch)
  if (known.epoch !== epoch || known.confirmedSeq !== after) return undefined
  const counted = `select count(*)::int as events from (${placed}) placed`
  const [present] = await sql<{ events: number }>(em, counted, [epoch, after, upTo])
  if (present?.events !== events) return undefined
  const lost = await reopenMissing(em, missing)
  await movePosition(em, { ...known, confirmedSeq: upTo })
  return lost
}

/** Makes missing events unpublished again, but for those that were published again since: their number is another. */
async function reopenMissing(em: EntityManager, missing: PlacedEvent[]): Promise<number> {
  if (missing.length === 0) return 0
  const reopened = await sql(
    em,
    `update outbox o set published_at = null, js_epoch = null, js_seq = null, republished = o.republished + 1
     from unnest($1::text[], $2::integer[]) as m (id, republished)
     where o.id = m.id and o.republished = m.republished and o.published_at is not null returning 1`,
    [missing.map(({ id }) => id), missing.map(({ republished }) => republished)],
  )
  return reopened.length
}
