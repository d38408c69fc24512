import type { Consumption } from '../bus/bus.ts'
import type { Loop, LoopStatus } from '../work/loop.ts'

export type ProcessFacts = {
  startedAt: Date
  loops(): LoopStatus[]
  /** Counts this service's messages on the bus. Null if the process consumes nothing, or the bus doesn't respond. */
  lag(): Promise<{ pending: number; ackPending: number } | null>
}

/** Returns facts about a process, which are up to date each time they are read. */
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
