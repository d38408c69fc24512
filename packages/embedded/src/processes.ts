import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Below the ports that systems assign to outgoing connections and to servers without a fixed port: 32768 and up on Linux, 49152 elsewhere.
 */
const rangeOfPorts = { from: 20_000, to: 32_000 }
const tries = 20

/**
 * Returns a TCP port on 127.0.0.1 that is free at the moment. Another program may take it first, so callers that can use another port
 * should retry if binding fails. Ports that the system picks are soon reused, so they are a last resort.
 */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < tries; tried++) {
    const port = await bindOnce(randomInt(rangeOfPorts.from, rangeOfPorts.to)).catch(() => null)
    if (port !== null) return port
  }
  return bindOnce(0)
}

/** Returns the port after binding and releasing it. */
const bindOnce = (port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port)
        else reject(new Error('the operating system gave no port'))
      })
    })
  })

const claimedHere = new Set<string>()

/** Returns the name of a process's claim: a file that tells the process from a later one with the same id. */
const claimOf = (pid: number): string => `owner-${pid}-${processFacts(pid)?.start.replaceAll(/\W/g, '') ?? ''}`

/**
 * Creates a folder if needed and claims it for this process, so that two programs never run servers on the same data, stop each other's
 * server, or write the same backup. A claim is removed if its owner is gone (kill -9, power failure, reused process id).
 *
 * @returns a function that releases the folder.
 * @throws EmbeddedServerError if a running process, such as this one, claims the folder, or if it can't be created or written.
 */
export const claimFolder = (folder: string): (() => void) => {
  if (claimedHere.has(folder)) throw inUse(folder, process.pid)
  const own = claimOf(process.pid)
  const file = join(folder, own)
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, '', { mode: 0o600 })
    // Looks for others only now, so that of two programs that start at once, at least one sees the other's claim and gives up.
    const others = readdirSync(folder).filter((name) => /^owner-\d+-\w*$/.test(name) && name !== own)
    for (const other of others) {
      const pid = Number(other.split('-')[1])
      const isAlive = claimOf(pid) === other
      rmSync(isAlive ? file : join(folder, other), { force: true })
      if (isAlive) throw inUse(folder, pid)
    }
  } catch (error) {
    if (error instanceof EmbeddedServerError) throw error
    throw new EmbeddedServerError(`${folder} cannot be taken into use: ${reasonOf(error)}`, { cause: error })
  }
  claimedHere.add(folder)
  return () => {
    claimedHere.delete(folder)
    rmSync(file, { force: true })
  }
}

const inUse = (folder: string, pid: number) =>
  new EmbeddedServerError(`${folder} is in use by process ${pid}: stop that one first, or choose another folder`)

/** Writes a file so that no reader sees half of it. Only its owner can read it, because a server's settings contain its password. */
export const writeWhole = (file: string, text: string): void => {
  const unfinished = `${file}.unfinished`
  try {
    // An existing file would keep its mode.
    rmSync(unfinished, { force: true })
    writeFileSync(unfinished, text, { mode: 0o600 })
    renameSync(unfinished, file)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

/**
 * An embedded server couldn't start or stop, or a folder is in use. The message, one line for the terminal, says what is wrong and what to do. The cause, if any,
 * is for the log.
 */
export class EmbeddedServerError extends Error {
  override readonly name = 'EmbeddedServerError'
}

/** Returns the first line of any thrown value's message. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? 'unknown reason'

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

const POLL_MS = 10

/** Facts that distinguish a process from a later one with the same id. */
export type ProcessFacts = {
  /** Start time in the operating system's notation, only compared for equality. */
  start: string
  command: string
}

/** Returns facts about a running process; undefined if there is none or it is a zombie. */
export const processFacts = (pid: number): ProcessFacts | undefined => {
  try {
    if (process.platform !== 'linux') {
      const start = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
      const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
      return start === '' ? undefined : { start, command }
    }
    const [state, ...fields] = statOf(pid)
    if (state === 'Z' || state === 'X') return undefined
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    // The 22nd field, the start time in clock ticks since boot.
    return { start: fields[18] ?? '', command }
  } catch {
    return undefined
  }
}

/** Whether anything, even a zombie, has this process id. */
export const pidIsTaken = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Ids of running processes that work in this folder, as those of Postgres do, even if the first has died (Linux only; empty elsewhere). */
export const processesIn = (folder: string): number[] => {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder && processFacts(pid) !== undefined
      } catch {
        return false
      }
    })
}

