/** How fast a bucket refills and how much it holds. */
export type Rate = { perSecond: number; burst: number }

/** What a bucket holds now: tokens, and whole seconds until it is full and until the next token. */
export type Level = { tokens: number; fullInSeconds: number; nextInSeconds: number }

/** Token buckets of one rate, by name. A bucket that was never touched is full. */
export type Buckets = {
  rate: Rate
  level(name: string, nowMs: number): Level
  /** Takes one token; the caller has looked at the level. */
  take(name: string, nowMs: number): void
}

/** Buckets kept before full ones are forgotten. */
const bucketsMax = 20_000

/** Buckets in this process. */
export function createBuckets(rate: Rate): Buckets {
  const buckets = new Map<string, { tokens: number; atMs: number }>()
  const tokensOf = (name: string, nowMs: number): number => {
    const bucket = buckets.get(name)
    if (!bucket) return rate.burst
    return Math.min(rate.burst, bucket.tokens + (Math.max(0, nowMs - bucket.atMs) / 1_000) * rate.perSecond)
  }
  const forgetFull = (nowMs: number) => {
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
    take(name, nowMs) {
      if (buckets.size >= bucketsMax && !buckets.has(name)) forgetFull(nowMs)
      buckets.set(name, { tokens: tokensOf(name, nowMs) - 1, atMs: nowMs })
    },
  }
}
