import { forfeitMs } from './timing.ts'

/** A call to be made: of which number, how many of it a second, and when, in milliseconds of `performance.now()`. */
export type PacedCall = { numberId: string; ratePerSecond: number; callAt: number }

/**
 * Starts calls at their places in the pace of their number. A process that was paused catches up only so far that in no second more
 * calls of a number reach the provider than its level allows.
 */
export type Pacer = {
  /** Resolves when the call may be made: with null; or with the rest of the number, in milliseconds, if it must not be. */
  waitTurn(call: PacedCall): Promise<number | null>
  /** The call was answered: what that took beyond the usual may have been on the way there, before the provider counted it. */
  recordAnswer(call: PacedCall): void
  /** Calls of this number that still wait for their turn are not to be made for so long. */
  backOff(numberId: string, restMs: number): void
  /** Numbers whose calls are behind their places: no more of their jobs are claimed for now. */
  lateNumbers(): string[]
}

type WaitingCall = { call: PacedCall; resolve: (restMs: number | null) => void }
/** `latestAt`: when the provider has counted it at the latest, by what is known. */
type StartedCall = { call: PacedCall; at: number; latestAt: number }
/** `last`: the call before, with its place and when its start counts as. `leastMs`: what an answer took at least of late. */
type NumberQueue = {
  started: StartedCall[]
  leastMs: number
  last: { callAt: number; countedAt: number }
  waiting: WaitingCall[]
  timer: NodeJS.Timeout | undefined
}

/** Length of the window of a level, and the difference that two clocks may have. */
const windowMs = 1_002
/** A call is taken as counted after so long at the latest: what an answer takes beyond it is taken as work, not as the way there. */
const transitMs = 150
/** Calls that are late keep nearly as far apart as their places; what a pause took beyond this is not caught up. */
const spacingShare = 0.95
const pauseMs = 20
/** A number whose calls are later than this has enough of them. */
const lateMs = 200
const forfeitBackoffMs = 1

/** Makes a pacer. */
export function createPacer(): Pacer {
  const queues = new Map<string, NumberQueue>()

  const startCalls = (numberId: string, queue: NumberQueue) => {
    clearTimeout(queue.timer)
    const waitMs = startDue(queue)
    queue.timer = setTimeout(() => onTimer(numberId, queue), Math.ceil(waitMs ?? windowMs))
    if (waitMs === null) queue.timer.unref()
  }
  const onTimer = (numberId: string, queue: NumberQueue) => {
    if (queue.waiting.length > 0) startCalls(numberId, queue)
    else queues.delete(numberId)
  }

  return {
    waitTurn: (call) =>
      new Promise((resolve) => {
        const queue = queues.get(call.numberId) ?? newQueue()
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
      start.latestAt = start.at + Math.min(transitMs, Math.max(0, tookMs - queue.leastMs))
      queue.leastMs = Math.min(tookMs, queue.leastMs + 1)
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

/** Calls of a number that may start in a window: a rate is 95 % of the level of its number. */
const callsPerWindow = ({ ratePerSecond }: PacedCall) => Math.ceil(ratePerSecond * 1.05)

const newQueue = (): NumberQueue => ({
  started: [],
  leastMs: 0,
  last: { callAt: 0, countedAt: 0 },
  waiting: [],
  timer: undefined,
})

/** Starts the calls whose turn it is. Returns how long the next one waits; null if there is none. */
function startDue(queue: NumberQueue): number | null {
  for (;;) {
    const next = queue.waiting[0]
    if (next === undefined) return null
    const waitMs = startOf(next.call, queue) - performance.now()
    // Timers count whole milliseconds.
    if (waitMs >= 1) return waitMs
    queue.waiting.shift()
    const isForfeit = performance.now() - next.call.callAt > forfeitMs
    if (!isForfeit) recordStart(queue, next.call)
    next.resolve(isForfeit ? forfeitBackoffMs : null)
  }
}

/** Returns when a call may start: at its place, at least the distance of its rate after the one before, and within the limit of the window. */
function startOf(call: PacedCall, { started, last }: NumberQueue): number {
  // Places that are farther apart leave a gap: keeping that, too, once made a pause of a second last for twenty.
  const placesApartMs = Math.min(Math.max(0, call.callAt - last.callAt), 1000 / call.ratePerSecond)
  const apart = last.countedAt + spacingShare * placesApartMs
  const before = started[started.length - callsPerWindow(call)]
  return Math.max(call.callAt, apart, before === undefined ? 0 : before.latestAt + windowMs)
}

function recordStart(queue: NumberQueue, call: PacedCall): void {
  const now = performance.now()
  queue.last = { callAt: call.callAt, countedAt: Math.max(startOf(call, queue), now - pauseMs) }
  queue.started.push({ call, at: now, latestAt: now + transitMs })
  if (queue.started.length > callsPerWindow(call)) queue.started.splice(0, queue.started.length - callsPerWindow(call))
}
