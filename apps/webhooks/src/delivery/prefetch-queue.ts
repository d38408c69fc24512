import type { ClaimedJob, LeaseCapacity } from './claim.sql.ts'
import type { Count, Places, Use } from './shares.ts'
import { average, computeLeasesMax, computeShare, emptyUse, Turns } from './shares.ts'

/** A claimed job and the time when its lease ends, on the clock of `performance.now()`. */
export type LeasedJob = { job: ClaimedJob; leaseEndsMs: number }

type EndpointQueue = {
  endpointId: string
  workspaceId: string
  /** Usage by the endpoint's workspace. */
  own: Use
  isSlow: boolean
  /** When each attempt in flight started, oldest first, by delivery. */
  started: Map<string, number>
  inFlightMax: number
  leased: number
  waiting: LeasedJob[]
  /** Whether the last claim left jobs that are due. */
  hasMore: boolean
  /** Average latency of successes; null after a failure. */
  latencyMs: number | null
  /** Average duration of all attempts, including failed ones. */
  tookMs: number | null
  completedAt: number
}

/** How long a receiver's latency is remembered. */
const latencyKeptMs = 10_000
/** A receiver counts as slow after an attempt longer than this, until `slowKeptMs` after its last attempt. */
const slowFromMs = 1_000
const slowKeptMs = 60_000
/** Leases per concurrent attempt, for endpoints that respond quickly. */
const leasesPerPlace = 3
/** Share of all slots that slow receivers may use together. */
const slowShare = 0.5

/**
 * `start` runs an attempt, which takes at most `attemptMsMax`. `inFlightMax` limits concurrent attempts across all endpoints. `returnJobs`
 * releases unattempted jobs. `wake` reports that more jobs can be leased. Prefetched jobs start within about `prefetchMs`,
 * so a change to their endpoint can take that long to take effect.
 */
type Options = {
  attemptMsMax: number
  inFlightMax: number
  prefetchMs: number
  start: (leased: LeasedJob) => void
  returnJobs: (jobs: ClaimedJob[]) => void
  wake: () => void
}

type Target = Pick<ClaimedJob, 'workspaceId' | 'endpointId'>

/**
 * Jobs in flight by endpoint, plus prefetched jobs, which let claims and completions handle many jobs at once. Each workspace has a share
 * of the slots, and so do all slow receivers together, so that neither crowds out others.
 */
export class PrefetchQueue {
  readonly #opts: Options
  readonly #max: Count & { slow: number }
  readonly #queues = new Map<string, EndpointQueue>()
  readonly #workspaces = new Map<string, Use>()
  readonly #all = emptyUse()
  readonly #turns = new Turns()
  /** Whether a job is waiting for a shared slot. */
  #isBlocked = false

  constructor(opts: Options) {
    this.#opts = opts
    const { inFlightMax: inFlight } = opts
    this.#max = { inFlight, leased: inFlight * leasesPerPlace, slow: Math.ceil(inFlight * slowShare) }
  }

  /** Adds a job, which starts once its endpoint, its workspace and the process have a free slot. */
  add(leased: LeasedJob): void {
    const queue = this.#queueOf(leased.job)
    this.#count(queue, 'leased', 1)
    queue.inFlightMax = leased.job.inFlightMax
    queue.hasMore = leased.job.hasMore
    queue.waiting.push(leased)
    this.#startNext(queue)
  }

  /**
   * Ends an attempt, before `release`, and starts waiting jobs in its slot. `latencyMs`: null if the receiver failed, which returns the jobs
   * that wait for it; undefined if it got no request, which says nothing about it.
   */
  finish(job: ClaimedJob, latencyMs: number | null | undefined): void {
    const queue = this.#queueOf(job)
    if (latencyMs !== undefined) this.#note(queue, job, latencyMs)
    queue.started.delete(job.deliveryId)
    this.#count(queue, 'inFlight', -1)
    if (latencyMs === null) this.#returnWaiting(queue)
    this.#refill(queue)
    this.#requestMore(queue)
  }

