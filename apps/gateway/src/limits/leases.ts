import type { Log } from '@posthorn/chassis'
import type { Rate } from './buckets.ts'
import { askFor, type Held, newHeld, runsLow, take, use } from './lease.ts'
import type { AskStore } from './store.sql.ts'

/** Tokens of joint buckets, leased ahead so that a request asks nobody. */
export type Leases = {
  /** What this gateway holds of a bucket. */
  held(name: string, rate: Rate): Held
  /** Uses one token of each, leasing more beside the request where little is left. */
  use(...held: Held[]): void
  /** Notes a token that was used while the store could not be asked; no more than `most` are told when it can. */
  owe(held: Held, most: number): void
  /** Waits for an answer of the store for these; at once where it cannot be asked. */
  refilled(...held: Held[]): Promise<void>
  /** Whether the store does not answer, so that each gateway counts for itself. */
  isDegraded(): boolean
  /** Gives everything back. */
  close(): Promise<void>
}

/** A store that takes longer is taken for one that is not there. */
const waitMaxMs = 500
const retryAfterMs = 1_000
const idleAfterMs = 1_000
const sweepEveryMs = 500
const asksMax = 1_000

type Opts = { ask: AskStore; log: Log; now: () => number; onDegraded: (isDegraded: boolean) => void }

class LeaseBook implements Leases {
  readonly #opts: Opts
  readonly #all = new Map<string, Held>()
  readonly #wanted = new Set<Held>()
  readonly #sweeper: NodeJS.Timeout
  #next = Promise.withResolvers<void>()
  #asking: Promise<void> | undefined
  #degraded = false
  #retryAtMs = 0

  constructor(opts: Opts) {
    this.#opts = opts
    this.#sweeper = setInterval(() => this.#giveBackIdle(), sweepEveryMs).unref()
  }

  held(name: string, rate: Rate): Held {
    const known = this.#all.get(name)
    if (known) return known
    const held = newHeld(name, rate, this.#opts.now())
    this.#all.set(name, held)
    return held
  }

  use(...held: Held[]): void {
    const nowMs = this.#opts.now()
    for (const each of held) {
      use(each, nowMs)
      if (runsLow(each, nowMs)) this.#want(each)
    }
  }

  owe(held: Held, most: number): void {
    held.owed = Math.min(held.owed + 1, Math.max(held.owed, Math.floor(most)))
    held.usedAtMs = this.#opts.now()
    this.#want(held)
  }

  async refilled(...held: Held[]): Promise<void> {
    const answered = this.#next.promise
    for (const each of held) this.#want(each)
    if (this.#degraded) return
    for (const each of held) each.waiting += 1
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      this.#degrade(new Error(`the store of limits took longer than ${waitMaxMs} ms`))
      resolve()
    }, waitMaxMs)
    await Promise.race([answered, late])
    clearTimeout(timer)
    for (const each of held) each.waiting -= 1
  }

  isDegraded = () => this.#degraded

  async close(): Promise<void> {
    clearInterval(this.#sweeper)
    await this.#asking
    const asks = [...this.#all.values()].map((held) => askFor(held, 0, { isIdle: true }))
    const inUse = asks.filter(({ owed }) => owed !== 0)
    if (inUse.length > 0) await this.#opts.ask(inUse).catch(() => {})
  }

  #want(held: Held): void {
    if (this.#degraded && this.#opts.now() < this.#retryAtMs) return
    this.#wanted.add(held)
    this.#asking ??= this.#askAll()
  }

  async #askAll(): Promise<void> {
    // Requests that came in together ask together.
    await new Promise(setImmediate)
    while (this.#wanted.size > 0) {
      const { resolve } = this.#next
      this.#next = Promise.withResolvers()
      const batch = [...this.#wanted].slice(0, asksMax)
      for (const held of batch) this.#wanted.delete(held)
      await this.#askOnce(batch)
      resolve()
    }
    this.#asking = undefined
  }

  async #askOnce(batch: Held[]): Promise<void> {
    const { ask, now } = this.#opts
    const asks = batch.map((held) => askFor(held, now(), { isIdle: this.#isIdle(held) }))
    try {
      const wants = new Map(asks.map(({ name, want }) => [name, want]))
      for (const lease of await ask(asks)) {
        const held = this.#all.get(lease.name)
        if (held) take(held, lease, { want: wants.get(lease.name) ?? 0, nowMs: now() })
      }
      if (this.#degraded) this.#opts.log.info({}, 'ratelimit.restored')
      this.#tell(false)
    } catch (err) {
      for (const { name, owed } of asks) {
        const held = this.#all.get(name)
        if (held) held.owed += Math.max(0, owed)
      }
      this.#degrade(err)
    }
  }

  #degrade(err: unknown): void {
    this.#retryAtMs = this.#opts.now() + retryAfterMs
    if (!this.#degraded) this.#opts.log.warn({ err }, 'ratelimit.degraded')
    this.#tell(true)
  }

  #tell(isDegraded: boolean): void {
    this.#degraded = isDegraded
    this.#opts.onDegraded(isDegraded)
  }

  #isIdle = (held: Held) => held.waiting === 0 && this.#opts.now() - held.usedAtMs > idleAfterMs

  /** What lies here unused goes back, for other gateways; what holds nothing and owes nothing is forgotten, unless it is known to be empty. */
  #giveBackIdle(): void {
    const nowMs = this.#opts.now()
    for (const held of this.#all.values()) {
      if (!this.#isIdle(held)) continue
      if (held.tokens > 0 || held.owed > 0) this.#want(held)
      else if (held.emptyUntilMs <= nowMs) this.#all.delete(held.name)
    }
  }
}

/** Opens the book of leases over a store. */
export function openLeases(opts: Opts): Leases {
  return new LeaseBook(opts)
}