/** Polls a condition until it holds. Returns false after `timeoutMs`. */
export const waitUntil = async (condition: () => boolean, timeoutMs: number): Promise<boolean> => {
  const end = performance.now() + timeoutMs
  while (!condition()) {
    if (performance.now() > end) return false
    await pause(POLL_MS)
  }
  return true
}

/** Sends signals in order, with a wait after each, until the process is gone. Returns false if it survives all of them. */
export const endProcess = async (pid: number, steps: readonly (readonly [NodeJS.Signals, number])[]) => {
  for (const [signal, timeoutMs] of steps) {
    if (processFacts(pid) === undefined) return true
    try {
      process.kill(pid, signal)
    } catch {
      // The process is already gone, or we aren't allowed to signal it. The wait below shows which.
    }
    if (await waitUntil(() => processFacts(pid) === undefined, timeoutMs)) return true
  }
  return false
}

/** Runs a command in `/`, which every user can enter, and returns its output. Rejects with its last line of stderr. */
export const run = (command: string, args: readonly string[], { uid }: { uid?: number } = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(command, [...args], { cwd: '/', encoding: 'utf8', uid, gid: uid }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout)
      else reject(new Error(stderr.trim().split('\n').at(-1) || error.message))
    })
  })

export type ServerProcess = { pid: number; exited: Promise<void>; hasExited: () => boolean }

/**
 * Starts a server in its own session, so that Ctrl-C only reaches us and we stop it gracefully. Its output goes to `logFile`; the previous log
 * is kept as `<logFile>.1`.
 */
export const spawnServer = async (
  [command = '', ...args]: readonly string[],
  options: { logFile: string; exitSignal: NodeJS.Signals; uid?: number },
): Promise<ServerProcess> => {
  try {
    renameSync(options.logFile, `${options.logFile}.1`)
  } catch {
    // The first run has no previous log.
  }
  const output = openSync(options.logFile, 'w', 0o600)
  const { uid } = options
  const child = spawn(command, args, { cwd: '/', detached: true, stdio: ['ignore', output, output], uid, gid: uid })
  closeSync(output)
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject))
  return follow(child, options.exitSignal)
}

/** Watches a server until it exits, and signals it if our process exits first. */
const follow = (child: ChildProcess, exitSignal: NodeJS.Signals): ServerProcess => {
  const onOurExit = () => child.kill(exitSignal)
  process.once('exit', onOurExit)
  // A signal that couldn't be sent is detected by waiting for the process to end.
  child.on('error', () => {})
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      process.off('exit', onOurExit)
      resolve()
    })
  })
  return { pid: child.pid ?? 0, exited, hasExited: () => child.exitCode !== null || child.signalCode !== null }
}

/** Whether a command exists and exits with 0. */
export const succeeds = async (command: string, args: readonly string[]): Promise<boolean> =>
  run(command, args).then(
    () => true,
    () => false,
  )

/**
 * Returns a command prefix that makes the kernel signal a process when ours dies, even from `kill -9`. Empty without util-linux; the next
 * start then finds and stops the leftover server.
 */
export const dieWithParent = async (signal: NodeJS.Signals): Promise<string[]> => {
  const words = ['setpriv', '--pdeathsig', signal.replace('SIG', '')]
  return (await succeeds('setpriv', [...words.slice(1), 'true'])) ? [...words, '--'] : []
}
