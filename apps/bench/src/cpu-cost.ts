import type { RunningSystem } from '@posthorn/testkit/system'
import { cpuSecondsOf, median } from '@posthorn/testkit/system'

/** Milliseconds of CPU that each process of a system has spent on a message, by its name. */
export type CpuCost = Record<string, number>

/** Begins to measure, also `more` processes; the returned function ends it with the cost of each of so many messages. */
export function measureCpu(system: RunningSystem, more: readonly number[] = []): (messages: number) => CpuCost {
  const before = secondsBy(system, more)
  return (messages) =>
    Object.fromEntries(
      Object.entries(secondsBy(system, more)).map(([name, seconds]) => [
        name,
        ((seconds - (before[name] ?? 0)) * 1_000) / messages,
      ]),
    )
}

/** The sum of all processes. */
export const totalMs = (cost: CpuCost): number => Object.values(cost).reduce((sum, ms) => sum + ms, 0)

/** The median of each process over some rounds. */
export function medianCost(costs: readonly CpuCost[]): CpuCost {
  const names = Object.keys(costs[0] ?? {})
  return Object.fromEntries(names.map((name) => [name, median(costs.map((cost) => cost[name] ?? 0))]))
}

/** A line for a reader: the processes by what they cost. */
export function costText(cost: CpuCost): string {
  const parts = Object.entries(cost).filter(([, ms]) => ms >= 0.005)
  return parts
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
    .join(', ')
}

/** The launcher is the parent of all others: with it each would count twice. */
function secondsBy(system: RunningSystem, more: readonly number[]): Record<string, number> {
  const parts = Object.entries(system.run.processes).filter(([name]) => name !== 'launcher')
  return {
    ...Object.fromEntries(parts.map(([name, { pid }]) => [name, cpuSecondsOf([pid])])),
    ...(more.length > 0 ? { others: cpuSecondsOf(more) } : {}),
  }
}
