import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'

const PAUSE_MS_MIN = 5
const PAUSE_MS_MAX = 20

type Truthy<T> = Exclude<T, false | null | undefined | 0 | ''>

type UntilOptions = {
  /** Default: 120,000, enough on a busy machine and less than a test's timeout. */
  timeoutMs?: number
  /** The condition in a few words, for the error. */
  describe?: string
}

/**
 * Waits until `probe` returns a truthy value, and returns that value. If `probe` throws, it is tried again.
 *
 * @throws Error after `timeoutMs`, with the probe's last value or error.
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
