import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'

const PAUSE_MS_MIN = 5
const PAUSE_MS_MAX = 20

/** A type without false, null, undefined, zero and empty. */
export type Truthy<T> = Exclude<T, false | null | undefined | 0 | ''>

/** The time limit, and a description for the failure. */
export type UntilOptions = {
  /** Default 120 000: enough for a machine that does much else, less than a test may take. */
  timeoutMs?: number
  /** The condition, in a few words, for the failure's message. */
  describe?: string
}

/**
 * Waits until `probe` answers something truthy, and returns it. A probe that throws counts as not yet.
 *
 * @throws Error with the last value or error of the probe when `timeoutMs` passes.
 */
export const until = async <T>(probe: () => T | Promise<T>, options: UntilOptions = {}): Promise<Truthy<T>> => {
  const timeoutMs = options.timeoutMs ?? 120_000
  const end = performance.now() + timeoutMs
  let last: unknown
  let pauseMs = PAUSE_MS_MIN
  do {
    try {
      const value = await probe()
      if (value) return value as Truthy<T>
      last = value
    } catch (error) {
      last = error
    }
    await pause(pauseMs)
    pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX)
  } while (performance.now() < end)
  const what = options.describe ?? 'the condition'
  throw new Error(`waited ${timeoutMs} ms for ${what}; the last answer was ${inspect(last, { depth: 4 })}`)
}
