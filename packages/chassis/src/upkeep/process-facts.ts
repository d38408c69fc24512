import type { Consumption } from '../bus/bus.ts'
import type { Loop, LoopStatus } from '../work/loop.ts'

/** Facts about a process: since when it runs, its loops, and its place on the bus. */
export type ProcessFacts = {
  startedAt: Date
  loops(): LoopStatus[]
  /** Returns what the bus holds for this service; null where the process consumes nothing, or the bus does not say. */
  lag(): Promise<{ pending: number; ackPending: number } | null>
}

/** Returns the facts about a process as they are whenever they are read. */
export function processFacts(
  loops: ReadonlyMap<string, Loop>,
  intake: { consumption: Consumption | undefined },
): ProcessFacts {
  return {
    startedAt: new Date(),
    loops: () => [...loops.values()].map((loop) => loop.status()).toSorted((a, b) => a.name.localeCompare(b.name)),
    lag: async () => (await intake.consumption?.lag().catch(() => null)) ?? null,
  }
}
