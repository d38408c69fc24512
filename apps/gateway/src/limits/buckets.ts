/** Refill rate and capacity of a bucket. */
export type Rate = { perSecond: number; burst: number }

/** Level of a bucket: its tokens, the whole seconds until it is full, and the whole seconds until the next token. */
export type Level = { tokens: number; fullInSeconds: number; nextInSeconds: number }

/** Named token buckets with a common rate. A bucket that was never used is full. */
type Buckets = {
  rate: Rate
  level(name: string, nowMs: number): Level
  /** Takes tokens, one by default. The level may become negative. */
  take(name: string, nowMs: number, count?: number): void
  /** Puts tokens back, one by default. */
  refund(name: string, nowMs: number, count?: number): void
}

/** Above this number, full buckets are evicted. */
const bucketsMax = 20_000

/** Creates buckets in memory. A bucket is stored only once it was used, and until it is full again. */
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

/** Whether a request is allowed, how long to wait if not, and the values of the two rate limit headers. */
export type RateDecision = { allowed: boolean; retryAfterSeconds: number; policy: string; state: string }

type PolicyLevel = { policy: string; level: Level }

/** Builds a decision from the levels of all of a caller's buckets. `taken`: whether the levels still include the token of this request. */
export function rateDecision(
  levels: PolicyLevel[],
  opts: { policy: string; allowed: boolean; taken: boolean },
): RateDecision {
  const left = (tokens: number) => Math.max(0, opts.taken ? tokens - 1 : tokens)
  return {
    allowed: opts.allowed,
    retryAfterSeconds: Math.max(...levels.map(({ level }) => level.nextInSeconds)),
    policy: opts.policy,
    state: levels.map(({ policy, level }) => `"${policy}";r=${left(level.tokens)};t=${level.fullInSeconds}`).join(', '),
  }
}

/** A bucket that requests count toward, and its policy's name in responses. */
export type LimitedBucket = { policy: string; buckets: Buckets; name: string }

/** Decides by buckets in memory. `take`: whether to take a token from each if the request is allowed. */
export function decideLocally(
  limited: LimitedBucket[],
  opts: { policy: string; nowMs: number; take: boolean },
): RateDecision {
  const levels = limited.map(({ policy, buckets, name }) => ({ policy, level: buckets.level(name, opts.nowMs) }))
  const allowed = levels.every(({ level }) => level.tokens >= 1)
  const taken = allowed && opts.take
  if (taken) for (const { buckets, name } of limited) buckets.take(name, opts.nowMs)
  return rateDecision(levels, { policy: opts.policy, allowed, taken })
}
