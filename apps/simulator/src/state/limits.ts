const secondMs = 1_000

/** Rejects more than `perSecond` events within any second. Memory use: one timestamp per event. */
export type RateWindow = { readonly perSecond: number; take(nowMs: number): boolean }

/** Creates a sliding window of one second (a number's throughput). */
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

/** Limits each pair of number and recipient: 45 messages at once, then one every 6 s. Full buckets use no memory after a sweep. */
export type PairBuckets = { take(pair: string, nowMs: number): boolean }

/** A bucket is stored as the time when it is full: each message adds 6 s, and is refused if that is over 45 × 6 s from now. */
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
