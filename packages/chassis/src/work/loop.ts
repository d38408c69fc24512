import { isUnavailable } from '../faults.ts'
import type { Log } from '../log.ts'

/** Outcome of one round of a loop: work done means go on at once; otherwise wait for a wake-up, or for the next known due time. */
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

/** One line when a loop begins to fail, one when the kind of its failure changes, and one when it works again. */
function failureLog(loop: string, log: Log): { note(err: unknown): number; end(): void } {
  let failures = 0
  let sinceMs = 0
  let lastMessage = ''
  return {
    note(err) {
      failures += 1
      if (failures === 1) sinceMs = performance.now()
      const pauseMs = Math.min(errorPauseMs.max, errorPauseMs.min * 2 ** (failures - 1))
      const message = err instanceof Error ? err.message : String(err)
      const level = message === lastMessage ? 'debug' : isUnavailable(err) ? 'warn' : 'error'
      log[level]({ loop, failures, pauseMs, err }, 'loop.failed')
      lastMessage = message
      return pauseMs
    },
    end() {
      if (failures === 0) return
      log.info({ loop, failures, seconds: Math.round((performance.now() - sinceMs) / 1_000) }, 'loop.recovered')
      failures = 0
      lastMessage = ''
    },
  }
}

/** Starts a loop. A failing round is tried again after a growing pause, logged when it begins to fail and when it works again. */
export function startLoop(opts: LoopOptions, log: Log): Loop {
  const stopping = new AbortController()
  const failing = failureLog(opts.name, log)
  let woken = false
  let wakeUp = () => {}

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
      failing.end()
      return worked > 0 ? 0 : Math.max(1, Math.min(nextInMs ?? opts.pollMs, opts.pollMs))
    } catch (err) {
      woken = false
      return failing.note(err)
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