  /** Wakes the loop for an endpoint whose prefetched jobs have all started, once for each claim that left some. */
  #requestMore(queue: EndpointQueue): void {
    // After a failure, the loop wakes once it is recorded.
    if (!queue.hasMore || queue.waiting.length > 0 || queue.latencyMs === null) return
    queue.hasMore = false
    this.#opts.wake()
  }

  /** Adds the duration of an attempt that ends to its endpoint's averages. After a failure, the endpoint's latency is unknown. */
  #note(queue: EndpointQueue, job: ClaimedJob, latencyMs: number | null): void {
    const now = performance.now()
    const tookMs = latencyMs ?? now - (queue.started.get(job.deliveryId) ?? now)
    queue.completedAt = now
    queue.tookMs = average(queue.tookMs, tookMs)
    queue.latencyMs = latencyMs === null ? null : average(queue.latencyMs, latencyMs)
  }

  /**
   * Starts jobs in a freed slot: the endpoint's own, unless others wait for a shared slot. Then workspaces with fewer attempts in flight go
   * first, then endpoints with fewer.
   */
  #refill(queue: EndpointQueue): void {
    if (!this.#isBlocked) return this.#startNext(queue)
    this.#isBlocked = false
    const waiting = [...this.#queues.values()].filter((other) => other.waiting.length > 0)
    const order = (a: EndpointQueue, b: EndpointQueue) =>
      a.own.inFlight - b.own.inFlight || a.started.size - b.started.size
    for (const next of waiting.toSorted(order)) this.#startNext(next)
  }

  /** Removes a job once its result is recorded or never will be. Wakes the loop if nothing more could be leased for the workspace before. */
  release(job: ClaimedJob): void {
    const queue = this.#queueOf(job)
    const hadAll = this.#countPlaces(queue, 'leased') <= 0
    this.#count(queue, 'leased', -1)
    if (hadAll) this.#opts.wake()
  }

  /**
   * Reserves slots until `release` for deliveries that are leased in the transaction that stores them. Without it, a claim at the same time could
   * use the same slots. Returns which may be leased.
   */
  reserve(targets: readonly Target[]): { granted: boolean[]; release(): void } {
    const taken: Use[] = []
    const granted = targets.map(({ endpointId, workspaceId }) => {
      const queue = this.#queues.get(endpointId)
      const own = queue?.own ?? this.#ownOf(workspaceId)
      // Slow receivers get slots only from a claim.
      const isGranted = queue?.isSlow !== true && computeShare(this.#placesOf('leased'), own.leased) > 0
      if (!isGranted) return false
      taken.push(own)
      own.leased += 1
      this.#all.leased += 1
      return true
    })
    const release = () => {
      for (const own of taken) own.leased -= 1
      this.#all.leased -= taken.length
    }
    return { granted, release }
  }

  noteServed(jobs: readonly Target[]): void {
    this.#turns.note(jobs)
  }

  /** Returns the lease capacity: in total, per workspace, for slow receivers, and each endpoint's load if it has current or recent jobs. */
  computeCapacity(): LeaseCapacity {
    this.#evict()
    const shareOf = (workspaceId: string) => {
      const own = this.#workspaces.get(workspaceId) ?? emptyUse()
      return {
        workspaceId,
        free: computeShare(this.#placesOf('leased'), own.leased),
        slowFree: computeShare(this.#slowPlacesOf('leased'), own.slow.leased),
      }
    }
    return {
      after: this.#turns.last(),
      limit: this.countFree(),
      slowLimit: Math.max(0, this.#max.slow - this.#all.slow.leased),
      newcomer: shareOf(''),
      shares: [...this.#workspaces.keys()].map((id) => ({ ...shareOf(id), lastEndpoint: this.#turns.last(id) })),
      loads: [...this.#queues.values()].map((queue) => ({
        endpointId: queue.endpointId,
        leased: queue.leased,
        ...computeLeasesMax(queue, this.#opts.prefetchMs),
        isSlow: queue.isSlow,
      })),
    }
  }

  /** Returns how many jobs may still be leased in total. */
  countFree(): number {
    return this.#max.leased - this.#all.leased
  }

  /** Returns all jobs that have not started, before the process stops. */
  returnWaiting(): void {
    for (const queue of this.#queues.values()) this.#returnWaiting(queue)
  }

  /** Returns the queue of an endpoint, which is empty at first. */
  #queueOf({ endpointId, workspaceId }: Target): EndpointQueue {
    const existing = this.#queues.get(endpointId)
    if (existing) return existing
    const own = this.#ownOf(workspaceId)
    const queue = { endpointId, workspaceId, own, isSlow: false, started: new Map(), inFlightMax: 1, leased: 0 }
    const made: EndpointQueue = { ...queue, waiting: [], hasMore: false, latencyMs: null, tookMs: null, completedAt: 0 }
    this.#queues.set(endpointId, made)
    return made
  }

  /** Returns the usage by a workspace, which is nothing at first. */
  #ownOf(workspaceId: string): Use {
    const own = this.#workspaces.get(workspaceId) ?? emptyUse()
    this.#workspaces.set(workspaceId, own)
    return own
  }

  /** Forgets endpoints and workspaces without jobs once nothing recent about them needs to be known. */
  #evict(): void {
    const now = performance.now()
    const kept = new Set<string>()
    for (const [endpointId, queue] of this.#queues) {
      this.#noteSlow(queue)
      const keptMs = queue.isSlow ? slowKeptMs : latencyKeptMs
      if (queue.leased === 0 && queue.completedAt < now - keptMs) this.#queues.delete(endpointId)
      else kept.add(queue.workspaceId)
    }
    for (const [id, { leased }] of this.#workspaces) if (leased === 0 && !kept.has(id)) this.#workspaces.delete(id)
    this.#turns.keep(this.#workspaces)
  }

  /** Adds to a count of the endpoint, its workspace and the total, so that all agree. */
  #count(queue: EndpointQueue, counter: keyof Count, change: number): void {
    if (counter === 'leased') queue.leased += change
    for (const use of [queue.own, this.#all]) {
      use[counter] += change
      if (queue.isSlow) use.slow[counter] += change
    }
  }

  /** Decides from the last attempts, or one that has run too long, whether a receiver is slow, and moves its counts to or from the slow ones. */
  #noteSlow(queue: EndpointQueue): void {
    const now = performance.now()
    const [oldest = now] = queue.started.values()
    const wasSlow = (queue.tookMs ?? 0) > slowFromMs && now - queue.completedAt < slowKeptMs
    const isSlow = wasSlow || now - oldest > slowFromMs
    if (isSlow === queue.isSlow) return
    queue.isSlow = isSlow
    const sign = isSlow ? 1 : -1
    for (const { slow } of [queue.own, this.#all]) {
      slow.inFlight += sign * queue.started.size
      slow.leased += sign * queue.leased
    }
  }

  /** Returns how many slots there are in total, and how many are used. */
  #placesOf(counter: keyof Count): Places {
    return { max: this.#max[counter], used: this.#all[counter] }
  }

  /** Returns the same for slow receivers, which together may have no more leases than attempts. */
  #slowPlacesOf(counter: keyof Count): Places {
    return { max: this.#max.slow, used: this.#all.slow[counter] }
  }

  /** Returns how many more jobs the endpoint's workspace may have, within the share of slow receivers if this one is slow. */
  #countPlaces({ own, isSlow }: EndpointQueue, counter: keyof Count): number {
    const places = computeShare(this.#placesOf(counter), own[counter])
    return isSlow ? Math.min(places, computeShare(this.#slowPlacesOf(counter), own.slow[counter])) : places
  }

  /** Starts waiting jobs while the endpoint, its workspace and the process have slots. */
  #startNext(queue: EndpointQueue): void {
    if (queue.waiting.length === 0 || queue.started.size >= queue.inFlightMax) return
    this.#noteSlow(queue)
    for (
      let places = this.#countPlaces(queue, 'inFlight');
      places > 0 && queue.started.size < queue.inFlightMax;
      places -= 1
    ) {
      const next = queue.waiting.shift()
      if (next === undefined) return
      // An attempt started this late could outlast its lease, and another process would repeat it.
      if (performance.now() + this.#opts.attemptMsMax > next.leaseEndsMs) return this.#returnWaiting(queue, [next])
      queue.started.set(next.job.deliveryId, performance.now())
      this.#count(queue, 'inFlight', 1)
      this.#opts.start(next)
    }
    if (queue.waiting.length > 0 && queue.started.size < queue.inFlightMax) this.#isBlocked = true
  }

  /** Returns the jobs that have not started, so that they can be claimed again. `alsoReturn`: jobs no longer in the queue. */
  #returnWaiting(queue: EndpointQueue, alsoReturn: LeasedJob[] = []): void {
    const jobs = [...alsoReturn, ...queue.waiting.splice(0)].map(({ job }) => job)
    this.#count(queue, 'leased', -jobs.length)
    if (jobs.length > 0) this.#opts.returnJobs(jobs)
  }
}
