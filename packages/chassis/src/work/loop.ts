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

/** State of a loop. */
export type LoopState = {
  name: string
  state: 'working' | 'resting' | 'failing'
  /** Rounds that have failed since the last one that succeeded. */
  failures: number
  error: string | null
  lastRoundAt: string | null
}

/** A running loop. */
export type Loop = {
  name: string
  state(): LoopState
  /** Something was committed that this loop may take: run now, or once more after the present round. */
  wake(): void
  /** Lets the present round finish, then ends. */
  stop(): Promise<void>
}

const errorPauseMs = { min: 200, max: 5_000 }
const errorCharactersMax = 300

type RoundLog = { begin(): void; end(): void; note(err: unknown): number; state(): LoopState }

/** Follows the rounds of a loop: one line when it begins to fail, one when the kind of its failure changes, and one when it works again. */
function roundLog(name: string, log: Log): RoundLog {
  let failures = 0
  let sinceMs = 0
  let lastMessage = ''
  let isInRound = false
  let lastRoundAt: string | null = null
  return {
    begin() {
      isInRound = true
    },
    note(err) {
      isInRound = false
      failures += 1
      if (failures === 1) sinceMs = performance.now()
      const pauseMs = Math.min(errorPauseMs.max, errorPauseMs.min * 2 ** (failures - 1))
      const message = err instanceof Error ? err.message : String(err)
      const level = message === lastMessage ? 'debug' : isUnavailable(err) ? 'warn' : 'error'
      log[level]({ loop: name, failures, pauseMs, err }, 'loop.failed')
      lastMessage = message
      return pauseMs
    },
    end() {
      isInRound = false
      lastRoundAt = new Date().toISOString()
      if (failures === 0) return
      const seconds = Math.round((performance.now() - sinceMs) / 1_000)
      log.info({ loop: name, failures, seconds }, 'loop.recovered')
      failures = 0
      lastMessage = ''
    },
    state() {
      const state = failures > 0 ? 'failing' : isInRound ? 'working' : 'resting'
      const error = failures === 0 ? null : lastMessage.slice(0, errorCharactersMax)
      return { name, state, failures, error, lastRoundAt }
    },
  }
}

/** Starts a loop. A failing round is tried again after a growing pause, logged when it begins to fail and when it works again. */
export function startLoop(opts: LoopOptions, log: Log): Loop {
  const stopping = new AbortController()
  const rounds = roundLog(opts.name, log)
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
    rounds.begin()
    try {
      const { worked, nextInMs } = await opts.run(stopping.signal)
      rounds.end()
      return worked > 0 ? 0 : Math.max(1, Math.min(nextInMs ?? opts.pollMs, opts.pollMs))
    } catch (err) {
      woken = false
      return rounds.note(err)
    }
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      woken = false
      const waitMs = await round()
      if (waitMs > 0) await pause(waitMs)
      else await new Promise(setImmediate)
    }
  }
  const wake = () => {
    woken = true
    wakeUp()
  }
  const running = run()
  const stop = () => {
    stopping.abort()
    wakeUp()
    return running
  }
  return { name: opts.name, state: rounds.state, wake, stop }
}
