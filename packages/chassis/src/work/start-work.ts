import type { Consumption } from '../bus/bus.ts'
import { consumeEvents, type Subscriber } from '../bus/inbox.ts'
import { erasureRequested, erasureRound } from '../erasure/erasure.ts'
import type { Eraser } from '../erasure/person.ts'
import type { Runtime } from '../runtime.ts'
import { resealRound } from '../secrets/reseal.ts'
import { chassisSealed, type SealedColumn } from '../secrets/sealed-column.ts'
import { beatMs, type Membership, membershipLoop } from '../shards/membership.ts'
import { housekeepingRound } from './housekeeping.ts'
import { type Loop, type LoopOptions, type Round, startLoop } from './loop.ts'

/** A loop of a service: its name, its safety-net poll, and one bounded round of work. */
export type Worker<R extends Runtime = Runtime> = {
  name: string
  pollMs: number
  /** It calls the provider or callers' own servers, or causes such calls: it rests while a restored database is in quarantine. */
  outward?: true
  /** It works on the shards of its process: a wake-up here goes to the other processes, too. */
  sharded?: true
  run: (runtime: R, signal: AbortSignal) => Promise<Round>
}

/** The work of a service: its loops, what it does about events, and what every service does. */
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
 * Starts the loops of a service and its consumption of events; the process joins those that share out its shards. One of them alone
 * applies events: shared out, they make halved batches that wait for each other's rows.
 */
export async function startWork<R extends Runtime>(
  definition: WorkDefinition<R>,
  { runtime, loops, membership }: { runtime: R; loops: Map<string, Loop>; membership: Membership },
): Promise<{ consumption: Consumption | undefined }> {
  const { workers, gatherEventsMs, erase, sealed } = definition
  // The loop repeats a first beat that failed.
  await runtime.db.withScope('all', () => membership.beat()).catch(() => {})
  membership.onChange(() => {
    for (const { name, sharded } of workers) if (sharded) runtime.wakeHere(name)
  })
  const sweeps = (name: string, pollMs: number, run: LoopOptions['run']): LoopOptions => ({
    name,
    pollMs,
    // Loops look for work in every workspace.
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
    // All at once they would open a connection each, and keep it.
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

/** Returns all that a service does about events: its own subscribers, and that of erasures where it erases people. */
export function subscribersOf<R extends Runtime>({
  subscribers,
  erase,
}: Pick<WorkDefinition<R>, 'subscribers' | 'erase'>): Subscriber[] {
  return [...subscribers, ...(erase ? [erasureRequested] : [])]
}

function roundOf<R extends Runtime>({ outward, run }: Worker<R>, runtime: R): LoopOptions['run'] {
  return async (signal) => {
    if (outward && (await runtime.quarantine.since())) return { worked: 0 }
    return run(runtime, signal)
  }
}
