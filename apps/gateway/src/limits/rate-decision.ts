import type { Buckets, Level } from './buckets.ts'

/** Whether a request is allowed, the seconds to wait if not, and the two rate limit headers. */
export type RateDecision = { allowed: boolean; retryAfterSeconds: number; policy: string; state: string }

/** Level of a bucket, with its policy's name. */
type PolicyLevel = { policy: string; level: Level }

/** Makes a decision from the levels of a caller's buckets. */
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

/** Decides by this process's buckets. */
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
