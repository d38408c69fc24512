import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '../db/sql.ts'
import { rowType, statement } from '../db/statement.ts'

/** Hours to keep published outbox rows: as long as an event may be lost, repeated, or concern a person to erase. */
export const outboxHours = 72

/** An outbox row to publish. `republished` increases with each publication after a loss or restore. */
export type OutboxRow = { id: string; kind: string; payload: string; republished: number }

/** An event that the stream has accepted, and its sequence. */
export type Published = { id: string; seq: number }

/** Maximum number of rows and bytes in one read. This process and the bus client hold them in memory. */
export const sweptMax = 200
export const sweptBytesMax = 8 * 1024 * 1024

/** Reads and locks unpublished rows that aren't paused, oldest first. `mine`: true for the relay that sweeps. */
export function readUnpublished(
  em: EntityManager,
  { mine, ageSeconds }: { mine: string; ageSeconds: number },
): Promise<OutboxRow[]> {
  return sql<OutboxRow>(
    em,
    `with open as materialized (
       select id, kind, payload, republished from outbox, (select ${mine} as mine offset 0) relay
       where relay.mine and published_at is null and created_at < now() - make_interval(secs => $1)
         and (retry_at is null or retry_at <= now())
       order by id limit ${sweptMax} for update of outbox skip locked
     ), sized as (
       select *, sum(octet_length(payload)) over (order by id) - octet_length(payload) as before from open
     )
     select id, kind, payload, republished from sized where before < ${sweptBytesMax} order by id`,
    [ageSeconds],
  )
}

/** A service's position in the stream: its last sequence, and up to where its events are confirmed. */
export type RelayPosition = { epoch: string; seq: number; confirmedSeq: number }

const positionColumns = `js_epoch as epoch, js_seq::float8 as seq, confirmed_seq::float8 as "confirmedSeq"`

/** Reads the service's position; undefined before its first check of the stream. */
export async function readPosition(em: EntityManager): Promise<RelayPosition | undefined> {
  return (await sql<RelayPosition>(em, `select ${positionColumns} from relay_position`))[0]
}

/** Locks the service's position until the transaction ends. Creates it for this epoch if there is none. */
export async function lockPosition(em: EntityManager, epoch: string): Promise<RelayPosition> {
  const lock = `select ${positionColumns} from relay_position for update`
  const [known] = await sql<RelayPosition>(em, lock)
  if (known) return known
  await sql(em, 'insert into relay_position (js_epoch, js_seq) values ($1, 0) on conflict do nothing', [epoch])
  const [made] = await sql<RelayPosition>(em, lock)
  return made as RelayPosition
}

/** Stores the service's position, and removes sequences that no longer need checking. */
export async function movePosition(em: EntityManager, { epoch, seq, confirmedSeq }: RelayPosition): Promise<void> {
  await sql(em, 'update relay_position set js_epoch = $1, js_seq = $2, confirmed_seq = $3', [epoch, seq, confirmedSeq])
  await sql(em, 'delete from outbox_published where js_epoch <> $1 or js_seq <= $2', [epoch, confirmedSeq])
}

const publishedRow = rowType<Published>({ id: 'text', seq: 'bigint' })

// Each row is reached by primary key. A join of the batch's rows costs their square (317 rows: 78 ms).
const mark = statement(
  { rows: publishedRow, epoch: 'text', highest: 'bigint' },
  ({ rows, epoch, highest }) => `
  with position as (
    update relay_position set js_seq = greatest(js_seq, ${highest}) where js_epoch = ${epoch} returning confirmed_seq
  ), published as materialized (
    select open.id, r.seq, r.seq > position.confirmed_seq as counts from position cross join ${rows.as('r')}
      cross join lateral (
        select id from outbox where outbox.id = r.id and published_at is null for update skip locked
      ) open
  )
  update outbox set published_at = case when p.counts then now() end, js_epoch = case when p.counts then ${epoch} end,
    js_seq = case when p.counts then p.seq end, republished = republished + case when p.counts then 0 else 1 end
  from published p where outbox.id = p.id returning 1`,
)

/**
 * Marks rows as published, except those that another process is publishing. A row at an already confirmed sequence wasn't part of that check, so
 * it is published again. Returns false if the service is in another epoch: then all stay unpublished.
 */
