import { idFloor } from '@posthorn/contracts'
import type { Bus, Consumption } from '../bus/bus.ts'
import { consumeEvents, type Subscriber } from '../bus/inbox.ts'
import { longOutboxWaits, outboxHours } from '../bus/outbox.sql.ts'
import { receivedDays } from '../db/chassis-migrations.ts'
import { deleteBatch, deleteBatchSizeMax, type OldRows } from '../db/partitions.ts'
import { sql } from '../db/statement.ts'
import { type Eraser, erasureRequested, erasureRound, longErasureWaits } from '../erasure/erasure.sql.ts'
import { isUnavailable } from '../faults.ts'
import { idempotencyHours } from '../rpc/idempotency.ts'
import type { Runtime } from '../runtime.ts'
import { chassisSealed, resealRound, type SealedColumn } from '../secrets/master-keys.ts'
import { beatMs, type Membership, membershipLoop } from '../shards/membership.ts'
import { clockLoop, clockRound, type LongWaits } from './clock.sql.ts'
import { type Loop, type LoopOptions, type Round, startLoop } from './loop.ts'
import { eachApart } from './rests.ts'

/** Days after its last failure for which an event that was set aside is kept, with the data of its workspace. */
const deadEventDays = 90

/**
 * Creates upcoming partitions, drops old ones and removes expired rows, in bounded batches so that live work isn't delayed. A step that fails
 * stops no other; its error is thrown at the end.
 */
export async function housekeepingRound(runtime: Runtime, expired: readonly OldRows[] = []): Promise<Round> {
  const removed: unknown[][] = []
  const remove = async (rows: OldRows) => removed.push(await sql(runtime.db.em(), deleteBatch(rows)))
  await eachApart(
    [
      () => runtime.db.renewPartitions(),
      ...[...chassisExpired, ...expired].map((rows) => () => remove(rows)),
      // Services have no privileges on individual partitions, so the owner deletes the rows.
      ...[eventsOfNoDay(), receptionsOfNoDay].map((rows) => () => runtime.db.withScope('schema', () => remove(rows))),
    ],
    (step) => step(),
  )
  return { worked: removed.some((rows) => rows.length === deleteBatchSizeMax) ? 1 : 0 }
}

const chassisExpired: readonly OldRows[] = [
  { table: 'idempotency', key: 'ctid', condition: `created_at < now() - interval '${idempotencyHours} hours'` },
  { table: 'failed_event', key: 'event_id', condition: `failed_at < now() - interval '${receivedDays} days'` },
  { table: 'dead_event', key: 'ctid', condition: `died_at < now() - interval '${deadEventDays} days'` },
]

const receptionsOfNoDay: OldRows = {
  table: 'received_event_default',
  key: 'ctid',
  condition: `received_at < now() - interval '${receivedDays} days'`,
}

/** Days expire as partitions, but these rows had none. Unconfirmed events may have to be published again. */
const eventsOfNoDay = (): OldRows => ({
  table: 'outbox_default',
  key: 'id',
  condition: `id < '${idFloor('evt', Date.now() - outboxHours * 3_600_000)}'
    and id not in (select unnest(ids) from outbox_batch)`,
})

type Surroundings = {
  name: string
  bus: Bus
  membership: Membership
  loops: ReadonlyMap<string, Loop>
  sharded: ReadonlySet<string>
}

/** Creates a process's wake-ups, and forwards those from the bus. */
export function createWakes({ name, bus, membership, loops, sharded }: Surroundings) {
  const wakeHere = (loop: string) => loops.get(loop)?.wake()
  const wake = (loop: string) => {
    wakeHere(loop)
    // Another process has the work if this one doesn't run the loop, and may have it if processes share the loop.
    if (!loops.has(loop)) bus.nudge(name, loop)
    else if (sharded.has(loop)) membership.wakeOthers(loop)
  }
  bus.onNudge(name, (nudge) => wakeHere(membership.loopOf(nudge)))
  return { wake, wakeHere }
}

/** A service's loop: its name, maximum sleep, and one bounded round of work. */
export type Worker<R extends Runtime = Runtime> = {
  name: string
  pollMs: number
  /** Whether the loop calls the provider or callers' servers, or causes such calls: it rests while a restored database is quarantined. */
  outward?: true
  /** Whether the loop works on its process's shards. If so, a wake-up in one process is also sent to the others. */
  sharded?: true
  run: (runtime: R, signal: AbortSignal) => Promise<Round>
}

