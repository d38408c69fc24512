/** Refill rate and capacity of a bucket. */
export type Rate = { perSecond: number; burst: number }

/** Level of a bucket: tokens, and whole seconds until it is full and until its next token. */
export type Level = { tokens: number; fullInSeconds: number; nextInSeconds: number }

/** Named token buckets with the same rate. An unused bucket is full. */
export type Buckets = {
  rate: Rate
  level(name: string, nowMs: number): Level
  /** Takes tokens, one by default. The level may become negative. */
  take(name: string, nowMs: number, count?: number): void
  /** Returns tokens, one by default. */
  refund(name: string, nowMs: number, count?: number): void
}

/** Full buckets are evicted above this number. */
const bucketsMax = 20_000

/** Creates in-process buckets. */
export function createBuckets(rate: Rate): Buckets {
  const buckets = new Map<string, { tokens: number; atMs: number }>()
  const tokensOf = (name: string, nowMs: number): number => {
    const bucket = buckets.get(name)
    if (!bucket) return rate.burst
    return Math.min(rate.burst, bucket.tokens + (Math.max(0, nowMs - bucket.atMs) / 1_000) * rate.perSecond)
  }
  const evictFull = (nowMs: number) => {
    for (const name of buckets.keys()) if (tokensOf(name, nowMs) >= rate.burst) buckets.delete(name)
  }
  return {
    rate,
    level(name, nowMs) {
      const tokens = tokensOf(name, nowMs)
      return {
        tokens: Math.floor(tokens),
        fullInSeconds: Math.ceil((rate.burst - tokens) / rate.perSecond),
        nextInSeconds: tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / rate.perSecond)),
      }
    },
    take(name, nowMs, count = 1) {
      if (buckets.size >= bucketsMax && !buckets.has(name)) evictFull(nowMs)
      buckets.set(name, { tokens: tokensOf(name, nowMs) - count, atMs: nowMs })
    },
    refund(name, nowMs, count = 1) {
      buckets.set(name, { tokens: Math.min(rate.burst, tokensOf(name, nowMs) + count), atMs: nowMs })
    },
  }
}
