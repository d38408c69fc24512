import type { Log } from '@posthorn/chassis'
import {
  applyGrant,
  decideLocally,
  type Level,
  type LimitedBucket,
  leaseRequest,
  leaseState,
  newLease,
  type Rate,
  type RateDecision,
  type RequestLeases,
  rateDecision,
  runsLow,
  sharedLevel,
  type TokenLease,
  useTokens,
} from './buckets.sql.ts'

/** If the store doesn't respond within this time, it counts as unavailable. */
const waitMaxMs = 500
const retryAfterMs = 1_000
const idleAfterMs = 1_000
const idleCheckEveryMs = 500
const requestsMax = 1_000

type Opts = { requestLeases: RequestLeases; log: Log; now: () => number; onDegraded: (isDegraded: boolean) => void }

/** Leases tokens from shared buckets in advance, so that requests don't wait for the store. */
export class LeasePool {
  readonly #opts: Opts
  readonly #all = new Map<string, TokenLease>()
  readonly #wanted = new Set<TokenLease>()
  readonly #idleCheck: NodeJS.Timeout
  #next = Promise.withResolvers<void>()
  #requesting: Promise<void> | undefined
  #degraded = false
  #retryAtMs = 0

  constructor(opts: Opts) {
    this.#opts = opts
    this.#idleCheck = setInterval(() => this.#giveBackIdle(), idleCheckEveryMs).unref()
  }

