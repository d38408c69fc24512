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
  /** Numbers whose calls are behind their places: nothing more is to be claimed of them for now. */
  lateNumbers(): string[]
}

type WaitingCall = { call: PacedCall; resolve: (restMs: number | null) => void }
/** `latestAt`: when the provider has counted it at the latest, by what is known. */
type StartedCall = { call: PacedCall; at: number; latestAt: number }
/** `last`: the call before, with its place and when its start counts as. `leastMs`: what an answer took at least of late. */
type Lane = {
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
  const lanes = new Map<string, Lane>()

  const startCalls = (numberId: string, lane: Lane) => {
    clearTimeout(lane.timer)
    const waitMs = startDue(lane)
    lane.timer = setTimeout(() => onTimer(numberId, lane), Math.ceil(waitMs ?? windowMs))
    if (waitMs === null) lane.timer.unref()
  }
  const onTimer = (numberId: string, lane: Lane) => {
    if (lane.waiting.length > 0) startCalls(numberId, lane)
    else lanes.delete(numberId)
  }

  return {
    waitTurn: (call) =>
      new Promise((resolve) => {
        const lane = lanes.get(call.numberId) ?? newLane()
        lanes.set(call.numberId, lane)
        lane.waiting.push({ call, resolve })
        lane.waiting.sort((a, b) => a.call.callAt - b.call.callAt)
        startCalls(call.numberId, lane)
      }),
    recordAnswer(call) {
      const lane = lanes.get(call.numberId)
      const start = lane?.started.findLast((each) => each.call === call)
      if (!lane || !start) return
      const tookMs = performance.now() - start.at
      start.latestAt = start.at + Math.min(transitMs, Math.max(0, tookMs - lane.leastMs))
      lane.leastMs = Math.min(tookMs, lane.leastMs + 1)
    },
    backOff(numberId, restMs) {
      for (const { resolve } of lanes.get(numberId)?.waiting.splice(0) ?? []) resolve(restMs)
    },
    lateNumbers() {
      const before = performance.now() - lateMs
      return [...lanes].flatMap(([numberId, { waiting }]) =>
        (waiting[0]?.call.callAt ?? before) < before ? numberId : [],
      )
    },
  }
}

/** Calls of a number that may start in a window: a rate is 95 % of the level of its number. */
const callsPerWindow = ({ ratePerSecond }: PacedCall) => Math.ceil(ratePerSecond * 1.05)

const newLane = (): Lane => ({
  started: [],
  leastMs: 0,
  last: { callAt: 0, countedAt: 0 },
  waiting: [],
  timer: undefined,
})

/** Starts the calls whose turn it is. Returns how long the next one waits; null if there is none. */
function startDue(lane: Lane): number | null {
  for (;;) {
    const next = lane.waiting[0]
    if (next === undefined) return null
    const waitMs = startOf(next.call, lane) - performance.now()
    // Timers count whole milliseconds.
    if (waitMs >= 1) return waitMs
    lane.waiting.shift()
    const isForfeit = performance.now() - next.call.callAt > forfeitMs
    if (!isForfeit) recordStart(lane, next.call)
    next.resolve(isForfeit ? forfeitBackoffMs : null)
  }
}

/** Returns when a call may start: at its place, at least the distance of its rate after the one before, and within the limit of the window. */
function startOf(call: PacedCall, { started, last }: Lane): number {
  // Places that are farther apart leave a gap: keeping that, too, once made a pause of a second last for twenty.
  const placesApartMs = Math.min(Math.max(0, call.callAt - last.callAt), 1000 / call.ratePerSecond)
  const apart = last.countedAt + spacingShare * placesApartMs
  const before = started[started.length - callsPerWindow(call)]
  return Math.max(call.callAt, apart, before === undefined ? 0 : before.latestAt + windowMs)
}

function recordStart(lane: Lane, call: PacedCall): void {
  const now = performance.now()
  lane.last = { callAt: call.callAt, countedAt: Math.max(startOf(call, lane), now - pauseMs) }
  lane.started.push({ call, at: now, latestAt: now + transitMs })
  if (lane.started.length > callsPerWindow(call)) lane.started.splice(0, lane.started.length - callsPerWindow(call))
}
