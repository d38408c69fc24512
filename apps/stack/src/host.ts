import type { Part } from './parts.ts'
import type { Preparations } from './preparation.ts'

/** A running part. */
export type Hosted = {
  /** Its internal URL; for the simulator, the provider's. */
  url: string
  /** Its public URL, if it has one. */
  edgeUrl: string | null
  /** Process id, if it has its own process. */
  pid(): number | undefined
  /** Stops it gracefully, within the host's limit. */
  stop(): Promise<void>
}

/** Where parts run: all in one process, or each in its own. */
export type Host = {
  /** Starts a part. Rejects with the reason if that fails. */
  start(part: Part, env: Record<string, string>): Promise<Hosted>
  /** Runs a preparation in a process that has its code loaded anyway. */
  prepare<N extends keyof Preparations>(name: N, input: Preparations[N]['input']): Promise<Preparations[N]['output']>
  /** Process ids in addition to those of parts, by name. */
  pids(): Record<string, number>
  /** Stops what remains once all parts have stopped. */
  end(): Promise<void>
}

/** Longest graceful stop of a part. Unfinished work is recovered through its lease. */
export const stopLimitMs = 3_000

/** Waits for a stop up to its limit. Returns whether it finished in time. */
export async function inTime(stopping: Promise<void>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), stopLimitMs)
  const done = await Promise.race([stopping.then(() => true), late])
  clearTimeout(timer)
  return done
}
