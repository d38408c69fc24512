import { setTimeout as pause } from 'node:timers/promises'

/** Limits of a wait. */
export type Patience = {
  /** Time after which the last error is final. */
  limitMs: number
  /** Whether the error is temporary. */
  isPassing: (err: unknown) => boolean
  /** Called at the first failure, and every 10 s while it lasts. */
  onWait?: ((err: unknown) => void) | undefined
  /** Ends the wait immediately. */
  signal?: AbortSignal
}

const firstPauseMs = 100
const pauseMsMax = 2_000
const reportEveryMs = 10_000

/** Repeats work until it succeeds, its error isn't temporary, or the limit is reached. Then rejects with the last error. */
export async function patiently<T>(work: () => Promise<T>, opts: Patience): Promise<T> {
  const endsAt = performance.now() + opts.limitMs
  let reportedAt = Number.NEGATIVE_INFINITY
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMsMax, pauseMs * 2)) {
    opts.signal?.throwIfAborted()
    try {
      return await work()
    } catch (err) {
      if (!opts.isPassing(err) || performance.now() >= endsAt) throw err
      if (performance.now() - reportedAt >= reportEveryMs) {
        reportedAt = performance.now()
        opts.onWait?.(err)
      }
    }
    await pause(pauseMs, undefined, opts.signal ? { signal: opts.signal } : {})
  }
}
