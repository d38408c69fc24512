import type { Level } from './buckets.ts'
import { leaseState, sharedLevel, type TokenLease } from './lease.ts'
import type { LeasePool } from './lease-pool.ts'
import { decideLocally, type LimitedBucket, type RateDecision, rateDecision } from './rate-decision.ts'

/** How often a request waits for tokens that concurrent requests take first. */
const roundsMax = 3

type TakeOptions = { limited: LimitedBucket[]; policy: string; now: () => number }

/** Returns a shared bucket's level. An empty one says when its next token arrives. */
function levelOf(lease: TokenLease, nowMs: number, isEmpty: boolean): Level {
  const level = sharedLevel(lease, nowMs)
  return {
    tokens: isEmpty ? 0 : Math.floor(level),
    fullInSeconds: Math.ceil((lease.rate.burst - level) / lease.rate.perSecond),
    nextInSeconds: isEmpty ? Math.max(1, Math.ceil((lease.emptyUntilMs - nowMs) / 1_000)) : 0,
  }
}

/** Decides by leased tokens; null while the store is unavailable. */
async function decideByLeases(
  pool: LeasePool,
  leases: TokenLease[],
  { limited, policy, now }: TakeOptions,
): Promise<RateDecision | null> {
  for (let round = 1; !pool.isDegraded(); round++) {
    const nowMs = now()
    const found = leases.map((lease) => ({ lease, state: leaseState(lease, nowMs) }))
    const allowed = found.every(({ state }) => state === 'ready')
    const isLast = round > roundsMax
    if (allowed || isLast || found.some(({ state }) => state === 'empty')) {
      const levels = found.map(({ lease, state }, i) => ({
        policy: limited[i]?.policy ?? '',
        level: levelOf(lease, nowMs, state === 'empty' || (state === 'request' && isLast)),
      }))
      if (allowed) pool.use(...leases)
      return rateDecision(levels, { policy, allowed, taken: allowed })
    }
    await pool.awaitRefill(...found.flatMap(({ lease, state }) => (state === 'request' ? [lease] : [])))
  }
  return null
}

/** Takes a token of each shared bucket, or of this process's own while the store is unavailable. */
export async function takeShared(pool: LeasePool, options: TakeOptions): Promise<RateDecision> {
  const { limited, policy, now } = options
  const leases = limited.map(({ name, buckets }) => pool.leaseOf(name, buckets.rate))
  const shared = await decideByLeases(pool, leases, options)
  const nowMs = now()
  const decision = shared ?? decideLocally(limited, { policy, nowMs, take: true })
  if (!decision.allowed) return decision
  for (const [i, { buckets, name }] of limited.entries()) {
    // Also count locally, in case the store becomes unavailable.
    if (shared) buckets.take(name, nowMs)
    else pool.recordDebt(leases[i] as TokenLease, buckets.rate.burst - buckets.level(name, nowMs).tokens)
  }
  return decision
}
