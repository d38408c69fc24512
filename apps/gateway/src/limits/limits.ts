import type { Log, Metrics } from '@posthorn/chassis'
import type { GatewayConfig } from '../config.ts'
import { type Buckets, createBuckets, type Level, type Rate } from './buckets.ts'
import { type Held, levelOf, stateOf } from './lease.ts'
import { openLeases } from './leases.ts'
import type { AskStore } from './store.sql.ts'

/** Whether a request may go on, seconds to wait when not, and the two headers that tell the caller where it stands. */
export type Verdict = { allowed: boolean; retryAfterSeconds: number; policy: string; state: string }

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

type Standing = { policy: string; level: Level }

function verdictOf(standings: Standing[], opts: { policy: string; allowed: boolean; taken: boolean }): Verdict {
  const left = (tokens: number) => Math.max(0, opts.taken ? tokens - 1 : tokens)
  return {
    allowed: opts.allowed,
    retryAfterSeconds: Math.max(...standings.map(({ level }) => level.nextInSeconds)),
    policy: opts.policy,
    state: standings
      .map(({ policy, level }) => `"${policy}";r=${left(level.tokens)};t=${level.fullInSeconds}`)
      .join(', '),
  }
}

type Part = { policy: string; buckets: Buckets; name: string }

function decideHere(parts: Part[], opts: { policy: string; nowMs: number; take: boolean }): Verdict {
  const standings = parts.map(({ policy, buckets, name }) => ({ policy, level: buckets.level(name, opts.nowMs) }))
  const allowed = standings.every(({ level }) => level.tokens >= 1)
  const taken = allowed && opts.take
  if (taken) for (const { buckets, name } of parts) buckets.take(name, opts.nowMs)
  return verdictOf(standings, { policy: opts.policy, allowed, taken })
}

/** Where a caller stands in a joint bucket; an empty one says when its next token comes. */
function jointLevel(held: Held, nowMs: number, isEmpty: boolean): Level {
  const level = levelOf(held, nowMs)
  return {
    tokens: isEmpty ? 0 : Math.floor(level),
    fullInSeconds: Math.ceil((held.rate.burst - level) / held.rate.perSecond),
    nextInSeconds: isEmpty ? Math.max(1, Math.ceil((held.emptyUntilMs - nowMs) / 1_000)) : 0,
  }
}

/** Rounds that a request waits for tokens which others of the same moment take first. */
const roundsMax = 3

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
  const jointly = async (ofKey: Held, ofWorkspace: Held): Promise<Verdict | null> => {
    for (let round = 1; !leases.isDegraded(); round++) {
      const nowMs = now()
      const states = [stateOf(ofKey, nowMs), stateOf(ofWorkspace, nowMs)]
      const allowed = states.every((state) => state === 'ready')
      if (allowed || states.includes('empty') || round > roundsMax) {
        const isEmpty = states.map((state) => state === 'empty' || (state === 'ask' && round > roundsMax))
        const standings = [
          { policy: 'key', level: jointLevel(ofKey, nowMs, isEmpty[0] === true) },
          { policy: 'workspace', level: jointLevel(ofWorkspace, nowMs, isEmpty[1] === true) },
        ]
        if (allowed) leases.use(ofKey, ofWorkspace)
        return verdictOf(standings, { policy, allowed, taken: allowed })
      }
      await leases.refilled(...[ofKey, ofWorkspace].filter((_, i) => states[i] === 'ask'))
    }
    return null
  }
  return {
    async takeFor({ key, workspace }) {
      const parts = [
        { policy: 'key', buckets: keys, name: key },
        { policy: 'workspace', buckets: workspaces, name: workspace },
      ]
      const held = [leases.held(key, perKey), leases.held(workspace, perWorkspace)] as const
      const joint = await jointly(...held)
      const nowMs = now()
      const verdict = joint ?? decideHere(parts, { policy, nowMs, take: true })
      if (!verdict.allowed) return verdict
      for (const [i, { buckets, name }] of parts.entries()) {
        // Counted here too, for the time when only this gateway's own count is left.
        if (joint) buckets.take(name, nowMs)
        else leases.owe(held[i] as Held, buckets.rate.burst - buckets.level(name, nowMs).tokens)
      }
      return verdict
    },
    takeRefused: (address) => atAddress(address, true),
    lookAt: (address) => atAddress(address, false),
    close: () => leases.close(),
  }
}
