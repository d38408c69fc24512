import { readFileSync } from 'node:fs'

/** Returns the kernel's fields for a process, starting with its state: proc_pid_stat(5). Throws if it is gone. Linux only. */
export function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in parentheses may contain spaces, so count fields after the last parenthesis.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Returns a process's current or peak resident memory in MB (2^20 bytes). Throws if it is gone. Linux only. */
export function residentMb(pid: number | undefined, { peak = false }: { peak?: boolean } = {}): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number((peak ? /^VmHWM:\s+(\d+) kB/m : /^VmRSS:\s+(\d+) kB/m).exec(status)?.[1] ?? 0) / 1024
}
