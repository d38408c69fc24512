import type { ServiceName } from '@posthorn/contracts'
import type { AccountOptions, NewAccount, OwnerOptions } from './account.ts'
import type { DatabaseSetup } from './databases.ts'
import type { Part } from './parts.ts'

/** A running part: a service or the simulator. */
export type Hosted = {
  /** Its internal URL. For the simulator, the provider's URL. */
  url: string
  /** Its public URL, or null if it has none. */
  edgeUrl: string | null
  pid(): number | undefined
  /** Stops it gracefully, or kills it after the host's time limit. */
  stop(): Promise<void>
}

/** Where parts run: all in one process, or each in its own. */
export type Host = {
  /** Starts a part. Rejects with the reason if that fails. */
  start(part: Part, env: Record<string, string>): Promise<Hosted>
  /** Runs a preparation in a process that loads its code anyway. */
  prepare<N extends keyof Preparations>(name: N, input: Preparations[N]['input']): Promise<Preparations[N]['output']>
  /** Returns the ids, by name, of processes other than those that run a single part. */
  pids(): Record<string, number>
  /** Ends the remaining processes once all parts have stopped. */
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

/** One-time startup work, by name. Inputs and outputs are plain JSON, so that another process can do the work. */
export type Preparations = {
  databases: { input: DatabaseSetup; output: Record<ServiceName, string> }
  account: { input: AccountOptions; output: NewAccount }
  callbacks: { input: AccountOptions; output: null }
  owner: { input: OwnerOptions; output: string | null }
}

/**
 * Runs a preparation. Loads its code on demand, because a preparation needs most of the services' code. Calls `say` with a line if it has
 * to wait.
 */
export async function prepare<N extends keyof Preparations>(
  name: N,
  input: Preparations[N]['input'],
  say: (line: string) => void,
): Promise<Preparations[N]['output']> {
  const works: { [K in keyof Preparations]: () => Promise<Preparations[K]['output']> } = {
    databases: async () => (await import('./databases.ts')).setUpDatabases(input as DatabaseSetup, say),
    account: async () => (await import('./account.ts')).makeAccount(input as AccountOptions, say),
    callbacks: async () => (await import('./account.ts')).moveCallbacks(input as AccountOptions, say),
    owner: async () => (await import('./account.ts')).inviteOwner(input as OwnerOptions, say),
  }
  return works[name]()
}
