import type { SendOutcome } from '@posthorn/provider'
import type { Silences } from './outages.ts'

/** How often to probe a number that the provider refuses, until its status is fixed. */
export const suspendedMs = 30_000
/** Pause for a throttled number if the provider specified no duration. */
const throttledMs = 1_000

/** Returns how long to pause the number after this outcome, in milliseconds, or null for no pause. */
export function backoffOf(outcome: SendOutcome): number | null {
  if (outcome.outcome === 'throttled' && outcome.scope === 'number') return outcome.retryAfterMs ?? throttledMs
  return outcome.outcome === 'refused' && outcome.suspendsNumber ? suspendedMs : null
}

/** Returns the outcome of a call that was dropped because its number was paused first: the message waits as if the provider had throttled it. */
export function droppedCall(restMs: number): SendOutcome {
  const error = { code: null, title: '', errorCode: 'provider:throttled', retryable: true } as const
  return { outcome: 'throttled', scope: 'number', retryAfterMs: restMs, error }
}

/** Calls without a response end after this time. Their outcome is unknown. */
export const callTimeoutMs = 15_000

/**
 * How far ahead jobs are claimed. Each call is made at its scheduled time, so a slow claim doesn't reduce a number's rate. The next claim
 * follows when half of this time is used up.
 */
export const prefetchMs = 200

/**
 * Only one process serves a number, because only that process knows how its calls count toward the level. Another process may take over
 * after this long without service, because by then no call from the first process can still start.
 */
export const handOverMs = 2_000

/** How much two processes may disagree about when a number was last served. */
const handOverMarginMs = 100

/** A call that would be later than this is abandoned, because another process may soon serve its number. */
const forfeitMs = handOverMs - prefetchMs - handOverMarginMs

/** A call to schedule, with the number's rate. `callAt` is on the `performance.now()` clock. Only a probe may break a silence. */
export type PacedCall = { numberId: string; ratePerSecond: number; callAt: number; probe: boolean }

/** Starts calls at their number's rate. If the process was paused, catches up only as far as the number's level allows in any second. */
export type Pacer = {
  /** Resolves when the call may start: with null, or with the number's pause in milliseconds if the call must not be made. */
  waitTurn(call: PacedCall): Promise<number | null>
  /** Records a response. If it took longer than the fastest recent one, the provider may have counted the call that much later. */
  recordAnswer(call: PacedCall): void
  /** Drops the waiting calls of a number that is paused for this long. */
  backOff(numberId: string, restMs: number): void
  /** Numbers whose calls are late. No more of their jobs are claimed for now. */
  lateNumbers(): string[]
}

/** `latestAt` is the latest time at which the provider may have counted the call. */
type StartedCall = { call: PacedCall; at: number; latestAt: number }
/** `last` has the scheduled and the counted start of the previous call. `tookMs` are the most recent response times, the newest last. */
type CallQueue = {
  started: StartedCall[]
  tookMs: number[]
  last: { callAt: number; countedAt: number }
  /** Earliest first. */
  waiting: { call: PacedCall; resolve: (restMs: number | null) => void }[]
  timer: NodeJS.Timeout | undefined
}

/** The provider's one-second window, plus the difference between two clocks. */
const windowMs = 1_002
/** Upper limit on the network latency to the provider. Anything beyond it is processing time. */
const transitMs = 150
/** How many response times to remember at least. The fastest of them contains nearly no network latency. */
const responsesMin = 100
/** Late calls keep nearly their scheduled spacing; the rest of a delay isn't caught up. */
const spacingShare = 0.95
/** Up to this much of a delay is caught up. A call held back because responses are overdue is tried again after this time. */
const pauseMs = 20
/** Claiming for a number stops once its calls are this late. */
const lateMs = 200
/** A call that is too late says nothing about its number, which pauses for the shortest time. */
const forfeitBackoffMs = 1

