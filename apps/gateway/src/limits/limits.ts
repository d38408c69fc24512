import type { GatewayConfig } from '../config.ts'
import { type Buckets, createBuckets, type Rate } from './buckets.ts'

/** Whether a request may go on, seconds to wait when not, and the two headers that tell the caller where it stands. */
export type Verdict = { allowed: boolean; retryAfterSeconds: number; policy: string; state: string }

/** Decides how often callers may call. Answers at once: a joint limit over replicas would lease tokens in the background. */
export type Limiter = {
  /** A request of a known key. */
  takeFor(caller: { key: string; workspace: string }): Verdict
  /** A request refused for its key, from this address. */
  takeRefused(address: string): Verdict
  /** Where an address stands, taking nothing. */
  lookAt(address: string): Verdict
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

type Part = { policy: string; buckets: Buckets; name: string }

function decide(parts: Part[], opts: { policy: string; nowMs: number; take: boolean }): Verdict {
  const levels = parts.map(({ buckets, name }) => buckets.level(name, opts.nowMs))
  const allowed = levels.every(({ tokens }) => tokens >= 1)
  if (allowed && opts.take) for (const { buckets, name } of parts) buckets.take(name, opts.nowMs)
  const left = (tokens: number) => Math.max(0, allowed && opts.take ? tokens - 1 : tokens)
  return {
    allowed,
    retryAfterSeconds: Math.max(...levels.map(({ nextInSeconds }) => nextInSeconds)),
    policy: opts.policy,
    state: parts
      .map(({ policy }, i) => `"${policy}";r=${left(levels[i]?.tokens ?? 0)};t=${levels[i]?.fullInSeconds ?? 0}`)
      .join(', '),
  }
}

/** Limits kept in this process: one bucket per key, per workspace, and per address that sends refused keys. */
export function createLimiter(config: GatewayConfig, now: () => number = Date.now): Limiter {
  const { perKey, perWorkspace, perRefused } = limitsOf(config)
  const keys = createBuckets(perKey)
  const workspaces = createBuckets(perWorkspace)
  const addresses = createBuckets(perRefused)
  const policy = `${policyOf('key', perKey)}, ${policyOf('workspace', perWorkspace)}`
  const refusedPolicy = policyOf('refused', perRefused)
  const atAddress = (address: string, take: boolean) =>
    decide([{ policy: 'refused', buckets: addresses, name: address }], { policy: refusedPolicy, nowMs: now(), take })
  return {
    takeFor: ({ key, workspace }) =>
      decide(
        [
          { policy: 'key', buckets: keys, name: key },
          { policy: 'workspace', buckets: workspaces, name: workspace },
        ],
        { policy, nowMs: now(), take: true },
      ),
    takeRefused: (address) => atAddress(address, true),
    lookAt: (address) => atAddress(address, false),
  }
}
