import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from '../faults.ts'
import type { Log } from '../log.ts'
import { createRests } from './rests.ts'

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

/**
 * Starts a loop. Rounds without a gap rest in between (see `createRests`). A failing round is logged and tried again after a growing
 * pause; nothing ends the loop but `stop`.
 */
export function startLoop(opts: LoopOptions, log: Log): Loop {
  const stopping = new AbortController()
  const round = rounds(opts, log, stopping.signal)
  let woken = false
  let wakeUp = () => {}

  const pause = async (ms: number) => {
    if (woken || stopping.signal.aborted) return
    const waiting = new AbortController()
    wakeUp = () => waiting.abort()
    await sleep(ms, undefined, { signal: waiting.signal }).catch(() => {})
    wakeUp = () => {}
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      woken = false
      const { failed, restMs, waitMs } = await round()
      if (failed) woken = false
      if (restMs >= 1) await sleep(restMs, undefined, { signal: stopping.signal }).catch(() => {})
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

/** How long to rest in any case, and how long to wait after that as long as nobody wakes the loop. */
type Ended = { failed: boolean; restMs: number; waitMs: number }

/** What runs a round and says what to do after it. */
function rounds(opts: LoopOptions, log: Log, signal: AbortSignal): () => Promise<Ended> {
  const rests = createRests()
  let failures = 0
  return async () => {
    const end = rests.begin()
    try {
      const { worked, nextInMs } = await opts.run(signal)
      failures = 0
      const waitMs = worked > 0 ? 0 : Math.max(1, Math.min(nextInMs ?? opts.pollMs, opts.pollMs))
      return { failed: false, restMs: end({ full: worked > 0 }), waitMs }
    } catch (err) {
      failures += 1
      const pauseMs = Math.min(errorPauseMs.max, errorPauseMs.min * 2 ** (failures - 1))
      log[isUnavailable(err) ? 'warn' : 'error']({ loop: opts.name, failures, pauseMs, err }, 'loop.failed')
      return { failed: true, restMs: 0, waitMs: pauseMs }
    }
  }
}
