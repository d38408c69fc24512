import type { Log, Metrics } from '@posthorn/chassis'
import type { GatewayConfig } from '../config.ts'
import { createBuckets, type Rate } from './buckets.ts'
import { takeJointly } from './jointly.ts'
import { openLeases } from './leases.ts'
import type { AskStore } from './store.sql.ts'
import { decideHere, type Verdict } from './verdict.ts'

/** Decides how often callers may call: of keys and workspaces jointly with all gateways, of addresses alone. */
export type Limiter = {
  /** A request of a known key. Waits only for the first tokens of a caller that asks for many at once. */
  takeFor(caller: { key: string; workspace: string }): Promise<Verdict>
  /** A request refused for its key, from this address. */
  takeRefused(address: string): Verdict
  /** Where an address stands, taking nothing. */
  lookAt(address: string): Verdict
  close(): Promise<void>
}

/** The rates of the configuration. */
export function limitsOf(config: GatewayConfig): { perKey: Rate; perWorkspace: Rate; perRefused: Rate } {
  return {
    perKey: { perSecond: config.RATE_LIMIT_KEY_PER_SECOND, burst: config.RATE_LIMIT_KEY_BURST },
    perWorkspace: { perSecond: config.RATE_LIMIT_WORKSPACE_PER_SECOND, burst: config.RATE_LIMIT_WORKSPACE_BURST },
    perRefused: { perSecond: config.RATE_LIMIT_REFUSED_PER_SECOND, burst: config.RATE_LIMIT_REFUSED_BURST },
  }
}

/** `"key";q=100;w=2`: 100 requests at once, that many again after 2 s (RateLimit header fields for HTTP, IETF draft). */
function policyOf(name: string, { perSecond, burst }: Rate): string {
  return `"${name}";q=${burst};w=${Math.max(1, Math.ceil(burst / perSecond))}`
}

type Opts = { config: GatewayConfig; ask: AskStore; log: Log; metrics: Metrics; now?: () => number }

/** Limits over the joint buckets. While these cannot be asked, each gateway counts for itself: nobody is refused for that. */
export function createLimiter({ config, ask, log, metrics, now = Date.now }: Opts): Limiter {
  const { perKey, perWorkspace, perRefused } = limitsOf(config)
  const degraded = metrics.gauge(
    'ratelimit_degraded',
    '1 while the joint limits cannot be asked and each gateway counts',
  )
  const leases = openLeases({ ask, log, now, onDegraded: (isDegraded) => degraded.set(isDegraded ? 1 : 0) })
  const keys = createBuckets(perKey)
  const workspaces = createBuckets(perWorkspace)
  const addresses = createBuckets(perRefused)
  const policy = `${policyOf('key', perKey)}, ${policyOf('workspace', perWorkspace)}`
  const refusedPolicy = policyOf('refused', perRefused)
  const atAddress = (address: string, take: boolean) => {
    const parts = [{ policy: 'refused', buckets: addresses, name: address }]
    return decideHere(parts, { policy: refusedPolicy, nowMs: now(), take })
  }
  return {
    takeFor: ({ key, workspace }) =>
      takeJointly(leases, {
        policy,
        now,
        parts: [
          { policy: 'key', buckets: keys, name: key },
          { policy: 'workspace', buckets: workspaces, name: workspace },
        ],
      }),
    takeRefused: (address) => atAddress(address, true),
    lookAt: (address) => atAddress(address, false),
    close: () => leases.close(),
  }
}
