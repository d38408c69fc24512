import type { Bus, Consumption } from '../bus/bus.ts'
import { consumeEvents, type Subscriber } from '../bus/inbox.ts'
import { type Eraser, erasureRequested, erasureRound } from '../erasure/erasure.sql.ts'
import type { Runtime } from '../runtime.ts'
import { chassisSealed, resealRound, type SealedColumn } from '../secrets/master-keys.ts'
import { beatMs, type Membership, membershipLoop } from '../shards/membership.ts'
import { housekeepingRound } from './housekeeping.ts'
import { type Loop, type LoopOptions, type Round, startLoop } from './loop.ts'

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
  /**
   * Whether the loop calls the provider or callers' servers, or causes such calls. It is then paused while a restored database is in
   * quarantine.
   */
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
}

const housekeepingPollMs = 3_600_000
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
  const { workers, gatherEventsMs, erase, sealed } = definition
  // If the first heartbeat fails, the loop retries it.
  await runtime.db.withScope('all', () => membership.beat()).catch(() => {})
  membership.onChange(() => {
    for (const { name, sharded } of workers) if (sharded) runtime.wakeHere(name)
  })
  const sweeps = (name: string, pollMs: number, run: LoopOptions['run']): LoopOptions => ({
    name,
    pollMs,
    // Loops work across all workspaces.
    run: (signal) => runtime.db.withScope('all', () => run(signal)),
  })
  const reseal = resealRound([...chassisSealed, ...sealed])
  const all: LoopOptions[] = [
    ...workers.map((worker) => sweeps(worker.name, worker.pollMs, roundOf(worker, runtime))),
    ...(erase ? [sweeps('erase', erasePollMs, () => erasureRound<R>(erase)(runtime))] : []),
    sweeps('reseal', resealPollMs, () => reseal(runtime)),
    sweeps('housekeeping', housekeepingPollMs, () => housekeepingRound(runtime)),
    sweeps(membershipLoop, beatMs, () => membership.beat()),
  ]
  for (const options of all) {
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
function roundOf<R extends Runtime>({ outward, run }: Worker<R>, runtime: R): LoopOptions['run'] {
  return async (signal) => {
    if (outward && (await runtime.quarantine.since())) return { worked: 0 }
    return run(runtime, signal)
  }
}
