import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { withDescendants } from './memory.ts'

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Seconds of CPU that processes and their descendants have used, those of ended children included (Linux). */
export function cpuSecondsOf(roots: readonly number[]): number {
  return withDescendants(roots).reduce((sum, pid) => sum + ticksOf(pid), 0) / ticksPerSecond
}

function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // utime, stime, cutime, cstime: fields 14 to 17 of proc(5), of which the first two are cut off here.
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  } catch {
    return 0
  }
}
