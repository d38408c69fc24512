/** Below this number of slots, there are no shares: a quarter would be too few for anyone. */
const sharedFrom = 40
const largestShare = 0.25
/** Prefetched jobs of an endpoint. */
const prefetchCap = 100

/** Jobs in flight, and jobs that are leased or about to be leased. */
export type Count = { inFlight: number; leased: number }
/** Jobs of a workspace or in total, and how many of them are for slow receivers. */
export type Use = Count & { slow: Count }

/** Returns a new count of nothing. */
export function emptyUse(): Use {
  return { inFlight: 0, leased: 0, slow: { inFlight: 0, leased: 0 } }
}

/** Slots in all, and how many of them are used. */
export type Places = { max: number; used: number }

/**
 * Returns how many more slots a workspace that uses `ownUsed` slots may take. It may use up to a quarter of all slots, but no more than it
 * leaves free, so there is always a slot for a newcomer.
 */
export function computeShare({ max, used }: Places, ownUsed: number): number {
  const free = Math.max(0, max - used)
  if (max < sharedFrom) return free
  return Math.max(0, Math.min(Math.floor(max * largestShare) - ownUsed, Math.ceil((free - ownUsed) / 2)))
}

/** Jobs of an endpoint: leased, started and waiting ones. `latencyMs`: of its successes, null if unknown. */
type EndpointUse = {
  latencyMs: number | null
  inFlightMax: number
  leased: number
  started: { size: number }
  waiting: { length: number }
}

/**
 * Returns how many jobs an endpoint may have leased: those in flight, as many more as it finishes within `prefetchMs` at its latency, and those
 * that only wait to be recorded, or else a slow recording would delay the next requests. After a failure, 0: the latency is unknown.
 */
export function computeLeasesMax(
  { latencyMs, inFlightMax, leased, started, waiting }: EndpointUse,
  prefetchMs: number,
): { leasedMax: number; prefetchMax: number } {
  if (latencyMs === null) return { leasedMax: 0, prefetchMax: 0 }
  const prefetchMax = Math.min(prefetchCap, Math.floor((inFlightMax * prefetchMs) / Math.max(1, latencyMs)))
  return { leasedMax: inFlightMax + prefetchMax + leased - started.size - waiting.length, prefetchMax }
}

const latencyWeight = 0.3

/** Returns an average in which recent values count more, so that it follows a receiver that changes. */
export function average(previous: number | null, latest: number): number {
  return (previous ?? latest) * (1 - latencyWeight) + latest * latencyWeight
}

type Served = { endpointId: string; workspaceId: string }

/** The endpoints that claims served last, in all and in each workspace. The next turn starts after them. */
export class Turns {
  #last = ''
  readonly #lastOf = new Map<string, string>()

  /** Notes the jobs of a claim, in the order of their endpoints' ids. */
  note(jobs: readonly Served[]): void {
    this.#last = lastInTurn(jobs, this.#last)
    for (const [workspaceId, own] of Map.groupBy(jobs, (job) => job.workspaceId))
      this.#lastOf.set(workspaceId, lastInTurn(own, this.last(workspaceId)))
  }

  /** Returns the endpoint that was served last, in all or in a workspace; an empty text if none is known. */
  last(workspaceId?: string): string {
    return workspaceId === undefined ? this.#last : (this.#lastOf.get(workspaceId) ?? '')
  }

  /** Forgets workspaces except these. */
  keep(workspaces: { has(id: string): boolean }): void {
    for (const id of this.#lastOf.keys()) if (!workspaces.has(id)) this.#lastOf.delete(id)
  }
}

/**
 * Returns the endpoint that a claim served last. Its turn goes from the endpoint after `after` to the greatest id, then from the smallest to
 * `after`.
 */
const lastInTurn = (jobs: readonly Served[], after: string): string =>
  (jobs.findLast(({ endpointId }) => endpointId <= after) ?? jobs.at(-1))?.endpointId ?? after