export function createPacer(silences: Pick<Silences, 'mayCall'>): Pacer {
  const queues = new Map<string, CallQueue>()

  const startCalls = (numberId: string, queue: CallQueue) => {
    clearTimeout(queue.timer)
    const waitMs = startDue(queue, silences)
    queue.timer = setTimeout(() => onTimer(numberId, queue), Math.ceil(waitMs ?? windowMs))
    if (waitMs === null) queue.timer.unref()
  }
  const onTimer = (numberId: string, queue: CallQueue) => {
    if (queue.waiting.length > 0) startCalls(numberId, queue)
    else queues.delete(numberId)
  }

  return {
    waitTurn: (call) =>
      new Promise((resolve) => {
        const queue = queues.get(call.numberId) ?? newQueue(call)
        queues.set(call.numberId, queue)
        queue.waiting.push({ call, resolve })
        queue.waiting.sort((a, b) => a.call.callAt - b.call.callAt)
        startCalls(call.numberId, queue)
      }),
    recordAnswer(call) {
      const queue = queues.get(call.numberId)
      const start = queue?.started.findLast((each) => each.call === call)
      if (!queue || !start) return
      const tookMs = performance.now() - start.at
      start.latestAt = start.at + Math.min(transitMs, Math.max(0, tookMs - Math.min(...queue.tookMs)))
      queue.tookMs.push(tookMs)
      queue.tookMs.shift()
    },
    backOff(numberId, restMs) {
      for (const { resolve } of queues.get(numberId)?.waiting.splice(0) ?? []) resolve(restMs)
    },
    lateNumbers() {
      const before = performance.now() - lateMs
      return [...queues].flatMap(([numberId, { waiting }]) =>
        (waiting[0]?.call.callAt ?? before) < before ? numberId : [],
      )
    },
  }
}

/** Number of calls that one number may start in a window. The rate is 95 % of the number's level. */
const callsPerWindow = ({ ratePerSecond }: PacedCall) => Math.ceil(ratePerSecond * 1.05)

/** Returns the queue before the first call, as if its responses took no time. */
const newQueue = (call: PacedCall): CallQueue => ({
  started: [],
  tookMs: new Array(Math.max(responsesMin, callsPerWindow(call))).fill(0),
  last: { callAt: 0, countedAt: 0 },
  waiting: [],
  timer: undefined,
})

/**
 * Starts the calls that are due, and gives back those that are too late or whose number may not be called. Returns the milliseconds until
 * the next try, or null if no call is waiting.
 */
function startDue(queue: CallQueue, silences: Pick<Silences, 'mayCall'>): number | null {
  for (;;) {
    const next = queue.waiting[0]
    if (next === undefined) return null
    const waitMs = startOf(next.call, queue) - performance.now()
    // Timers have a resolution of one millisecond.
    if (waitMs >= 1) return waitMs
    const mayCall = next.call.probe ? 'yes' : silences.mayCall(next.call.numberId)
    const isForfeit = mayCall === 'no' || performance.now() - next.call.callAt > forfeitMs
    if (mayCall === 'wait' && !isForfeit) return pauseMs
    queue.waiting.shift()
    if (!isForfeit) recordStart(queue, next.call)
    next.resolve(isForfeit ? forfeitBackoffMs : null)
  }
}

/** Returns when a call may start: at its scheduled time, spaced from the previous call by the rate, and within the window's limit. */
function startOf(call: PacedCall, { started, last }: CallQueue): number {
  // Larger gaps in the schedule aren't kept. They once stretched a pause of one second to twenty.
  const placesApartMs = Math.min(Math.max(0, call.callAt - last.callAt), 1000 / call.ratePerSecond)
  const apart = last.countedAt + spacingShare * placesApartMs
  const before = started[started.length - callsPerWindow(call)]
  return Math.max(call.callAt, apart, before === undefined ? 0 : before.latestAt + windowMs)
}

/** Records that a call starts now. Until its response arrives, the provider may have counted it up to `transitMs` later. */
function recordStart(queue: CallQueue, call: PacedCall): void {
  const now = performance.now()
  queue.last = { callAt: call.callAt, countedAt: Math.max(startOf(call, queue), now - pauseMs) }
  queue.started.push({ call, at: now, latestAt: now + transitMs })
  if (queue.started.length > callsPerWindow(call)) queue.started.splice(0, queue.started.length - callsPerWindow(call))
}