export type WorkDefinition<R extends Runtime> = {
  workers: Worker<R>[]
  subscribers: Subscriber[]
  gatherEventsMs: number | undefined
  erase: Eraser<R> | undefined
  sealed: readonly SealedColumn[]
  expired: readonly OldRows[]
  longWaits: readonly LongWaits<R>[]
}

const housekeepingPollMs = 3_600_000
const clockPollMs = 3_600_000
const erasePollMs = 60_000
const resealPollMs = 60_000

/**
 * Starts a service's loops and event consumption. The process joins the other processes that share the service's shards. Only one of them
 * applies events: several would form half-full batches that wait for each other's rows.
 */
export async function startWork<R extends Runtime>(
  definition: WorkDefinition<R>,
  { runtime, loops, membership }: { runtime: R; loops: Map<string, Loop>; membership: Membership },
): Promise<{ consumption: Consumption | undefined }> {
  const { workers, gatherEventsMs, erase, sealed, expired, longWaits } = definition
  // If the first heartbeat fails, the loop retries it.
  await runtime.db.withScope('all', () => membership.beat()).catch(() => {})
  membership.onChange(() => {
    for (const { name, sharded } of workers) if (sharded) runtime.wakeHere(name)
  })
  const failures = runtime.metrics.counter('loop_failures_total', 'Rounds of a loop that failed', ['loop'])
  const counted = async (loop: string, round: () => Promise<Round>) => {
    try {
      return await round()
    } catch (err) {
      if (!isUnavailable(err)) failures.add(1, { loop })
      throw err
    }
  }
  const sweeps = (name: string, pollMs: number, run: LoopOptions['run']): LoopOptions => ({
    name,
    pollMs,
    // Loops work across all workspaces.
    run: (signal) => runtime.db.withScope('all', () => counted(name, () => run(signal))),
  })
  membership.onClockBack(() => runtime.wakeHere(clockLoop))
  const endLongWaits = clockRound([...longWaits, longErasureWaits, longOutboxWaits], loops)
  const reseal = resealRound([...chassisSealed, ...sealed])
  const all: LoopOptions[] = [
    ...workers.map((worker) => sweeps(worker.name, worker.pollMs, roundOf(worker, runtime))),
    ...(erase ? [sweeps('erase', erasePollMs, () => erasureRound<R>(erase)(runtime))] : []),
    sweeps('reseal', resealPollMs, () => reseal(runtime)),
    sweeps('housekeeping', housekeepingPollMs, () => housekeepingRound(runtime, expired)),
    sweeps(clockLoop, clockPollMs, () => endLongWaits(runtime)),
    sweeps(membershipLoop, beatMs, () => membership.beat()),
  ]
  for (const options of all) {
    // Prometheus sees no increase from a series that does not exist yet.
    failures.add(0, { loop: options.name })
    // If the loops started together, each would open and keep its own connection.
    const startsAfter = [...loops.values()].at(-1)
    loops.set(options.name, startLoop({ ...options, startsAfter }, runtime.log))
  }
  const subscribed = subscribersOf(definition)
  if (subscribed.length === 0) return { consumption: undefined }
  const isStandby = !membership.appliesEvents()
  const consumption = await consumeEvents(runtime, subscribed, { gatherMs: gatherEventsMs, isStandby })
  const follow = () => consumption.serve(membership.appliesEvents())
  membership.onChange(follow)
  follow()
  return { consumption }
}

/** Returns a service's subscribers, including the one for requests to erase a person. */
export function subscribersOf<R extends Runtime>({
  subscribers,
  erase,
}: Pick<WorkDefinition<R>, 'subscribers' | 'erase'>): Subscriber[] {
  return [...subscribers, ...(erase ? [erasureRequested] : [])]
}

/** Returns a worker's round. During a quarantine, an outward worker does nothing. */
const roundOf =
  <R extends Runtime>({ outward, run }: Worker<R>, runtime: R): LoopOptions['run'] =>
  async (signal) => {
    if (outward && (await runtime.quarantine.since())) return { worked: 0 }
    return run(runtime, signal)
  }
