import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '../db/sql.ts'
import { rowType, statement } from '../db/statement.ts'
import { type OutboxRow, type Published, sweptBytesMax, sweptMax } from './relay.sql.ts'

/** A batch that waits longer is published from the outbox itself, where one statement finds it with all others. */
const waitingSecondsMax = 10
const movedMax = 500

/** Events of one transaction, named after the first, each with its stream sequence. */
export type PublishedBatch = { id: string; events: Published[] }

/** An event of a waiting batch. */
export type WaitingRow = OutboxRow & { batch: string }

const batchRow = rowType<PublishedBatch>({
  id: 'text',
  lowest: ['bigint', ({ events }) => Math.min(...events.map(({ seq }) => seq))],
  ids: ['text[]', ({ events }) => events.map(({ id }) => id)],
  seqs: ['text[]', ({ events }) => events.map(({ seq }) => String(seq))],
})

// Sequences are stored with their batch: joining events to batches would cost the product of both. A batch that another process is publishing is
// skipped, because waiting for its row while the position is locked would block everyone who marks events.
const mark = statement(
  { batches: batchRow, epoch: 'text', highest: 'bigint' },
  ({ batches, epoch, highest }) => `with position as (
    update relay_position set js_seq = greatest(js_seq, ${highest}) where js_epoch = ${epoch} returning confirmed_seq
  ), open as materialized (
    select w.ctid as place, b.ids, b.seqs from position p cross join ${batches.as('b')} join outbox_waiting w on w.id = b.id
    where b.lowest > p.confirmed_seq for update of w skip locked
  ), gone as (
    delete from outbox_waiting w using open where w.ctid = open.place returning open.ids, open.seqs
  ), published as (
    insert into outbox_published (id, js_epoch, js_seq, ids, seqs)
    select min(e.id), ${epoch}, max(e.seq), array_agg(e.id), array_agg(e.seq)
    from gone cross join unnest(gone.ids, gone.seqs::bigint[]) as e (id, seq) having count(*) > 0
  )
  select confirmed_seq::float8 as "confirmedSeq" from position`,
)

/**
 * Marks batches as published: removes them from the waiting ones and stores their sequences until these are confirmed. A batch at an already
 * confirmed sequence wasn't part of that check, so it is published again. Returns false if the service is in another epoch: then all keep
 * waiting.
 */
export async function markBatches(em: EntityManager, epoch: string, batches: PublishedBatch[]): Promise<boolean> {
  const highest = Math.max(...batches.flatMap(({ events }) => events.map(({ seq }) => seq)))
  const [position] = await sql<{ confirmedSeq: number }>(em, mark({ batches, epoch, highest }))
  if (!position) return false
  const isLate = (batch: PublishedBatch) => batch.events.some(({ seq }) => seq <= position.confirmedSeq)
  const late = batches.filter(isLate).map(({ id }) => id)
  if (late.length > 0)
    await sql(
      em,
      `with gone as (delete from outbox_waiting where id = any($1) returning ids)
       update outbox set published_at = null, republished = republished + 1 where id in (select unnest(ids) from gone)`,
      [late],
    )
  return true
}

/**
 * Reads and locks batches that have waited for a second or more, except those in `without`: left by a dead process or while the bus was down.
 * Ordered by their events; a batch whose events were erased has none.
 */
export async function readWaiting(
  em: EntityManager,
  { mine, ageSeconds, without }: { mine: string; ageSeconds: number; without: string[] },
): Promise<{ batches: string[]; rows: WaitingRow[] }> {
  const found = await sql<{ batch: string } & Partial<OutboxRow>>(
    em,
    `with open as materialized (
       select outbox_waiting.id, ids from outbox_waiting, (select ${mine} as mine offset 0) relay
       where relay.mine and created_at < now() - make_interval(secs => $1) and outbox_waiting.id <> all($2)
       order by outbox_waiting.id limit ${sweptMax} for update of outbox_waiting skip locked
     ), first as (
       select id, ids, sum(cardinality(ids)) over (order by id) - cardinality(ids) as before from open
     ), event as (
       select first.id as batch, e.id as place, o.id, o.kind, o.payload, o.republished
       from first cross join unnest(first.ids) as e (id) left join outbox o on o.id = e.id and (o.retry_at is null or o.retry_at <= now())
       where first.before < ${sweptMax}
     ), sized as (
       select *, sum(octet_length(payload)) over (order by batch) - sum(octet_length(payload)) over (partition by batch) as before
       from event
     )
     select batch, id, kind, payload, republished from sized where coalesce(before, 0) < ${sweptBytesMax} order by place`,
    [ageSeconds, without],
  )
  const batches = [...new Set(found.map(({ batch }) => batch))]
  return {
    batches,
    rows: found.filter((row): row is WaitingRow => row.id !== null),
  }
}

/** Removes batches without events. */
export async function removeBatches(em: EntityManager, ids: string[]): Promise<void> {
  if (ids.length > 0) await sql(em, 'delete from outbox_waiting where id = any($1)', [ids])
}

/** Moves long-waiting events into the outbox itself, where erasures can see that they aren't published. */
export async function moveLongWaiting(em: EntityManager): Promise<void> {
  await sql(
    em,
    `with moved as (
       delete from outbox_waiting where id in (
         select id from outbox_waiting where created_at < now() - interval '${waitingSecondsMax} seconds'
         order by id limit ${movedMax} for update skip locked
       ) returning ids
     )
     update outbox set published_at = null where id in (select unnest(ids) from moved)`,
  )
}
