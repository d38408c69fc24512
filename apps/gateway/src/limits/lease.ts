import type { Rate } from './buckets.ts'
import type { Lease, LeaseAsk } from './store.sql.ts'

/** What a gateway holds of one joint bucket. */
export type Held = {
  readonly name: string
  readonly rate: Rate
  /** Leased and unused. */
  tokens: number
  /** Used without a lease, and not told yet. */
  owed: number
  /** What was left in the bucket when it was last asked, and when that was; before that, as if full. */
  left: number
  atMs: number
  isKnown: boolean
  /** Until then the bucket has nothing. */
  emptyUntilMs: number
  /** Tokens used since the last ask. */
  used: number
  usedAtMs: number
  /** Requests that wait for tokens. */
  waiting: number
}

/** A lease is at most this part of a burst: what other gateways cannot have while it lies here unused. */
const chunkMaxOfBurst = 1 / 20
const chunkMinOfBurst = 1 / 50
/** A lease lasts about this long at the pace of its use. */
const chunkSeconds = 0.2
/** Passed ahead of the first lease, so that who calls now and then never waits for one. */
const creditOfBurst = 1 / 100

/** Nothing held yet. */
export function newHeld(name: string, rate: Rate, nowMs: number): Held {
  const nothing = { tokens: 0, owed: 0, used: 0, waiting: 0, emptyUntilMs: 0, isKnown: false }
  return { name, rate, ...nothing, left: rate.burst, atMs: nowMs, usedAtMs: nowMs }
}

/** What a request finds: a token, a bucket that is known to be empty, or that it must be asked. */
export function stateOf(held: Held, nowMs: number): 'ready' | 'empty' | 'ask' {
  if (held.tokens >= 1) return 'ready'
  if (held.emptyUntilMs > nowMs) return 'empty'
  const credit = Math.max(1, Math.floor(held.rate.burst * creditOfBurst))
  return !held.isKnown && held.owed < credit ? 'ready' : 'ask'
}

/** Uses a token of a bucket that is ready. */
export function use(held: Held, nowMs: number): void {
  if (held.tokens >= 1) held.tokens -= 1
  else held.owed += 1
  held.used += 1
  held.usedAtMs = nowMs
}

function chunkOf({ rate, used, atMs }: Held, nowMs: number): number {
  const perSecond = (used * 1_000) / Math.max(20, nowMs - atMs)
  const least = Math.max(1, Math.floor(rate.burst * chunkMinOfBurst))
  const most = Math.max(1, Math.floor(rate.burst * chunkMaxOfBurst))
  return Math.min(most, Math.max(least, Math.ceil(perSecond * chunkSeconds)))
}

/** Whether it is time to lease more, before what is held is used up. */
export function runsLow(held: Held, nowMs: number): boolean {
  return held.emptyUntilMs <= nowMs && held.tokens * 2 < chunkOf(held, nowMs)
}

/** What to ask for now; what was owed is told with it. An idle bucket gives back what it holds. */
export function askFor(held: Held, nowMs: number, opts: { isIdle: boolean }): LeaseAsk {
  const { name, rate, owed, tokens } = held
  const back = opts.isIdle ? tokens : 0
  held.owed = 0
  held.tokens -= back
  const want = opts.isIdle ? 0 : Math.max(0, Math.max(chunkOf(held, nowMs), held.waiting) - tokens)
  held.used = 0
  return { name, rate, owed: owed - back, want }
}

/** Takes what was granted. Less than was wanted says that the bucket is empty until its next token. */
export function take(held: Held, { granted, left }: Lease, opts: { want: number; nowMs: number }): void {
  const { want, nowMs } = opts
  Object.assign(held, { left, atMs: nowMs, isKnown: true })
  // What passed while the answer was on its way is paid from it.
  const paid = Math.min(held.tokens + granted, held.owed)
  held.owed -= paid
  held.tokens += granted - paid
  held.emptyUntilMs = granted < want ? nowMs + (Math.max(0, 1 - left) / held.rate.perSecond) * 1_000 : 0
}

/** What all gateways together still have, as far as it is known here. */
export function levelOf({ rate, tokens, owed, left, atMs }: Held, nowMs: number): number {
  const refilled = Math.min(rate.burst, left + (Math.max(0, nowMs - atMs) / 1_000) * rate.perSecond)
  return Math.max(0, Math.min(rate.burst, refilled + tokens - owed))
}
