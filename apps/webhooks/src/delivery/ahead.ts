import type { ClaimedJob, Standing } from './claim.sql.ts'

/** A claimed job and when its lease ends, in milliseconds of `performance.now()`. */
export type HeldJob = { job: ClaimedJob; leaseEndsMs: number }

type Lane = {
  inFlight: number
  inFlightMax: number
  held: number
  waiting: HeldJob[]
  latencyMs: number | null
  endedAt: number
}

/** What is claimed ahead leaves within about this time: what becomes of an endpoint meanwhile is not noticed sooner. */
const aheadMs = 100
const aheadMax = 100
/** A receiver is taken to be as quick as it was for this long. */
const knownForMs = 10_000
const newestShare = 0.3

/**
 * `start` runs an attempt of at most `attemptMsMax`, `inFlightMax` of them at once over all endpoints; `giveBack` ends leases of jobs that
 * were not attempted.
 */
type Options = {
  attemptMsMax: number
  inFlightMax: number
  start: (held: HeldJob) => void
  giveBack: (jobs: ClaimedJob[]) => void
}

/** Jobs by endpoint: those in flight, and those claimed ahead so that a claim and a completion carry many. */
export class Ahead {
  readonly #opts: Options
  readonly #lanes = new Map<string, Lane>()
  #inFlight = 0

  constructor(opts: Options) {
    this.#opts = opts
  }

  /** Takes a job in, and starts it when its endpoint has room for it. */
  add(held: HeldJob): void {
    const lane = this.#laneOf(held.job)
    lane.held += 1
    lane.inFlightMax = held.job.inFlightMax
    lane.waiting.push(held)
    this.#startNext(lane)
  }

  /** An attempt has ended: after `latencyMs` with success, and the next of its endpoint starts; null: without, and what waits goes back. */
  ended(job: ClaimedJob, latencyMs: number | null): void {
    const lane = this.#laneOf(job)
    lane.inFlight -= 1
    this.#inFlight -= 1
    lane.endedAt = performance.now()
    if (latencyMs === null) {
      lane.latencyMs = null
      this.#giveBack(lane)
    } else {
      lane.latencyMs = (lane.latencyMs ?? latencyMs) * (1 - newestShare) + latencyMs * newestShare
    }
    this.#refill(lane)
  }

  /** Where all places were taken, who has waited without any goes first, then the endpoint that had this one, then whoever waits. */
  #refill(lane: Lane): void {
    if (this.#inFlight < this.#opts.inFlightMax - 1) return this.#startNext(lane)
    const waiting = [...this.#lanes.values()].filter((other) => other !== lane && other.waiting.length > 0)
    const without = waiting.filter(({ inFlight }) => inFlight === 0)
    for (const next of [...without, lane, ...waiting]) this.#startNext(next)
  }

  /** The result of a job is recorded, or never will be. */
  recorded(job: ClaimedJob): void {
    this.#laneOf(job).held -= 1
  }

  /** What is held of each endpoint that is or was just served. */
  standings(): Standing[] {
    const before = performance.now() - knownForMs
    for (const [endpointId, lane] of this.#lanes) {
      if (lane.held === 0 && lane.endedAt < before) this.#lanes.delete(endpointId)
    }
    return [...this.#lanes].map(([endpointId, lane]) => ({ endpointId, held: lane.held, ahead: aheadOf(lane) }))
  }

  /** Jobs held in all. */
  held(): number {
    return [...this.#lanes.values()].reduce((sum, { held }) => sum + held, 0)
  }

  /** Gives everything back that was not started. */
  giveBack(): void {
    for (const lane of this.#lanes.values()) this.#giveBack(lane)
  }

  #laneOf({ endpointId }: ClaimedJob): Lane {
    const known = this.#lanes.get(endpointId)
    if (known) return known
    const lane = { inFlight: 0, inFlightMax: 1, held: 0, waiting: [], latencyMs: null, endedAt: 0 }
    this.#lanes.set(endpointId, lane)
    return lane
  }

  #startNext(lane: Lane): void {
    while (lane.inFlight < lane.inFlightMax && this.#inFlight < this.#opts.inFlightMax) {
      const next = lane.waiting.shift()
      if (next === undefined) return
      // Whoever starts so late might still be under way when another takes the job for lost.
      if (performance.now() + this.#opts.attemptMsMax > next.leaseEndsMs) return this.#giveBack(lane, [next])
      lane.inFlight += 1
      this.#inFlight += 1
      this.#opts.start(next)
    }
  }

  #giveBack(lane: Lane, more: HeldJob[] = []): void {
    const jobs = [...more, ...lane.waiting.splice(0)].map(({ job }) => job)
    lane.held -= jobs.length
    if (jobs.length > 0) this.#opts.giveBack(jobs)
  }
}

function aheadOf({ latencyMs, inFlightMax }: Lane): number {
  return latencyMs === null ? 0 : Math.min(aheadMax, Math.floor((inFlightMax * aheadMs) / Math.max(1, latencyMs)))
}
