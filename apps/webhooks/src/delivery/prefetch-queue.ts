import type { ClaimedJob, EndpointLoad } from './claim.sql.ts'

/** A claimed job and the end of its lease, in milliseconds of `performance.now()`. */
export type LeasedJob = { job: ClaimedJob; leaseEndsMs: number }

type Lane = {
  inFlight: number
  inFlightMax: number
  leased: number
  waiting: LeasedJob[]
  latencyMs: number | null
  finishedAt: number
}

const prefetchCap = 100
/** The latency of a receiver counts for this long. */
const latencyKeptMs = 10_000
const latencyWeight = 0.3

/**
 * `start` runs an attempt of at most `attemptMsMax`, `inFlightMax` of them at once over all endpoints; `returnJobs` ends leases of jobs that
 * were not attempted. Prefetched jobs start within about `prefetchMs`: a change of their endpoint is not noticed sooner.
 */
type Options = {
  attemptMsMax: number
  inFlightMax: number
  prefetchMs: number
  start: (leased: LeasedJob) => void
  returnJobs: (jobs: ClaimedJob[]) => void
}

/** Jobs by endpoint: those in flight, and those prefetched so that a claim and a completion carry many. */
export class PrefetchQueue {
  readonly #opts: Options
  readonly #lanes = new Map<string, Lane>()
  #inFlight = 0

  constructor(opts: Options) {
    this.#opts = opts
  }

  /** Adds a job, and starts it when its endpoint has a free place. */
  add(leased: LeasedJob): void {
    const lane = this.#laneOf(leased.job)
    lane.leased += 1
    lane.inFlightMax = leased.job.inFlightMax
    lane.waiting.push(leased)
    this.#startNext(lane)
  }

  /** Ends an attempt: after `latencyMs` with success, and the next of its endpoint starts; null: failed, and waiting jobs are returned. */
  finish(job: ClaimedJob, latencyMs: number | null): void {
    const lane = this.#laneOf(job)
    lane.inFlight -= 1
    this.#inFlight -= 1
    lane.finishedAt = performance.now()
    if (latencyMs === null) {
      lane.latencyMs = null
      this.#returnWaiting(lane)
    } else {
      lane.latencyMs = (lane.latencyMs ?? latencyMs) * (1 - latencyWeight) + latencyMs * latencyWeight
    }
    this.#refill(lane)
  }

  /** Starts jobs in a freed place: endpoints without an attempt in flight come first, then the endpoint that had it, then all others. */
  #refill(lane: Lane): void {
    if (this.#inFlight < this.#opts.inFlightMax - 1) return this.#startNext(lane)
    const waiting = [...this.#lanes.values()].filter((other) => other !== lane && other.waiting.length > 0)
    const idle = waiting.filter(({ inFlight }) => inFlight === 0)
    for (const next of [...idle, lane, ...waiting]) this.#startNext(next)
  }

  /** Removes a job whose result is recorded, or never will be. */
  release(job: ClaimedJob): void {
    this.#laneOf(job).leased -= 1
  }

  /** Lists the load of each endpoint that has or just had jobs here. */
  listLoads(): EndpointLoad[] {
    const staleBefore = performance.now() - latencyKeptMs
    for (const [endpointId, lane] of this.#lanes) {
      if (lane.leased === 0 && lane.finishedAt < staleBefore) this.#lanes.delete(endpointId)
    }
    return [...this.#lanes].map(([endpointId, lane]) => ({
      endpointId,
      leased: lane.leased,
      prefetchMax: computePrefetchMax(lane, this.#opts.prefetchMs),
    }))
  }

  /** Counts the jobs leased here. */
  countLeased(): number {
    return [...this.#lanes.values()].reduce((sum, { leased }) => sum + leased, 0)
  }

  /** Returns all jobs that were not started. */
  returnWaiting(): void {
    for (const lane of this.#lanes.values()) this.#returnWaiting(lane)
  }

  #laneOf({ endpointId }: ClaimedJob): Lane {
    const existing = this.#lanes.get(endpointId)
    if (existing) return existing
    const lane = { inFlight: 0, inFlightMax: 1, leased: 0, waiting: [], latencyMs: null, finishedAt: 0 }
    this.#lanes.set(endpointId, lane)
    return lane
  }

  #startNext(lane: Lane): void {
    while (lane.inFlight < lane.inFlightMax && this.#inFlight < this.#opts.inFlightMax) {
      const next = lane.waiting.shift()
      if (next === undefined) return
      // An attempt that starts so late might outlast its lease, and another process would repeat it.
      if (performance.now() + this.#opts.attemptMsMax > next.leaseEndsMs) return this.#returnWaiting(lane, [next])
      lane.inFlight += 1
      this.#inFlight += 1
      this.#opts.start(next)
    }
  }

  #returnWaiting(lane: Lane, more: LeasedJob[] = []): void {
    const jobs = [...more, ...lane.waiting.splice(0)].map(({ job }) => job)
    lane.leased -= jobs.length
    if (jobs.length > 0) this.#opts.returnJobs(jobs)
  }
}

function computePrefetchMax({ latencyMs, inFlightMax }: Lane, prefetchMs: number): number {
  return latencyMs === null ? 0 : Math.min(prefetchCap, Math.floor((inFlightMax * prefetchMs) / Math.max(1, latencyMs)))
}
