import { type Database, sql } from '@posthorn/chassis'

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

/** Creates buckets in memory. A bucket is stored once it was used. If there are many, full ones are dropped: a missing one counts as full. */
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

/** Builds a decision from the levels of all of a caller's buckets. `taken`: whether the levels still include the token of this request. */
export function rateDecision(
  levels: { policy: string; level: Level }[],
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

/** A request for tokens from a shared bucket. `debt` counts tokens used without a lease; a negative value returns unused tokens. */
type LeaseRequest = { name: string; debt: number; want: number; rate: Rate }

/** Whole tokens granted, and the bucket's level afterwards, which is negative if more tokens were used than available. */
type LeaseGrant = { name: string; granted: number; left: number }

/** Requests leases in one statement. Rejects if the store is unavailable. */
export type RequestLeases = (requests: readonly LeaseRequest[]) => Promise<LeaseGrant[]>

/** A bucket unused for this long counts as full, unless it refills more slowly. */
const unusedAfterSeconds = 3_600

/** Returns the shared buckets in Postgres. They refill by its clock, which all gateways share. No row means full. */
export const sharedBuckets =
  (db: Database): RequestLeases =>
  async (requests) => {
    const rows = await sql<{ name: string; granted: number; tokens: number }>(db.em(), leaseStatement, [
      requests.map(({ name }) => name),
      requests.map(({ debt: owed }) => owed),
      requests.map(({ want }) => want),
      requests.map(({ rate }) => rate.perSecond),
      requests.map(({ rate }) => rate.burst),
    ])
    return rows.map(({ name, granted, tokens }) => ({ name, granted, left: tokens }))
  }

// A new row begins full. An existing one is refilled, then pays what is owed, then grants. Name order keeps gateways from deadlocking.
const leaseStatement = `
  with asked as (
    select * from unnest($1::text[], $2::float8[], $3::float8[], $4::float8[], $5::float8[])
      as a (name, owed, want, per_second, burst)
  ), fresh as (
    select name, burst - owed as level, greatest(0, floor(least(want, burst - owed))) as granted from asked
  )
  insert into rate_bucket as b (name, tokens, granted, at)
  select name, level - granted, granted, clock_timestamp() from fresh order by name
  on conflict (name) do update set (tokens, granted, at) = (
    select found.level - g.granted, g.granted, clock_timestamp()
    from (
      select a.want, least(a.burst, least(a.burst,
        b.tokens + greatest(0, extract(epoch from clock_timestamp() - b.at)) * a.per_second) - a.owed) as level
      from asked a where a.name = b.name
    ) found, lateral (select greatest(0, floor(least(found.want, found.level))) as granted) g
  )
  returning name, granted, tokens`

/**
 * Deletes up to 5,000 full buckets, because a missing one counts as full. `rates`: those of all buckets. A row goes only once the slowest of
 * them would be full.
 */
export async function deleteFullBuckets(db: Database, rates: readonly Rate[]): Promise<number> {
  // Twice the time to fill an empty bucket, because a bucket's level can be negative.
  const slowest = Math.max(unusedAfterSeconds, ...rates.map(({ burst, perSecond }) => (2 * burst) / perSecond))
  const statement = `delete from rate_bucket where name = any(array(
    select name from rate_bucket where at < now() - make_interval(secs => $1::float8) limit 5000)) returning 1`
  return (await sql(db.em(), statement, [slowest])).length
}

/** Tokens that this gateway has leased from a shared bucket. */
export type TokenLease = {
  readonly name: string
  readonly rate: Rate
  /** Leased tokens that haven't been used yet. */
  tokens: number
  /** Tokens used without a lease and not yet reported to the store. */
  debt: number
  /** The bucket's level in the store's last response, or the burst before the first response; `atMs` is the time of that response. */
  left: number
  atMs: number
  isKnown: boolean
  /** End of the time during which the bucket is known to be empty. */
  emptyUntilMs: number
  /** Tokens used since the last lease request. */
  used: number
  usedAtMs: number
  /** Requests waiting for tokens. */
  waiting: number
}

/** Largest share of the burst that one lease may take. Other gateways can't use these tokens while the lease lasts. */
const chunkMaxOfBurst = 1 / 20
const chunkMinOfBurst = 1 / 50
/** How long a lease should last at the current rate of use. */
const chunkSeconds = 0.2
/** Share of the burst allowed before the first lease, so that a caller with few requests never waits. */
const creditOfBurst = 1 / 100

/** Creates a lease without tokens. The bucket counts as full until the store says otherwise. */
export function newLease(name: string, rate: Rate, nowMs: number): TokenLease {
  const nothing = { tokens: 0, debt: 0, used: 0, waiting: 0, emptyUntilMs: 0, isKnown: false }
  return { name, rate, ...nothing, left: rate.burst, atMs: nowMs, usedAtMs: nowMs }
}

/** Returns `ready` if a token can be used, `empty` if the bucket is known to be empty, and `request` if the store must be asked. */
export function leaseState(lease: TokenLease, nowMs: number): 'ready' | 'empty' | 'request' {
  if (lease.tokens >= 1) return 'ready'
  if (lease.emptyUntilMs > nowMs) return 'empty'
  const credit = Math.max(1, Math.floor(lease.rate.burst * creditOfBurst))
  return !lease.isKnown && lease.debt < credit ? 'ready' : 'request'
}

/** Uses tokens from a lease. Tokens beyond the lease become debt. */
export function useTokens(lease: TokenLease, count: number, nowMs: number): void {
  const leased = Math.max(0, Math.min(lease.tokens, count))
  lease.tokens -= leased
  lease.debt += count - leased
  lease.used += count
  lease.usedAtMs = nowMs
}

/** Returns how many tokens to lease at once: a fifth of a second's use, within a share of the burst, so that others get some. */
function chunkOf({ rate, used, atMs }: TokenLease, nowMs: number): number {
  // A shorter time would say too little about the rate of use.
  const perSecond = (used * 1_000) / Math.max(20, nowMs - atMs)
  const least = Math.max(1, Math.floor(rate.burst * chunkMinOfBurst))
  const most = Math.max(1, Math.floor(rate.burst * chunkMaxOfBurst))
  return Math.min(most, Math.max(least, Math.ceil(perSecond * chunkSeconds)))
}

/** Whether to lease more now, before the last token is used, so that requests rarely wait. */
export const runsLow = (lease: TokenLease, nowMs: number): boolean =>
  lease.emptyUntilMs <= nowMs && lease.tokens * 2 < chunkOf(lease, nowMs)

/**
 * Creates the next request to the store, including the debt. If the lease is idle, the request returns its unused tokens. Takes both from the
 * lease; if the request fails, the caller adds the debt again.
 */
export function leaseRequest(lease: TokenLease, nowMs: number, opts: { isIdle: boolean }): LeaseRequest {
  const { name, rate, debt, tokens } = lease
  const back = opts.isIdle ? tokens : 0
  lease.debt = 0
  lease.tokens -= back
  const want = opts.isIdle ? 0 : Math.max(0, Math.max(chunkOf(lease, nowMs), lease.waiting) - tokens)
  lease.used = 0
  return { name, rate, debt: debt - back, want }
}

/** Adds granted tokens. A partial grant means that the bucket is empty until its next token. */
export function applyGrant(
  lease: TokenLease,
  { granted, left }: LeaseGrant,
  opts: { want: number; nowMs: number },
): void {
  const { want, nowMs } = opts
  Object.assign(lease, { left, atMs: nowMs, isKnown: true })
  // The granted tokens first pay for those used while waiting for the response.
  const paid = Math.min(lease.tokens + granted, lease.debt)
  lease.debt -= paid
  lease.tokens += granted - paid
  lease.emptyUntilMs = granted < want ? nowMs + (Math.max(0, 1 - left) / lease.rate.perSecond) * 1_000 : 0
}

/** Estimates the level of the bucket across all gateways, for the header `RateLimit`. */
export function sharedLevel({ rate, tokens, debt, left, atMs }: TokenLease, nowMs: number): number {
  const refilled = Math.min(rate.burst, left + (Math.max(0, nowMs - atMs) / 1_000) * rate.perSecond)
  return Math.max(0, Math.min(rate.burst, refilled + tokens - debt))
}
