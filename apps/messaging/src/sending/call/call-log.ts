import { randomUUID } from 'node:crypto'
import { appendFileSync, closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Log } from '@posthorn/chassis'

/**
 * Record of the calls of this process to the provider: a line in a file of its own, in the tick before the first byte. Written
 * without a sync, it survives the death of the process and not that of the machine, so it is believed only on the boot it was
 * written on. A job of a dead owner that is in no line of it was surely not called.
 */
export type CallLog = {
  /** Names this process in the leases it holds. */
  owner: string
  /** Notes a call that is about to be made. */
  note(messageId: string, attempt: number): void
  /** Returns the logs of processes of this host that have ended. */
  deadLogs(): DeadLog[]
  close(): void
}

/** The notes of a process that has ended: `<message id>:<attempt>` of each call it may have made. */
export type DeadLog = { owner: string; called: ReadonlySet<string>; remove(): void }

/** Writer of a log: enough to find out, on the same host and boot, whether that very process still runs. */
type Writer = { boot: string; host: string; pid: number; start: string }

/** More calls than can be in flight at once, many times over: the notes before them are of no use any more. */
const linesPerFile = 50_000
/** A file gets its first line in the tick that opens it. */
const staleMs = 60_000

/** Opens the log of this process in `folder`. Where processes cannot be identified for sure (not Linux), nothing is logged. */
export function openCallLog(folder: string, log: Log): CallLog {
  const owner = randomUUID()
  const me = writerOf(process.pid)
  const files = me === undefined ? undefined : startFiles(folder, { owner, me, log })
  return {
    owner,
    note: (messageId, attempt) => files?.write(`${messageId}:${attempt}\n`),
    deadLogs: () => (me === undefined ? [] : deadLogs(folder, me)),
    close: () => files?.end(),
  }
}

type Opening = { owner: string; me: Writer; log: Log }

/** The newest two files of this process. One that cannot be written is taken away: without it, its calls count as in doubt. */
function startFiles(folder: string, { owner, me, log }: Opening): { write(line: string): void; end(): void } {
  const open: { fd: number; path: string; lines: number }[] = []
  let files = 0
  const drop = (file: { fd: number; path: string } | undefined) => {
    if (file === undefined) return
    closeSync(file.fd)
    rmSync(file.path, { force: true })
  }
  const next = () => {
    mkdirSync(folder, { recursive: true })
    const path = join(folder, `${owner}.${(files += 1)}.calls`)
    const fd = openSync(path, 'ax', 0o600)
    open.push({ fd, path, lines: 0 })
    appendFileSync(fd, `${JSON.stringify(me)}\n`)
    if (open.length > 2) drop(open.shift())
  }
  const end = () => {
    while (open.length > 0) drop(open.shift())
  }
  let isKept = true
  const orGiveUp = (work: () => void) => {
    try {
      if (isKept) work()
    } catch (err) {
      isKept = false
      end()
      log.error({ err }, 'calls.not_noted')
    }
  }
  // At once: a process that dies before its first call left no line, but a file that says so.
  orGiveUp(next)
  return {
    write: (line) =>
      orGiveUp(() => {
        if ((open.at(-1)?.lines ?? 0) >= linesPerFile) next()
        const newest = open.at(-1)
        if (newest === undefined) return
        // Whole, or an error: a note that a full disk cuts short would say that the call was not made.
        appendFileSync(newest.fd, line)
        newest.lines += 1
      }),
    end,
  }
}

function deadLogs(folder: string, me: Writer): DeadLog[] {
  const byOwner = new Map<string, { called: Set<string>; paths: string[] }>()
  for (const name of filesIn(folder)) {
    const path = join(folder, name)
    const [first = '', ...lines] = readFileSync(path, 'utf8').split('\n')
    const writer = writerIn(first)
    if (writer === undefined && isStale(path)) rmSync(path, { force: true })
    if (writer?.host !== me.host) continue
    if (writer.boot !== me.boot) rmSync(path, { force: true })
    else if (writerOf(writer.pid)?.start !== writer.start) {
      const owner = name.slice(0, name.indexOf('.'))
      const known = byOwner.get(owner) ?? { called: new Set<string>(), paths: [] }
      for (const line of lines) known.called.add(line)
      known.paths.push(path)
      byOwner.set(owner, known)
    }
  }
  return [...byOwner].map(([owner, { called, paths }]) => ({
    owner,
    called,
    remove: () => paths.forEach((path) => rmSync(path, { force: true })),
  }))
}

function writerIn(line: string): Writer | undefined {
  try {
    return JSON.parse(line) as Writer
  } catch {
    return undefined
  }
}

/** Returns true for a file that its writer would have filled long ago: a power cut left it empty. */
function isStale(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat !== undefined && Date.now() - stat.mtimeMs > staleMs
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.calls'))
  } catch {
    return []
  }
}

/** A process by boot, host, id and start; undefined when there is none, or no such facts on this system. */
function writerOf(pid: number): Writer | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // proc_pid_stat(5): the name in brackets may hold spaces, so fields are counted after the last bracket; the 22nd is the start.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
    return { boot, host: hostname(), pid, start }
  } catch {
    return undefined
  }
}
