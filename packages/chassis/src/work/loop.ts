import { isUnavailable } from '../faults.ts'
import type { Log } from '../log.ts'

/** What one round of a loop found: work done means go on at once; otherwise wait for a wake-up, or for the next known due time. */
export type Round = { worked: number; nextInMs?: number }

/** A loop: claims bounded batches at its own pace until there is nothing to do, then sleeps until woken. */
export type LoopOptions = {
  name: string
  /** Longest sleep: the safety net for a lost wake-up. */
  pollMs: number
  run: (signal: AbortSignal) => Promise<Round>
}

/** A running loop. */
export type Loop = {
  name: string
  /** Something was committed that this loop may take: run now, or once more after the present round. */
  wake(): void
  /** Lets the present round finish, then ends. */
  stop(): Promise<void>
}

const errorPauseMs = { min: 200, max: 5_000 }

/** Starts a loop. A failing round is logged and tried again after a growing pause; nothing ends the loop but `stop`. */
export function startLoop(opts: LoopOptions, log: Log): Loop {
  const stopping = new AbortController()
  let woken = false
  let wakeUp = () => {}
  let failures = 0

  // Not with an AbortSignal: making an error for each wake-up was 4 % of a busy process.
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      if (woken || stopping.signal.aborted) return resolve()
      const timer = setTimeout(resolve, ms)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const round = async (): Promise<number> => {
    try {
      const { worked, nextInMs } = await opts.run(stopping.signal)
      failures = 0
      return worked > 0 ? 0 : Math.max(1, Math.min(nextInMs ?? opts.pollMs, opts.pollMs))
    } catch (err) {
      failures += 1
      const pauseMs = Math.min(errorPauseMs.max, errorPauseMs.min * 2 ** (failures - 1))
      log[isUnavailable(err) ? 'warn' : 'error']({ loop: opts.name, failures, pauseMs, err }, 'loop.failed')
      woken = false
      return pauseMs
    }
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      woken = false
      const waitMs = await round()
      if (waitMs > 0) await pause(waitMs)
      else await new Promise(setImmediate)
    }
  })()

  return {
    name: opts.name,
    wake() {
      woken = true
      wakeUp()
    },
    async stop() {
      stopping.abort()
      wakeUp()
      await running
    },
  }
}
