import type { EntityManager } from '@mikro-orm/postgresql'
import type { BusEvent } from '@posthorn/contracts'
import { packLightly, unpack } from '../db/packed.ts'
import { rowType, sql, statement } from '../db/statement.ts'
import { longWaitsOf } from '../work/clock.sql.ts'
import type { CommittedEvent } from './bus.ts'

/** Hours to keep events, in case one is lost or repeated, or the person it is about has to be erased. */
export const outboxHours = 72

/**
 * The events of a transaction, or one event to publish again. `id` is the first event's id. `attempt` is 0 for the first publication and
 * increases with each further one. `unreadable`: why the stored event can't be read. Its `payload` is then what `payloadSetAside` reads.
 */
export type Batch = { id: string; attempt: number; events: readonly (CommittedEvent & { unreadable?: string })[] }

export type Published = { id: string; seq: number }

/** A batch whose events have all been accepted by the stream, except for erased events. */
export type PublishedBatch = { id: string; attempt: number; events: Published[] }

/** An event that the bus rejected. `isRefused`: the bus will never accept this event. */
export type FailedEvent = CommittedEvent & { batch: string; error: string; isRefused: boolean }

/** Limits on the batches, events, and bytes per read, because this process and the bus client hold them in memory. */
const sweptMax = 200
const sweptBytesMax = 8 * 1024 * 1024

/** Younger batches are usually being published by the process that committed them. */
const sweepAgeSeconds = 1

/** Only one relay sweeps at a time, to preserve the order. Without this, the claim's row locks would still keep the result correct. */
const becomeRelay = `pg_try_advisory_xact_lock(hashtext('relay ' || current_schema()))`

/** SQL for the next attempt number. It contains the time, so that a restored database doesn't reuse forgotten numbers. */
export const nextAttempt = (attempt: string) =>
  `greatest(${attempt} + 1, extract(epoch from now() - timestamptz '2026-01-01Z')::integer)`

/**
 * Reads and locks batches that have waited for a second or more, except those in `without` and those whose pause isn't over. They were left
 * by a dead process, lost by the stream, failed, or committed while the bus was down or busy. A batch whose events were erased has no events.
 * Reads the oldest batches, until their number, events or bytes reach a limit, and none while another process sweeps.
 */
export async function readWaiting(em: EntityManager, without: string[]): Promise<Batch[]> {
  type Found = { batch: string; attempt: number; id: string | null; workspace: string; kind: string; payload: Buffer }
  const found = await sql<Found>(
    em,
    `with open as materialized (
       select b.id, b.ids, b.attempt from outbox_batch b, (select ${becomeRelay} as mine offset 0) relay
       where relay.mine and b.js_seq is null and b.created_at < now() - make_interval(secs => ${sweepAgeSeconds})
         and (b.retry_at is null or b.retry_at <= now()) and b.id <> all($1)
       order by b.id limit ${sweptMax} for update of b skip locked
     ), first as (
       select *, sum(cardinality(ids)) over (order by id) - cardinality(ids) as before from open
     ), event as (
       select first.id as batch, attempt, e.id as place, o.id, o.workspace_id as workspace, o.kind, o.payload
       from first cross join unnest(first.ids) as e (id) left join outbox o on o.id = e.id
       where first.before < ${sweptMax}
     ), sized as (
       select *, sum(octet_length(payload)) over (order by batch) - sum(octet_length(payload)) over (partition by batch) as before
       from event
     )
     select batch, attempt, id, workspace, kind, payload from sized where coalesce(before, 0) < ${sweptBytesMax} order by place`,
    [without],
  )
  let length = 0
  const batches: Batch[] = []
  for (const [id, rows] of Map.groupBy(found, ({ batch }) => batch)) {
    if (length > sweptBytesMax) break
    const events = rows.flatMap(({ id, kind, ...row }) => (id === null ? [] : [{ id, kind, ...readPayload(row) }]))
    batches.push({ id, attempt: rows[0]?.attempt ?? 0, events })
    length += events.reduce((sum, { payload }) => sum + payload.length, 0)
  }
  return batches
}

/**
 * Returns an event's JSON. An event that can't be read is returned with the reason, because it must not stop the others, and as JSON that names
 * its workspace, because operators, erasures and moves look for that in what was set aside.
 */
