import { setTimeout as pause } from 'node:timers/promises'
import { isUnavailable } from '../faults.ts'
import type { Log } from '../log.ts'

/** Returns the milliseconds before retry `attempt` (from 1), from a schedule whose last step repeats, plus a share of up to `jitter`. */
export function backoffMs(attempt: number, schedule: readonly number[], jitter = 0): number {
  const step = schedule[Math.min(attempt, schedule.length) - 1] ?? 0
  return Math.round(step * (1 + jitter * Math.random()))
}

/**
 * Result of a round. After work was done, the loop continues immediately. Otherwise it waits for a wake-up, or for the next due time.
 * `gatherMs`: wake-ups within this time share the next round, but no later than that due time.
 */
export type Round = { worked: number; nextInMs?: number; gatherMs?: number }

/** A loop: claims bounded batches at its own pace until there is nothing to do, then sleeps until woken. */
export type LoopOptions = {
  name: string
  pollMs: number
  run: (signal: AbortSignal) => Promise<Round>
  /**
   * Starts this loop after the given loop's first round, or when woken, but within 100 ms. Loops that start one after another share a
   * Postgres connection.
   */
  startsAfter?: Loop | undefined
}

export type LoopStatus = {
  name: string
  status: 'working' | 'resting' | 'failing'
  /** Failed rounds since the last success. */
  failures: number
  error: string | null
  lastRoundAt: string | null
}

export type Loop = {
  name: string
  status(): LoopStatus
  /** Resolves when its first round has ended. */
  firstRound: Promise<void>
  /** Reports that there is committed work for this loop, which then runs immediately, or again after the current round. */
  wake(): void
  /** Ends after the current round. */
  stop(): Promise<void>
}

const startsWithinMs = 100
const errorPauseMs = { min: 200, max: 5_000 }
const errorCharactersMax = 300

type RoundLog = { begin(): void; end(): void; note(err: unknown): number; status(): LoopStatus }

/**
 * Follows a loop's rounds for its status, and logs when it starts failing, when the kind of failure changes, and when it works again. `note`
 * takes a round's error and returns the pause before the next round in milliseconds.
 */
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
      // An error of several addresses has no message.
      const { code, name: kind } = (err ?? {}) as { code?: string; name?: string }
      const message = (err instanceof Error ? err.message : String(err)) || code || kind || 'unknown'
      const level = failures > 1 && message === lastMessage ? 'debug' : isUnavailable(err) ? 'warn' : 'error'
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
    status() {
      const status = failures > 0 ? 'failing' : isInRound ? 'working' : 'resting'
      const error = failures === 0 ? null : lastMessage.slice(0, errorCharactersMax)
      return { name, status, failures, error, lastRoundAt }
    },
  }
}

/** Creates a sleep that a wake-up ends, even one that comes earlier. An AbortSignal's error for each took 4 % of a busy process. */
function createSleep(): { pause(ms: number): Promise<void>; wake(): void; clearWake(): void } {
  let isWoken = false
  let wakeUp = () => {}
  return {
    pause: (ms) =>
      new Promise<void>((resolve) => {
        if (isWoken) return resolve()
        const timer = setTimeout(resolve, ms)
        wakeUp = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    wake() {
      isWoken = true
      wakeUp()
    },
    clearWake() {
      isWoken = false
    },
  }
}

/** Starts a loop. A failing round is retried with growing delays. Logs when it starts failing and when it works again. */
export function startLoop(opts: LoopOptions, log: Log): Loop {
  const stopping = new AbortController()
  const { signal } = stopping
  const rounds = roundLog(opts.name, log)
  const sleep = createSleep()
  const firstRound = Promise.withResolvers<void>()

  const round = async (): Promise<number> => {
    rounds.begin()
    try {
      const { worked, nextInMs, gatherMs = 0 } = await opts.run(signal)
      rounds.end()
      const dueInMs = worked > 0 ? 0 : Math.max(1, Math.min(nextInMs ?? opts.pollMs, opts.pollMs))
      const gatheredMs = Math.min(gatherMs, dueInMs)
      if (gatheredMs > 0) await pause(gatheredMs, undefined, { signal }).catch(() => {})
      return dueInMs - gatheredMs
    } catch (err) {
      // Wake-ups during a failed round must not skip the pause.
      if (!signal.aborted) sleep.clearWake()
      return rounds.note(err)
    }
  }

  const run = async () => {
    void opts.startsAfter?.firstRound.then(sleep.wake)
    if (opts.startsAfter) await sleep.pause(startsWithinMs)
    while (!signal.aborted) {
      sleep.clearWake()
      const waitMs = await round()
      firstRound.resolve()
      if (waitMs > 0) await sleep.pause(waitMs)
      else await new Promise(setImmediate)
    }
    firstRound.resolve()
  }
  const running = run()
  const stop = () => {
    stopping.abort()
    sleep.wake()
    return running
  }
  return { name: opts.name, status: rounds.status, firstRound: firstRound.promise, wake: sleep.wake, stop }
}
