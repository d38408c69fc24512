import { cpuSecondsOf, median, type RunningSystem } from '@posthorn/testkit/system'

/** CPU milliseconds per message, by process name. */
export type CpuCost = Record<string, number>

/**
 * Starts measuring the CPU usage of the system and of the processes in `morePids`. The returned function stops, and returns the cost per
 * message.
 */
export function measureCpu(system: RunningSystem, morePids: readonly number[] = []): (messages: number) => CpuCost {
  const before = secondsBy(system, morePids)
  return (messages) =>
    Object.fromEntries(
      Object.entries(secondsBy(system, morePids)).map(([name, seconds]) => [
        name,
        ((seconds - (before[name] ?? 0)) * 1_000) / messages,
      ]),
    )
}

/** Returns the CPU time of all processes together, in milliseconds. */
export const totalMs = (cost: CpuCost): number => Object.values(cost).reduce((sum, ms) => sum + ms, 0)

/** Returns the median of each process over several rounds, so that a disturbed round does not count. */
export function medianCost(costs: readonly CpuCost[]): CpuCost {
  const names = Object.keys(costs[0] ?? {})
  return Object.fromEntries(names.map((name) => [name, median(costs.map((cost) => cost[name] ?? 0))]))
}

/** Lists the processes, the most expensive first. Leaves out those that would show as 0.00. */
export function costText(cost: CpuCost): string {
  const parts = Object.entries(cost).filter(([, ms]) => ms >= 0.005)
  return parts
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
    .join(', ')
}

/**
 * Returns the CPU seconds of each process. Skips the launcher, because it is the parent of all other processes, which would otherwise be
 * counted twice.
 */
function secondsBy(system: RunningSystem, morePids: readonly number[]): Record<string, number> {
  const parts = Object.entries(system.run.processes).filter(([name]) => name !== 'launcher')
  return {
    ...Object.fromEntries(parts.map(([name, { pid }]) => [name, cpuSecondsOf([pid])])),
    ...(morePids.length > 0 ? { others: cpuSecondsOf(morePids) } : {}),
  }
}
