import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { statOf } from '@posthorn/embedded'

/** Memory of processes and all descendants, in MB (2^20 bytes). `pss` counts shared memory once. */
export type Memory = { rssMb: number; pssMb: number; processes: number }

/** Measures processes and their descendants now (Linux). */
export function memoryOf(roots: readonly number[]): Memory {
  const pids = withDescendants(roots)
  const sum = (field: string) => pids.reduce((total, pid) => total + kilobytes(pid, field), 0) / 1024
  return { rssMb: sum('Rss'), pssMb: sum('Pss'), processes: pids.length }
}

/** Measures repeatedly. The returned function ends this, and returns the measurement with the highest memory use. */
export function watchMemory(roots: () => readonly number[], everyMs: number): () => Memory {
  let most: Memory = { rssMb: 0, pssMb: 0, processes: 0 }
  const timer = setInterval(() => {
    try {
      const now = memoryOf(roots())
      if (now.pssMb > most.pssMb) most = now
    } catch {
      // The measurement failed, and its system is gone. An error here would end the program.
      clearInterval(timer)
    }
  }, everyMs)
  return () => {
    clearInterval(timer)
    return most
  }
}

/** Returns these processes and everything that they started: Postgres, for example, has a process for each connection. */
export function withDescendants(roots: readonly number[]): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = parentOf(Number(name))
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const found = new Set<number>()
  const visit = (pid: number) => {
    if (found.has(pid)) return
    found.add(pid)
    for (const child of children.get(pid) ?? []) visit(child)
  }
  for (const root of roots) visit(root)
  return [...found]
}

/** Returns the parent's process id (the second field after the name), or undefined if the process has ended. */
function parentOf(pid: number): number | undefined {
  try {
    return Number(statOf(pid)[1])
  } catch {
    return undefined
  }
}

/** Returns a field of a process's memory map. A process that has ended counts as 0. */
function kilobytes(pid: number, field: string): number {
  try {
    return Number(
      new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1],
    )
  } catch {
    return 0
  }
}

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Returns the CPU seconds used by processes and their descendants, including ended children (Linux). */
export const cpuSecondsOf = (roots: readonly number[]): number =>
  withDescendants(roots).reduce((sum, pid) => sum + ticksOf(pid), 0) / ticksPerSecond

/** Returns the idle CPU seconds since boot, including waits for disks, summed over all cores (Linux). */
export function idleSeconds(): number {
  const [, , , , idle, ioWait] = (readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? '').split(/\s+/).map(Number)
  return ((idle ?? 0) + (ioWait ?? 0)) / ticksPerSecond
}

/** Returns the CPU time that a process and its ended children used, in clock ticks. A process that has ended counts as 0. */
function ticksOf(pid: number): number {
  try {
    // utime, stime, cutime, cstime.
    return statOf(pid)
      .slice(11, 15)
      .reduce((sum, field) => sum + Number(field), 0)
  } catch {
    return 0
  }
}

/** Returns the value in the middle; of an even number of values, the lower one of the two. */
export const median = (values: readonly number[]): number => percentile(values, 50)

/** Returns the smallest value that `percent` percent of all values do not exceed: always a measured one, never one in between. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN
}
