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
