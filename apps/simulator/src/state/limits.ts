const secondMs = 1_000

/** Refuses what would make more than `perSecond` events in any one second. Memory: one time per event of that second. */
export type RateWindow = { readonly perSecond: number; take(nowMs: number): boolean }

/** A window of one second that slides with every event (cloud-api.md section 9: throughput per number). */
export function rateWindow(perSecond: number): RateWindow {
  const times = new Float64Array(perSecond).fill(Number.NEGATIVE_INFINITY)
  let next = 0
  return {
    perSecond,
    take: (nowMs) => {
      const oldest = times[next] ?? Number.NEGATIVE_INFINITY
      if (nowMs - oldest < secondMs) return false
      times[next] = nowMs
      next = (next + 1) % perSecond
      return true
    },
  }
}

const pairBurst = 45
const pairRefillMs = 6_000

/** Pair buckets of all numbers: 45 messages at once, then one each 6 s (cloud-api.md section 9). A full bucket takes no memory once swept. */
export type PairBuckets = { take(pair: string, nowMs: number): boolean }

/**
 * Each bucket is one number: the time at which it will be full again. A message moves it 6 s on and is refused
 * where that would be more than 45 × 6 s away.
 */
export function pairBuckets(): PairBuckets {
  const fullAt = new Map<string, number>()
  let sweepAtSize = 10_000
  return {
    take: (pair, nowMs) => {
      const next = Math.max(fullAt.get(pair) ?? 0, nowMs) + pairRefillMs
      if (next - nowMs > pairBurst * pairRefillMs) return false
      fullAt.set(pair, next)
      if (fullAt.size > sweepAtSize) {
        for (const [key, time] of fullAt) if (time <= nowMs) fullAt.delete(key)
        sweepAtSize = Math.max(10_000, fullAt.size * 2)
      }
      return true
    },
  }
}
