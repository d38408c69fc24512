/** A call to be made: of which number, how many of it a second, and when, in milliseconds of `performance.now()`. */
export type PacedCall = { numberId: string; ratePerSecond: number; callAt: number }

/**
 * Starts calls at their places in the pace of their number. A process that was paused does not catch up: of each number no more leave
 * it in a second than its rate.
 */
export type Pacer = {
  /** Resolves when the call may be made: with null; or with the rest of the number, in milliseconds, if it must not be. */
  turn(call: PacedCall): Promise<number | null>
  /** Calls of this number that still wait for their turn are not to be made for so long. */
  rest(numberId: string, restMs: number): void
  /** Numbers whose calls are behind their places: nothing more is to be claimed of them for now. */
  late(): string[]
}

type Waiting = { call: PacedCall; resolve: (restMs: number | null) => void }
/** `last`: the call before, with its place and when its start counts as. */
type Lane = {
  startedAt: number[]
  last: { callAt: number; countedAt: number }
  waiting: Waiting[]
  timer: NodeJS.Timeout | undefined
}

/** A little more than a second: calls on the way for so much longer or shorter than others still arrive in the pace. */
const windowMs = 1_070
/** Calls that are late keep nearly as far apart as their places; what a pause took beyond this is not caught up. */
const keptApart = 0.95
const pauseMs = 20
/** A number whose calls are later than this has enough of them. */
const lateMs = 200

/** Makes a pacer. */
export function createPacer(): Pacer {
  const lanes = new Map<string, Lane>()

  const startDue = (numberId: string, lane: Lane) => {
    clearTimeout(lane.timer)
    for (;;) {
      const next = lane.waiting[0]
      const waitMs = next === undefined ? windowMs : startOf(next.call, lane) - performance.now()
      // Timers count whole milliseconds.
      if (next === undefined || waitMs >= 1) {
        lane.timer = setTimeout(() => onTimer(numberId, lane), Math.ceil(waitMs))
        if (next === undefined) lane.timer.unref()
        return
      }
      lane.waiting.shift()
      started(lane, next.call)
      next.resolve(null)
    }
  }
  const onTimer = (numberId: string, lane: Lane) => {
    if (lane.waiting.length > 0) startDue(numberId, lane)
    else lanes.delete(numberId)
  }

  return {
    turn: (call) =>
      new Promise((resolve) => {
        const lane = lanes.get(call.numberId) ?? newLane()
        lanes.set(call.numberId, lane)
        lane.waiting.push({ call, resolve })
        lane.waiting.sort((a, b) => a.call.callAt - b.call.callAt)
        startDue(call.numberId, lane)
      }),
    rest(numberId, restMs) {
      for (const { resolve } of lanes.get(numberId)?.waiting.splice(0) ?? []) resolve(restMs)
    },
    late() {
      const before = performance.now() - lateMs
      return [...lanes].flatMap(([numberId, { waiting }]) =>
        (waiting[0]?.call.callAt ?? before) < before ? numberId : [],
      )
    },
  }
}

/** Calls of a number that may start in a window: a rate is 95 % of the level of its number. */
const mostIn = ({ ratePerSecond }: PacedCall) => Math.ceil(ratePerSecond * 1.05)

const newLane = (): Lane => ({
  startedAt: [],
  last: { callAt: 0, countedAt: 0 },
  waiting: [],
  timer: undefined,
})

/** At its place, not nearer to the one before than places are, and not before the window has room for it. */
function startOf(call: PacedCall, { startedAt, last }: Lane): number {
  const apart = last.countedAt + keptApart * Math.max(0, call.callAt - last.callAt)
  const before = startedAt[startedAt.length - mostIn(call)]
  return Math.max(call.callAt, apart, before === undefined ? 0 : before + windowMs)
}

function started(lane: Lane, call: PacedCall): void {
  const now = performance.now()
  lane.last = { callAt: call.callAt, countedAt: Math.max(startOf(call, lane), now - pauseMs) }
  lane.startedAt.push(now)
  if (lane.startedAt.length > mostIn(call)) lane.startedAt.splice(0, lane.startedAt.length - mostIn(call))
}
