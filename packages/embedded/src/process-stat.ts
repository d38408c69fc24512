import { readFileSync } from 'node:fs'

/** The kernel's fields about a process, from its state on: proc_pid_stat(5). Throws for one that is gone. Linux only. */
export function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in brackets may hold spaces, so fields are counted after the last bracket.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Resident memory of a process, now or the most it ever had, in MB of 2^20 bytes. Throws for one that is gone. Linux only. */
export function residentMb(pid: number | undefined, { peak = false }: { peak?: boolean } = {}): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number((peak ? /^VmHWM:\s+(\d+) kB/m : /^VmRSS:\s+(\d+) kB/m).exec(status)?.[1] ?? 0) / 1024
}
