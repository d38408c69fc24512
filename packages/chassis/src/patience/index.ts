import { setTimeout as pause } from 'node:timers/promises'

export type Patience = {
  limitMs: number
  isPassing: (err: unknown) => boolean
  /** Called on the first failure, and every 10 s while failures continue. */
  onWait?: ((err: unknown) => void) | undefined
}

const firstPauseMs = 100
const pauseMsMax = 2_000
const reportEveryMs = 10_000

/** Repeats work until it succeeds, fails with a permanent error, or reaches the limit. Rejects with the last error. */
export async function patiently<T>(work: () => Promise<T>, opts: Patience): Promise<T> {
  const endsAt = performance.now() + opts.limitMs
  let reportedAt = Number.NEGATIVE_INFINITY
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMsMax, pauseMs * 2)) {
    try {
      return await work()
    } catch (err) {
      if (!opts.isPassing(err) || performance.now() >= endsAt) throw err
      if (performance.now() - reportedAt >= reportEveryMs) {
        reportedAt = performance.now()
        opts.onWait?.(err)
      }
    }
    await pause(pauseMs)
  }
}
