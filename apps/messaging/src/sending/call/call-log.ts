import { randomUUID } from 'node:crypto'
import { appendFileSync, closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Log } from '@posthorn/chassis'

/**
 * Log of this process's calls to the provider: one line per call in a file for this process, written in the same tick as the call's first
 * byte. It isn't synced, so it survives a crash of the process but not of the machine, and is trusted only during the boot in which it was
 * written. If a dead process did not log a job here, it never called the provider for it.
 */
export type CallLog = {
  /** Identifies this process in its leases. */
  owner: string
  record(messageId: string, attempt: number): void
  /** Returns the logs of dead processes on this host. */
  deadLogs(): DeadLog[]
  close(): void
}

/** Log of a dead process. `called` contains `<message id>:<attempt>` for each call that it may have made. */
type DeadLog = { owner: string; called: ReadonlySet<string>; remove(): void }

/** The process that wrote a log. Precise enough to check, on the same host and in the same boot, whether the process is still running. */
type Writer = { boot: string; host: string; pid: number; start: string }

/** Far more calls than can be in flight at the same time, so older entries are no longer needed. */
const linesPerFile = 50_000
/** A file gets its first line in the same tick in which it is opened, so an empty file older than this is stale. */
const staleMs = 60_000

/** Opens this process's log in `folder`. Logs nothing where processes can't be identified reliably, such as outside Linux. */
export function openCallLog(folder: string, log: Log): CallLog {
  const owner = randomUUID()
  const me = writerOf(process.pid)
  const files = me === undefined ? undefined : startFiles(folder, { owner, me, log })
  return {
    owner,
    record: (messageId, attempt) => files?.write(`${messageId}:${attempt}\n`),
    deadLogs: () => (me === undefined ? [] : deadLogs(folder, { owner, me })),
    close: () => files?.end(),
  }
}

/**
 * Keeps the two newest files of this process. If one can't be written, removes all and logs nothing more, because a log with a gap would
 * show calls that were made as never made. Without a log, their outcome counts as unknown. If they can't be removed either, `write` fails,
 * and the call must not be made.
 */
function startFiles(
  folder: string,
  { owner, me, log }: { owner: string; me: Writer; log: Log },
): { write(line: string): void; end(): void } {
  const openFiles: { fd: number; path: string; lines: number }[] = []
  let files = 0
  const dropOldest = () => {
    const [oldest] = openFiles
    if (oldest === undefined) return
    rmSync(oldest.path, { force: true })
    openFiles.shift()
    closeSync(oldest.fd)
  }
  const next = () => {
    mkdirSync(folder, { recursive: true })
    const path = join(folder, `${owner}.${(files += 1)}.calls`)
    const fd = openSync(path, 'ax', 0o600)
    openFiles.push({ fd, path, lines: 0 })
    appendFileSync(fd, `${JSON.stringify(me)}\n`)
    if (openFiles.length > 2) dropOldest()
  }
  const end = () => {
    while (openFiles.length > 0) dropOldest()
  }
  let isKept = true
  const orGiveUp = (work: () => void) => {
    try {
      if (isKept) return work()
    } catch (err) {
      isKept = false
      log.error({ err }, 'calls.not_noted')
    }
    end()
  }
  // Done now, because a process that dies before its first call must still leave an empty log, which proves that it made no calls.
  orGiveUp(next)
  return {
    write: (line) =>
      orGiveUp(() => {
        if ((openFiles.at(-1)?.lines ?? 0) >= linesPerFile) next()
        const newest = openFiles.at(-1)
        if (newest === undefined) return
        // Written completely or not at all, because an entry truncated by a full disk would suggest that the call was never made.
        appendFileSync(newest.fd, line)
        newest.lines += 1
      }),
    end,
  }
}

/**
 * Reads the logs of processes on this host that have ended since it was started. Removes logs that can't be trusted: those from before a
 * restart of the host, and those that have stayed empty. Skips this process's own, which are long, because `reap` calls this every 2 s.
 */
function deadLogs(folder: string, { owner: own, me }: { owner: string; me: Writer }): DeadLog[] {
  const dead = new Set<string>()
  for (const name of filesIn(folder)) {
    const owner = ownerIn(name)
    if (owner === own) continue
    const path = join(folder, name)
    const [first = ''] = readFileSync(path, 'utf8').split('\n', 1)
    const writer = writerIn(first)
    if (writer === undefined && isStale(path)) rmSync(path, { force: true })
    if (writer?.host !== me.host) continue
    if (writer.boot !== me.boot) rmSync(path, { force: true })
    else if (writerOf(writer.pid)?.start !== writer.start) dead.add(owner)
  }
  // Listed and read only now: while it ran, a process could add calls to what was read above, and files to what was listed.
  const names = dead.size > 0 ? filesIn(folder) : []
  return [...dead].map((owner) => {
    const paths = names.filter((name) => ownerIn(name) === owner).map((name) => join(folder, name))
    const called = new Set(paths.flatMap((path) => readFileSync(path, 'utf8').split('\n').slice(1)))
    return { owner, called, remove: () => paths.forEach((path) => rmSync(path, { force: true })) }
  })
}

/** Returns the process whose log has this name. */
const ownerIn = (name: string): string => name.slice(0, name.indexOf('.'))

/** Returns the writer named in a log's first line, or undefined if that line isn't complete. */
function writerIn(line: string): Writer | undefined {
  try {
    return JSON.parse(line) as Writer
  } catch {
    return undefined
  }
}

/** Whether a file is still empty long after its writer should have filled it, for example because of a power failure. */
function isStale(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat !== undefined && Date.now() - stat.mtimeMs > staleMs
}

/** Returns the names of the logs in a folder, or none if no process has created the folder yet. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.calls'))
  } catch {
    return []
  }
}

/** Identifies a process by boot, host, pid and start time. Returns undefined if there is no such process or the system can't tell. */
function writerOf(pid: number): Writer | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // proc_pid_stat(5): the name in parentheses may contain spaces, so fields are counted from the last parenthesis. The 22nd field is the
    // start time.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
    return { boot, host: hostname(), pid, start }
  } catch {
    return undefined
  }
}
