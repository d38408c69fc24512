import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServiceName } from '@posthorn/contracts'
import type { AccountOptions, NewAccount, OwnerOptions } from './account.ts'
import type { BusAddress } from './bus.ts'
import type { DatabaseSetup } from './databases.ts'
import type { QuarantinedService, QuarantineOptions } from './quarantine.ts'
import type { Part } from './settings.ts'

/** Anything that runs until it is stopped or dies. */
export type Mortal = { pid: number; exited: Promise<void>; stop(): Promise<void> }

export type WatchedProcess = { pid(): number; stop(): Promise<void> }

type KeepOptions<M extends Mortal> = {
  first: M
  /** Starts it again. Processes passed to `begun` are stopped if the start fails or is no longer needed. */
  again: (begun: Begun) => Promise<M>
  /** Maximum pause before a restart. Default: 5 s. */
  pauseMsMax?: number | undefined
  /** Called when the process dies, when it runs again, and with the reason whenever a restart fails. */
  onChange: (change: { died: true } | { failed: unknown } | { started: M }) => void
}

/** Registers a process that a start has launched, and returns it. */
export type Begun = <P extends Mortal>(process: P) => P

const firstPauseMs = 200
const usualPauseMsMax = 5_000
/** A process that lived this long didn't fail at startup, so it is restarted immediately. */
const soundLifeMs = 3_000

/**
 * Restarts a process whenever it dies: immediately if it had lived long enough, otherwise after 200 ms, doubling up to the maximum pause.
 * Only one runs at a time, because whatever a failed start launched is stopped before the next attempt.
 */
export function keepRunning<M extends Mortal>(opts: KeepOptions<M>): WatchedProcess {
  const pauseMsMax = opts.pauseMsMax ?? usualPauseMsMax
  let current = opts.first
  const stopping = new AbortController()
  const wait = (ms: number) => pause(ms, undefined, { signal: stopping.signal }).catch(() => {})

  const startAgain = async (failures: number): Promise<void> => {
    for (let failed = failures; !stopping.signal.aborted; failed++) {
      if (failed > 0) await wait(Math.min(pauseMsMax, firstPauseMs * 2 ** (failed - 1)))
      if (stopping.signal.aborted) return
      try {
        current = await startOrStop(opts.again, stopping.signal)
        if (stopping.signal.aborted) return await current.stop()
        return opts.onChange({ started: current })
      } catch (error) {
        if (!stopping.signal.aborted) opts.onChange({ failed: error })
      }
    }
  }

  const watching = (async () => {
    let failures = 0
    while (!stopping.signal.aborted) {
      const since = performance.now()
      await current.exited
      if (stopping.signal.aborted) return
      opts.onChange({ died: true })
      await current.stop()
      failures = performance.now() - since > soundLifeMs ? 0 : failures + 1
      await startAgain(failures)
    }
  })()

  return {
    pid: () => current.pid,
    async stop() {
      stopping.abort()
      await current.stop()
      await watching
    },
  }
}

/** Starts a process. Stops what the start has launched if it fails or `signal` is aborted, so that nothing is left behind. */
export async function startOrStop<M extends Mortal>(
  start: (begun: Begun) => Promise<M>,
  signal: AbortSignal,
): Promise<M> {
  const begun: Mortal[] = []
  const stop = async () => void (await Promise.all(begun.map((process) => process.stop())))
  signal.addEventListener('abort', stop)
  try {
    return await start((process) => {
      begun.push(process)
      return process
    })
  } catch (error) {
    await stop()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

export type Child = Mortal & { process: ChildProcess }

type ChildOptions = { program: string; flags?: readonly string[]; env: Record<string, string>; stdio: StdioOptions }

const running = new Set<ChildProcess>()

// If the launcher exits without a graceful stop, it leaves no process behind, not even one that hangs.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a program in its own session: Ctrl-C reaches only the launcher, which stops everything in order. */
export function startChild({ program, flags = [], env, stdio }: ChildOptions): Child {
  const child = spawn(process.execPath, [...flags, '--conditions=source', program], { env, stdio, detached: true })
  running.add(child)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()))
  void exited.then(() => running.delete(child))
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGINT')
    if (await inTime(exited)) return
    child.kill('SIGKILL')
    await exited
  }
  return { process: child, pid: child.pid ?? 0, exited, stop }
}

/** A running part: a service or the simulator. */
export type Hosted = {
  /** Its internal URL. For the simulator, the provider's URL. */
  url: string
  /** Its public URL, or null if it has none. */
  edgeUrl: string | null
  pid(): number | undefined
  /** Stops it gracefully. After the time limit, a process of one part is killed; a part of a shared process ends with `Host.end`. */
  stop(): Promise<void>
}

/** Where parts run: all in one process, or each in its own. */
export type Host = {
  /** Starts a part. Rejects with the reason if that fails. */
  start(part: Part, env: Record<string, string>): Promise<Hosted>
  /** Runs a preparation: in the process of all services, which loads its code anyway, or else in the launcher. */
  prepare<N extends keyof Preparations>(name: N, input: Preparations[N]['input']): Promise<Preparations[N]['output']>
  /** Returns the ids, by name, of processes other than those that run a single part. */
  pids(): Record<string, number>
  /** Ends the process that all parts share, if there is one: after they have stopped, or when a start is given up. */
  end(): Promise<void>
}

/** Time limit for a graceful stop. Unfinished work is recovered through its lease. */
const stopLimitMs = 3_000

/** Waits for a stop up to the time limit. Returns whether it finished in time. */
export async function inTime(stopping: Promise<void>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), stopLimitMs)
  const done = await Promise.race([stopping.then(() => true), late])
  clearTimeout(timer)
  return done
}

/** Startup work, by name. Inputs and outputs are plain JSON, so that another process can do the work. */
export type Preparations = {
  databases: { input: DatabaseSetup; output: Record<ServiceName, string> }
  bus: { input: BusAddress; output: null }
  account: { input: AccountOptions; output: NewAccount }
  callbacks: { input: AccountOptions; output: null }
  owner: { input: OwnerOptions; output: string | null }
  quarantined: { input: QuarantineOptions; output: QuarantinedService[] }
}

/**
 * Runs a preparation. Loads its code on demand, because it includes much of the services' code, which a launcher of separate processes
 * otherwise doesn't need. Calls `say` with a line if it has to wait.
 */
export async function prepare<N extends keyof Preparations>(
  name: N,
  input: Preparations[N]['input'],
  say: (line: string) => void,
): Promise<Preparations[N]['output']> {
  const works: { [K in keyof Preparations]: () => Promise<Preparations[K]['output']> } = {
    databases: async () => (await import('./databases.ts')).setUpDatabases(input as DatabaseSetup, say),
    bus: async () => (await import('./bus.ts')).checkBus(input as BusAddress, say),
    account: async () => (await import('./account.ts')).makeAccount(input as AccountOptions, say),
    callbacks: async () => (await import('./account.ts')).moveCallbacks(input as AccountOptions, say),
    owner: async () => (await import('./account.ts')).inviteOwner(input as OwnerOptions, say),
    quarantined: async () => (await import('./quarantine.ts')).listQuarantined(input as QuarantineOptions),
  }
  return works[name]()
}
