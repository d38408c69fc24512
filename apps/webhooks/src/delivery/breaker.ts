/** Health of an endpoint. Times are milliseconds of the database's clock. */
export type Health = {
  /** First failed attempt since the last 2xx response. Once the receiver fails, the first of its failures in a row. */
  failingSinceMs: number | null
  lastSuccessMs: number | null
  /** Attempts in a row that the receiver failed, since `failingSinceMs`. */
  failedAttempts: number
  /** Highest warning sent since `failingSinceMs`: 0, 24 or 72 hours. */
  warnedHours: number
  windowStartedMs: number | null
  windowTotal: number
  windowFailed: number
  /** How many times in a row the breaker has opened. */
  breakerOpens: number
  /** Null: closed. In the future: open. In the past: half open, with one probe at a time. */
  breakerUntilMs: number | null
  /** Maximum concurrent attempts. Halved when the receiver throttles, raised by each success. */
  inFlightMax: number
  /** The receiver asked not to get any requests before this time. */
  postponedUntilMs: number | null
}

/** Maximum concurrent attempts to one endpoint. */
const inFlightCap = 10

const windowMs = 60_000
const failuresInRowMax = 10
const windowMin = 10
const windowFailedShare = 0.7
export const openMs = { first: 30_000, max: 600_000 }

export const freshHealth: Health = {
  failingSinceMs: null,
  lastSuccessMs: null,
  failedAttempts: 0,
  warnedHours: 0,
  windowStartedMs: null,
  windowTotal: 0,
  windowFailed: 0,
  breakerOpens: 0,
  breakerUntilMs: null,
  inFlightMax: inFlightCap,
  postponedUntilMs: null,
}

/**
 * Returns the health after a 2xx. Closes the breaker, clears warnings and failures in a row, and allows one more attempt at a time. Keeps
 * the window of a minute, and a pause that the receiver asked for.
 */
export function recordSuccess(health: Health, nowMs: number): Health {
  const withCount = countAttempt(health, nowMs, false)
  return {
    ...freshHealth,
    lastSuccessMs: nowMs,
    windowStartedMs: withCount.windowStartedMs,
    windowTotal: withCount.windowTotal,
    windowFailed: withCount.windowFailed,
    inFlightMax: Math.min(inFlightCap, health.inFlightMax + 1),
    postponedUntilMs: health.postponedUntilMs,
  }
}

/**
 * `throttled`: the receiver is overloaded and gets half as many attempts at a time. `postponeMs`: it asked for no request for this long; null:
 * it did not. `scale`: factor applied to the breaker's durations.
 */
export type Failure = { nowMs: number; throttled: boolean; postponeMs: number | null; scale: number }

/**
 * Returns the health after a failed attempt. The breaker opens after 10 failures in a row, or when 70% of at least 10 attempts in a minute
 * fail. It stays open for 30 s, doubling up to 10 min while probes fail. Failed attempts that were already in flight don't extend this.
 */
export function recordFailure(health: Health, { nowMs, throttled, postponeMs, scale }: Failure): Health {
  const withCount = countAttempt(health, nowMs, true)
  const next: Health = {
    ...withCount,
    failingSinceMs: (health.failedAttempts > 0 ? health.failingSinceMs : null) ?? nowMs,
    failedAttempts: health.failedAttempts + 1,
    warnedHours: health.failedAttempts > 0 ? health.warnedHours : 0,
    inFlightMax: throttled ? Math.max(1, Math.floor(health.inFlightMax / 2)) : health.inFlightMax,
    postponedUntilMs:
      postponeMs === null ? health.postponedUntilMs : Math.max(health.postponedUntilMs ?? 0, nowMs + postponeMs),
  }
  const { breakerUntilMs } = health
  if (breakerUntilMs !== null && breakerUntilMs > nowMs) return next
  const shouldOpen =
    breakerUntilMs !== null ||
    next.failedAttempts >= failuresInRowMax ||
    (next.windowTotal >= windowMin && next.windowFailed >= windowFailedShare * next.windowTotal)
  return shouldOpen ? openBreaker(next, nowMs, scale) : next
}

/**
 * Returns the health after an attempt that failed here. It leads to warnings, but does not count against the receiver, whose failures are no
 * longer in a row: otherwise, 19 of its failures, then days of a lost secret, then one more of its failures would disable it.
 */
export const recordUnprepared = (health: Health, nowMs: number): Health => ({
  ...health,
  failedAttempts: 0,
  failingSinceMs: health.failingSinceMs ?? nowMs,
})

/** Opens the breaker, each time in a row for twice as long as before, up to 10 min. Starts a new window, so that its failures do not count twice. */
function openBreaker(health: Health, nowMs: number, scale: number): Health {
  const lengthMs = Math.min(openMs.max, openMs.first * 2 ** Math.min(health.breakerOpens, 10)) * scale
  return {
    ...health,
    breakerOpens: health.breakerOpens + 1,
    breakerUntilMs: nowMs + lengthMs,
    windowStartedMs: null,
    windowTotal: 0,
    windowFailed: 0,
  }
}

/**
 * Counts an attempt in the current window, or in a new one after a minute. The share of failures in a window opens the breaker of a receiver
 * that fails most requests, but not ten in a row.
 */
function countAttempt(health: Health, nowMs: number, isFailure: boolean): Health {
  const isNewWindow = health.windowStartedMs === null || nowMs - health.windowStartedMs > windowMs
  return {
    ...health,
    windowStartedMs: isNewWindow ? nowMs : health.windowStartedMs,
    windowTotal: (isNewWindow ? 0 : health.windowTotal) + 1,
    windowFailed: (isNewWindow ? 0 : health.windowFailed) + (isFailure ? 1 : 0),
  }
}
