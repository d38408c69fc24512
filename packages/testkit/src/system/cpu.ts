import { execFileSync } from 'node:child_process'
import { statOf } from '@posthorn/embedded'
import { withDescendants } from './memory.ts'

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Seconds of CPU that processes and their descendants have used, those of ended children included (Linux). */
export function cpuSecondsOf(roots: readonly number[]): number {
  return withDescendants(roots).reduce((sum, pid) => sum + ticksOf(pid), 0) / ticksPerSecond
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
