import type { Rate } from './buckets.ts'
import type { LeaseGrant, LeaseRequest } from './store.sql.ts'

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

/**
 * Returns how many tokens to lease at once: as many as are used in a fifth of a second, within a share of the burst, so that others get
 * some.
 */
function chunkOf({ rate, used, atMs }: TokenLease, nowMs: number): number {
  // A shorter time would say too little about the rate of use.
  const perSecond = (used * 1_000) / Math.max(20, nowMs - atMs)
  const least = Math.max(1, Math.floor(rate.burst * chunkMinOfBurst))
  const most = Math.max(1, Math.floor(rate.burst * chunkMaxOfBurst))
  return Math.min(most, Math.max(least, Math.ceil(perSecond * chunkSeconds)))
}

/** Whether to lease more now, before the last token is used, so that requests rarely wait. */
export function runsLow(lease: TokenLease, nowMs: number): boolean {
  return lease.emptyUntilMs <= nowMs && lease.tokens * 2 < chunkOf(lease, nowMs)
}

/** Creates the next request to the store, including the debt. If the lease is idle, the request returns its unused tokens. */
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

/** Returns the estimated level of the bucket across all gateways. */
export function sharedLevel({ rate, tokens, debt, left, atMs }: TokenLease, nowMs: number): number {
  const refilled = Math.min(rate.burst, left + (Math.max(0, nowMs - atMs) / 1_000) * rate.perSecond)
  return Math.max(0, Math.min(rate.burst, refilled + tokens - debt))
}