  /** Returns the lease on a shared bucket, which is empty at first. */
  leaseOf(name: string, rate: Rate): TokenLease {
    const known = this.#all.get(name)
    if (known) return known
    const lease = newLease(name, rate, this.#opts.now())
    this.#all.set(name, lease)
    return lease
  }

  /** Uses one token from each lease. Requests more in the background when few are left. */
  use(...leases: TokenLease[]): void {
    const nowMs = this.#opts.now()
    for (const each of leases) {
      useTokens(each, 1, nowMs)
      if (runsLow(each, nowMs)) this.#want(each)
    }
  }

  /** Uses tokens after the fact, even if there are not enough: only then it is known what a request cost. */
  charge(lease: TokenLease, count: number): void {
    useTokens(lease, count, this.#opts.now())
    this.#want(lease)
  }

  /** Records a token used while the store is unavailable. Reports at most `debtMax` later, so that a long outage doesn't block its callers. */
  recordDebt(lease: TokenLease, debtMax: number): void {
    lease.debt = Math.min(lease.debt + 1, Math.max(lease.debt, Math.floor(debtMax)))
    lease.usedAtMs = this.#opts.now()
    this.#want(lease)
  }

  /** Waits until the store has responded for these leases or counts as unavailable. Returns at once while it is. */
  async awaitRefill(...leases: TokenLease[]): Promise<void> {
    const answered = this.#next.promise
    for (const each of leases) this.#want(each)
    if (this.#degraded) return
    for (const each of leases) each.waiting += 1
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      this.#degrade(new Error(`the store of limits took longer than ${waitMaxMs} ms`))
      resolve()
    }, waitMaxMs)
    await Promise.race([answered, late])
    clearTimeout(timer)
    for (const each of leases) each.waiting -= 1
  }

  /** Whether the store is unavailable and each gateway applies its own limits. */
  isDegraded = () => this.#degraded

  /** Returns unused tokens to the store, for other gateways, and reports the debt. */
  async close(): Promise<void> {
    clearInterval(this.#idleCheck)
    await this.#requesting
    const requests = [...this.#all.values()].map((lease) => leaseRequest(lease, 0, { isIdle: true }))
    const inUse = requests.filter(({ debt }) => debt !== 0)
    if (inUse.length > 0) await this.#opts.requestLeases(inUse).catch(() => {})
  }

  /** Requests tokens for a lease with the next statement. While the store is unavailable, only once a second. */
  #want(lease: TokenLease): void {
    if (this.#degraded && this.#opts.now() < this.#retryAtMs) return
    this.#wanted.add(lease)
    this.#requesting ??= this.#requestAll()
  }

  /** Requests tokens until no lease wants any. Leases that come in meanwhile are part of the next statement. */
  async #requestAll(): Promise<void> {
    // Lets concurrent requests join the same statement.
    await new Promise(setImmediate)
    while (this.#wanted.size > 0) {
      const { resolve } = this.#next
      this.#next = Promise.withResolvers()
      const batch = [...this.#wanted].slice(0, requestsMax)
      for (const lease of batch) this.#wanted.delete(lease)
      await this.#requestBatch(batch)
      resolve()
    }
    this.#requesting = undefined
  }

  /** Requests tokens for these leases. If that fails, their debt is reported the next time. */
  async #requestBatch(batch: TokenLease[]): Promise<void> {
    const { requestLeases, now } = this.#opts
    const requests = batch.map((lease) => leaseRequest(lease, now(), { isIdle: this.#isIdle(lease) }))
    try {
      const wants = new Map(requests.map(({ name, want }) => [name, want]))
      for (const grant of await requestLeases(requests)) {
        const lease = this.#all.get(grant.name)
        if (lease) applyGrant(lease, grant, { want: wants.get(grant.name) ?? 0, nowMs: now() })
      }
      if (this.#degraded) this.#opts.log.info({}, 'ratelimit.restored')
      this.#setDegraded(false)
    } catch (err) {
      for (const { name, debt } of requests) {
        const lease = this.#all.get(name)
        if (lease) lease.debt += Math.max(0, debt)
      }
      this.#degrade(err)
    }
  }

  /** Lets each gateway apply its own limits until the store responds again. */
  #degrade(err: unknown): void {
    this.#retryAtMs = this.#opts.now() + retryAfterMs
    if (!this.#degraded) this.#opts.log.warn({ err }, 'ratelimit.degraded')
    this.#setDegraded(true)
  }

  /** Stores whether the store is unavailable, and reports it for the metrics. */
  #setDegraded(isDegraded: boolean): void {
    this.#degraded = isDegraded
    this.#opts.onDegraded(isDegraded)
  }

  /** Whether a lease was not used for a while and no request waits for it, so that others may have its tokens. */
  #isIdle = (lease: TokenLease) => lease.waiting === 0 && this.#opts.now() - lease.usedAtMs > idleAfterMs

  /** Returns the unused tokens of idle leases to other gateways. Drops leases without tokens or debt, unless their bucket is empty. */
  #giveBackIdle(): void {
    const nowMs = this.#opts.now()
    for (const lease of this.#all.values()) {
      if (!this.#isIdle(lease)) continue
      if (lease.tokens > 0 || lease.debt > 0) this.#want(lease)
      else if (lease.emptyUntilMs <= nowMs) this.#all.delete(lease.name)
    }
  }
}

/** Maximum number of times that a request waits while concurrent requests keep taking the tokens. */
const roundsMax = 3

type TakeOptions = { limited: LimitedBucket[]; policy: string; now: () => number }

/** Returns a shared bucket's level. For an empty bucket, includes the wait until its next token. */
function levelOf(lease: TokenLease, nowMs: number, isEmpty: boolean): Level {
  const level = sharedLevel(lease, nowMs)
  return {
    tokens: isEmpty ? 0 : Math.floor(level),
    fullInSeconds: Math.ceil((lease.rate.burst - level) / lease.rate.perSecond),
    nextInSeconds: isEmpty ? Math.max(1, Math.ceil((lease.emptyUntilMs - nowMs) / 1_000)) : 0,
  }
}

/** Decides based on leased tokens, for which it may wait, and uses them if all allow the request. Returns null while the store is unavailable. */
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

/** Takes a token from each shared bucket, or from this process's own buckets while the store is unavailable. */
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