function readPayload({ workspace, payload: packed }: { workspace: string; payload: Buffer }) {
  try {
    const payload = unpack(packed)
    JSON.parse(payload)
    return { payload }
  } catch (err) {
    const payload = JSON.stringify({ packed: packed.toString('base64'), workspace })
    return { payload, unreadable: `the event cannot be read: ${(err as Error).message}` }
  }
}

/** Condition for the payload of an event that could not be read when it was set aside. */
export const isSetAsidePacked = `payload like '{"packed":%'`

/** Returns the JSON of an event that was set aside. Throws if this release can't read it either. */
export function payloadSetAside(payload: string): string {
  const { packed } = JSON.parse(payload) as { packed?: string }
  return packed === undefined ? payload : unpack(Buffer.from(packed, 'base64'))
}

const batchRow = rowType<PublishedBatch>({
  id: 'text',
  attempt: 'integer',
  lowest: ['bigint', ({ events }) => Math.min(...events.map(({ seq }) => seq))],
  ids: ['text[]', ({ events }) => events.map(({ id }) => id)],
  seqs: ['text[]', ({ events }) => events.map(({ seq }) => String(seq))],
})

// Finds each batch by its key, because a join compared every row with every other (78 ms for 317). Skips a batch that another process is
// publishing, because waiting for its row while the position is locked would block every process that marks events.
const mark = statement(
  { batches: batchRow, epoch: 'text', highest: 'bigint' },
  ({ batches, epoch, highest }) => `with position as (
    update relay_position set js_seq = greatest(js_seq, ${highest}) where js_epoch = ${epoch} returning confirmed_seq
  ), open as materialized (
    select w.place, b.attempt, b.ids, b.seqs, b.lowest > p.confirmed_seq as counts
    from position p cross join ${batches.as('b')} cross join lateral (
      select w.ctid as place from outbox_batch w where w.id = b.id and w.js_seq is null and w.attempt = b.attempt
      for update skip locked
    ) w
  ), late as (
    update outbox_batch w set attempt = ${nextAttempt('w.attempt')} from open where w.ctid = open.place and not open.counts
  ), gone as (
    delete from outbox_batch w using open where w.ctid = open.place and open.counts
    returning open.ids, open.seqs, open.attempt
  ), published as (
    insert into outbox_batch (id, ids, attempt, js_epoch, js_seq, seqs)
    select min(e.id), array_agg(e.id order by e.seq), gone.attempt, ${epoch}, max(e.seq), array_agg(e.seq order by e.seq)
    from gone cross join unnest(gone.ids, gone.seqs::bigint[]) as e (id, seq) group by gone.attempt
  )
  select 1 from position`,
)

/**
 * Stores the stream sequences of these batches' events. If a sequence is already confirmed, the check that confirmed it didn't include
 * these events, so their batch starts another attempt. Returns false if the service is in another epoch. In that case, all batches keep
 * waiting.
 */
export async function markBatches(em: EntityManager, epoch: string, batches: PublishedBatch[]): Promise<boolean> {
  const highest = Math.max(...batches.flatMap(({ events }) => events.map(({ seq }) => seq)))
  return (await sql(em, mark({ batches, epoch, highest }))).length > 0
}

/** Removes waiting batches. The relay does this if all events of a batch were erased. */
export async function removeBatches(em: EntityManager, batchIds: string[]): Promise<void> {
  if (batchIds.length > 0) await sql(em, 'delete from outbox_batch where js_seq is null and id = any($1)', [batchIds])
}

/** Returns those of these batches that are committed and still waiting. The relay asks this if a COMMIT got no response. */
export async function readCommitted(em: EntityManager, batchIds: string[]): Promise<string[]> {
  if (batchIds.length === 0) return []
  const open = 'select id from outbox_batch where js_seq is null and id = any($1)'
  return (await sql<{ id: string }>(em, open, [batchIds])).map(({ id }) => id)
}

/** Consumer name in `dead_event` for events that the bus rejected. */
export const busConsumer = 'bus'

