import type { Part } from './parts.ts'
import type { Preparations } from './preparation.ts'

/** A part that runs. */
export type Hosted = {
  /** Its internal address; of the simulator, the provider's. */
  url: string
  /** Its public address, if it has one. */
  edgeUrl: string | null
  /** Process id, where it has a process of its own. */
  pid(): number | undefined
  /** Ends it in order, within the limit of the host. */
  stop(): Promise<void>
}

/** Place where parts run: all in one process, or each in its own. */
export type Host = {
  /** Starts a part; rejects with the reason when it does not start. */
  start(part: Part, env: Record<string, string>): Promise<Hosted>
  /** Does a preparation where the code for it is loaded anyway. */
  prepare<N extends keyof Preparations>(name: N, input: Preparations[N]['input']): Promise<Preparations[N]['output']>
  /** Process ids beside those of the parts, by name. */
  pids(): Record<string, number>
  /** Ends what is left when all parts have stopped. */
  end(): Promise<void>
}

/** Longest orderly stop of a part; what is unfinished then is found again by its lease. */
export const stopLimitMs = 3_000

/** Waits for a stop, but not longer than its limit; true when it was in time. */
export async function inTime(stopping: Promise<void>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), stopLimitMs)
  const done = await Promise.race([stopping.then(() => true), late])
  clearTimeout(timer)
  return done
}
