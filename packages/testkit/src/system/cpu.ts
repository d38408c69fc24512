import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { statOf } from '@posthorn/embedded'
import { withDescendants } from './memory.ts'

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Returns the CPU seconds used by processes and their descendants, including ended children (Linux). */
export function cpuSecondsOf(roots: readonly number[]): number {
  return withDescendants(roots).reduce((sum, pid) => sum + ticksOf(pid), 0) / ticksPerSecond
}

/** Returns the idle CPU seconds since boot, summed over all cores (Linux). */
export function idleSeconds(): number {
  const [, , , , idle, ioWait] = (readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? '').split(/\s+/).map(Number)
  return ((idle ?? 0) + (ioWait ?? 0)) / ticksPerSecond
}

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

export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** Returns the given percentile of the values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN
}