/** Attempts before an event is set aside, if the bus accepts others but not this one. */
const failuresMax = 10
const pauseSecondsMax = 60
export const longOutboxWaits = longWaitsOf({ table: 'outbox_batch', column: 'retry_at', secondsMax: pauseSecondsMax })

/**
 * Sets events aside in `dead_event` if the bus refuses them or they failed too often. Pauses other failed events, longer each time. First
 * splits their batches into single events, so that no event waits for another. Returns the events that were set aside.
 */
export async function settleFailed(em: EntityManager, failed: FailedEvent[]): Promise<FailedEvent[]> {
  if (failed.length === 0) return []
  await sql(
    em,
    `with gone as (
       delete from outbox_batch where js_seq is null and id = any($1) and cardinality(ids) > 1 returning ids, attempt, created_at
     )
     insert into outbox_batch (id, ids, attempt, created_at)
     select e.id, array[e.id], attempt, created_at from gone cross join unnest(ids) as e (id)`,
    [failed.map(({ batch }) => batch)],
  )
  const paused = await sql<{ id: string; failures: number }>(
    em,
    `update outbox_batch set failures = failures + 1,
       retry_at = now() + make_interval(secs => least(${pauseSecondsMax}, 2 ^ failures))
     where js_seq is null and id = any($1) returning id, failures`,
    [failed.map(({ id }) => id)],
  )
  const failures = new Map(paused.map((row) => [row.id, row.failures]))
  const dead = failed.filter(({ id, isRefused }) => isRefused || (failures.get(id) ?? 0) >= failuresMax)
  if (dead.length > 0) await setAside(em, dead)
  return dead
}

/** Moves events from the outbox to `dead_event`, where an operator can see why they failed, and publish those again that can be read. */
async function setAside(em: EntityManager, dead: FailedEvent[]): Promise<void> {
  await sql(
    em,
    `with batch as (
       delete from outbox_batch where js_seq is null and id = any($2) returning id, failures
     ), gone as (
       delete from outbox where id = any($2) returning id, kind
     )
     insert into dead_event (consumer, event_id, kind, payload, error, deliveries)
     select $1, id, kind, d.payload, d.error, batch.failures
     from gone join batch using (id) join unnest($2::text[], $3::text[], $4::text[]) as d (id, error, payload) using (id)
     on conflict do nothing`,
    [busConsumer, dead.map(({ id }) => id), dead.map(({ error }) => error), dead.map(({ payload }) => payload)],
  )
}

/** Copies an event that was set aside back to the outbox, unless the outbox has it. The caller removes it from `dead_event`. */
export async function publishAgain(em: EntityManager, event: BusEvent, payload: string): Promise<void> {
  await sql(
    em,
    `with event as (
       insert into outbox (id, workspace_id, kind, payload)
       select event_id, $3, kind, $4::bytea from dead_event where consumer = $1 and event_id = $2
       on conflict do nothing returning id
     )
     insert into outbox_batch (id, ids) select id, array[id] from event on conflict do nothing`,
    [busConsumer, event.id, event.workspace, packLightly(payload)],
  )
}

/**
 * Marks all unconfirmed events of a restored database as waiting, along with events from the last few days. A consumer that already
 * received an event before the restore still applies it only once. The stream may already contain an event that is waiting in the backup,
 * and would drop it as a duplicate, so every event starts another attempt.
 */
export async function announceAgain(em: EntityManager): Promise<void> {
  // With a large outbox, this may take longer than other statements.
  await sql(em, 'set local statement_timeout = 0')
  await sql(
    em,
    `update outbox_batch set attempt = ${nextAttempt('attempt')}, failures = 0, retry_at = null where js_seq is null`,
  )
  await sql(
    em,
    `with gone as (delete from outbox_batch where js_seq is not null returning ids, attempt)
     insert into outbox_batch (id, ids, attempt, created_at)
     select o.id, array[o.id], ${nextAttempt('gone.attempt')}, o.created_at
     from gone cross join unnest(gone.ids) as e (id) join outbox o on o.id = e.id
     on conflict do nothing`,
  )
  await sql(
    em,
    `insert into outbox_batch (id, ids, attempt, created_at) select id, array[id], ${nextAttempt('0')}, created_at from outbox
     where created_at > now() - interval '${outboxHours} hours' on conflict do nothing`,
  )
}
