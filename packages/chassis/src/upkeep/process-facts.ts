import type { Consumption } from '../bus/bus.ts'
import type { Loop, LoopStatus } from '../work/loop.ts'

/** Facts about a process: its start time, loops, and state on the bus. */
export type ProcessFacts = {
  startedAt: Date
  loops(): LoopStatus[]
  /** Returns what the bus holds for this service; null if the process consumes nothing, or the bus doesn't say. */
  lag(): Promise<{ pending: number; ackPending: number } | null>
}

/** Returns the facts about a process, current at each read. */
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