export async function markPublished(em: EntityManager, epoch: string, rows: Published[]): Promise<boolean> {
  const highest = Math.max(...rows.map(({ seq }) => seq))
  const marked = await sql(em, mark({ rows, epoch, highest }))
  return marked.length > 0
}

/** Rows of an epoch whose messages are lost: all unconfirmed ones, or those before the first message and in holes. */
export type Lost = { epoch: string; confirmedSeq: number; gaps?: { firstSeq: number; holes: number[] } }

const reopened = `update outbox set published_at = null, js_epoch = null, js_seq = null, republished = republished + 1
  where published_at is not null and js_epoch =`

/** Events in `outbox_published` of epoch $1 after sequence $2. A republished event has its sequence in its own row. */
const markedFrom = `outbox_published p cross join unnest(p.ids, p.seqs) as m (id, seq) join outbox o on o.id = m.id
  where p.js_epoch = $1 and p.js_seq > $2 and m.seq > $2
    and o.published_at is not null and o.js_seq is null and o.republished = 0`

const reopenedMarked = (condition: string) => `update outbox set published_at = null, republished = republished + 1
  where id = any(array(select m.id from ${markedFrom} ${condition})) returning 1`

/** Marks lost rows as unpublished. Returns how many. */
export async function reopenLost(em: EntityManager, { epoch, confirmedSeq, gaps }: Lost): Promise<number> {
  if (!gaps) {
    const marked = await sql(em, reopenedMarked(''), [epoch, confirmedSeq])
    return marked.length + (await sql(em, `${reopened} $1 and js_seq > $2 returning 1`, [epoch, confirmedSeq])).length
  }
  const before = gaps.firstSeq - 1
  const head =
    before > confirmedSeq
      ? await sql(em, `${reopened} $1 and js_seq > $2 and js_seq <= $3 returning 1`, [epoch, confirmedSeq, before])
      : []
  const { holes } = gaps
  // Holes remain until they are confirmed, so they are looked up by index.
  const middle =
    holes.length > 0
      ? await sql(em, `${reopened} $1 and js_seq = any($2) and js_seq > $3 returning 1`, [epoch, holes, confirmedSeq])
      : []
  const isWhole = before <= confirmedSeq && holes.length === 0
  const marked = isWhole
    ? []
    : await sql(em, reopenedMarked('and (m.seq <= $3 or m.seq = any($4))'), [epoch, confirmedSeq, before, holes])
  return head.length + middle.length + marked.length
}

/** A published event and its sequence. `republished` counts its publications after a loss. */
export type PlacedEvent = { id: string; seq: number; republished: number }

/** A range of the stream in one epoch. */
type Range = { epoch: string; after: number; upTo: number }

// The outbox itself is only read for republished events: joining all of them cost a twelfth of Postgres's time. An event of `outbox_published`
// that was erased or republished since is skipped when it is found missing.
const placed = `select id, js_seq as seq, republished from outbox
    where js_epoch = $1 and js_seq > $2 and js_seq <= $3 and published_at is not null
  union all select m.id, m.seq, 0 from outbox_published p cross join unnest(p.ids, p.seqs) as m (id, seq)
    where p.js_epoch = $1 and p.js_seq > $2 and m.seq > $2 and m.seq <= $3`

/** Reads the events of a range, in stream order. */
export function readPlaced(em: EntityManager, { epoch, after, upTo }: Range, limit: number): Promise<PlacedEvent[]> {
  return sql<PlacedEvent>(
    em,
    `select id, seq::float8 as seq, republished from (${placed}) placed order by placed.seq limit ${limit}`,
    [epoch, after, upTo],
  )
}

/** Result of a check: the number of events, and those missing from the stream. */
type Finding = { events: number; missing: PlacedEvent[] }

/**
 * Confirms a range, and marks its missing events as unpublished, except those erased or republished since. Returns how many. Undefined, without
 * changes, if position or events have changed since they were read.
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

/** Marks missing events as unpublished, except those republished since, whose counter differs. */
async function reopenMissing(em: EntityManager, missing: PlacedEvent[]): Promise<number> {
  if (missing.length === 0) return 0
  const found = await sql(
    em,
    `update outbox o set published_at = null, js_epoch = null, js_seq = null, republished = o.republished + 1
     from unnest($1::text[], $2::integer[]) as m (id, republished)
     where o.id = m.id and o.republished = m.republished and o.published_at is not null returning 1`,
    [missing.map(({ id }) => id), missing.map(({ republished }) => republished)],
  )
  return found.length
}
