import type { Log, Metrics } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import type { GatewayConfig } from '../config.ts'
import { createBuckets, decideLocally, type Rate, type RateDecision, type RequestLeases } from './buckets.sql.ts'
import { LeasePool, takeShared } from './lease-pool.ts'

/** Rate limits. Key and workspace limits apply across all gateways; address limits apply only to this gateway. */
export type Limiter = {
  /** Takes a token for a request of a key or session. Waits only if no leased token is left and the bucket may have more. */
  takeFor(caller: { key: string; workspace: string }): Promise<RateDecision>
  /** Takes more tokens for a request that cost as much as several. Later requests are refused until the bucket refills. */
  charge(caller: { key: string; workspace: string }, count: number): void
  /** Takes a token from an address whose key is refused or not verified yet. */
  takeRefused(address: string): RateDecision
  /** Returns the token to an address whose key turned out to be valid. */
  refundRefused(address: string): void
  /**
   * Runs work for an unauthenticated caller. If the result is null, the address pays a token; for a large body, it pays the body's size
   * from a separate byte bucket. Another result or an error costs nothing. Throws `rate:limited` if the address has none left.
   */
  attempt<T>(address: string, work: () => Promise<T | null>, bytes?: number): Promise<T | null>
  /** Returns the rate limit state of an address without taking a token. */
  peekRefused(address: string): RateDecision
  close(): Promise<void>
}

const mebibyte = 1024 * 1024
/** How many bytes an address may send in large bodies with a wrong signature. */
const unprovenBytesRate: Rate = { perSecond: mebibyte, burst: 16 * mebibyte }

/** Returns the limits from the settings: of a key, of a workspace, and of an address whose keys are refused. */
export const limitsOf = (config: GatewayConfig): { perKey: Rate; perWorkspace: Rate; perRefused: Rate } => ({
  perKey: { perSecond: config.RATE_LIMIT_KEY_PER_SECOND, burst: config.RATE_LIMIT_KEY_BURST },
  perWorkspace: { perSecond: config.RATE_LIMIT_WORKSPACE_PER_SECOND, burst: config.RATE_LIMIT_WORKSPACE_BURST },
  perRefused: { perSecond: config.RATE_LIMIT_REFUSED_PER_SECOND, burst: config.RATE_LIMIT_REFUSED_BURST },
})

/** Returns a policy such as `"key";q=100;w=2`: 100 requests at once, refilled after 2 s (RateLimit header fields, IETF draft). */
const policyOf = (name: string, { perSecond, burst }: Rate): string =>
  `"${name}";q=${burst};w=${Math.max(1, Math.ceil(burst / perSecond))}`

type Opts = { config: GatewayConfig; requestLeases: RequestLeases; log: Log; metrics: Metrics; now?: () => number }

/**
 * Creates a limiter. All gateways share the buckets of keys and workspaces; while those are unavailable, each uses its own, so that no request
 * fails. Each gateway counts refused requests and unproven bytes by itself.
 */
export function createLimiter({ config, requestLeases, log, metrics, now = () => performance.now() }: Opts): Limiter {
  const { perKey, perWorkspace, perRefused } = limitsOf(config)
  const degraded = metrics.gauge(
    'ratelimit_degraded',
    '1 while the shared limits are unavailable and each gateway counts by itself',
  )
  const leases = new LeasePool({
    requestLeases,
    log,
    now,
    onDegraded: (isDegraded) => degraded.set(isDegraded ? 1 : 0),
  })
  const keys = createBuckets(perKey)
  const workspaces = createBuckets(perWorkspace)
  const addresses = createBuckets(perRefused)
  const unprovenBytes = createBuckets(unprovenBytesRate)
  const policy = `${policyOf('key', perKey)}, ${policyOf('workspace', perWorkspace)}`
  const refusedPolicy = policyOf('refused', perRefused)
  const decideFor = (address: string, take: boolean, buckets = addresses) => {
    const limited = [{ policy: 'refused', buckets, name: address }]
    return decideLocally(limited, { policy: refusedPolicy, nowMs: now(), take })
  }
  const limitedBy = ({ key, workspace }: { key: string; workspace: string }) => [
    { policy: 'key', buckets: keys, name: key },
    { policy: 'workspace', buckets: workspaces, name: workspace },
  ]
  return {
    takeFor: (caller) => takeShared(leases, { policy, now, limited: limitedBy(caller) }),
    charge(caller, count) {
      for (const { buckets, name } of limitedBy(caller)) {
        buckets.take(name, now(), count)
        leases.charge(leases.leaseOf(name, buckets.rate), count)
      }
    },
    takeRefused: (address) => decideFor(address, true),
    refundRefused: (address) => addresses.refund(address, now()),
    async attempt(address, work, bytes) {
      const [buckets, cost] = bytes === undefined ? [addresses, 1] : [unprovenBytes, bytes]
      const decision = decideFor(address, false, buckets)
      if (!decision.allowed) fail('rate:limited', { retryAfter: decision.retryAfterSeconds })
      // Taken before the work, so that concurrent attempts count, too.
      buckets.take(address, now(), cost)
      let isRefused = false
      try {
        const result = await work()
        isRefused = result === null
        return result
      } finally {
        if (!isRefused) buckets.refund(address, now(), cost)
      }
    },
    peekRefused: (address) => decideFor(address, false),
    close: () => leases.close(),
  }
}
