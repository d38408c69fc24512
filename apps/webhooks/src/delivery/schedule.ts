const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Delays before each attempt, in milliseconds: 12 attempts over 99 h 35 m, which covers Friday evening to Monday morning. */
export const attemptPausesMs = [
  0,
  5 * second,
  30 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
  24 * hour,
] as const

const jitter = 0.2

/** `random`: at least 0 and less than 1. `retryAfterMs`: the delay that the receiver asked for. `scale`: shortens the schedule. */
export type Pause = { attemptsMade: number; random: number; retryAfterMs: number | null; scale: number }

/**
 * Returns the milliseconds until the next attempt, or null after the last. The receiver can ask for a longer delay, up to the next step or one
 * hour, whichever is larger, but not a shorter one.
 */
export function computePauseMs({ attemptsMade, random, retryAfterMs, scale }: Pause): number | null {
  const step = attemptPausesMs[attemptsMade]
  if (step === undefined) return null
  const scheduled = step * (1 + jitter * random) * scale
  return Math.round(Math.max(scheduled, Math.min(retryAfterMs ?? 0, Math.max(step, hour))))
}

/**
 * Parses a `Retry-After` header, in seconds or as an HTTP date (RFC 9110, section 10.2.3), into milliseconds. Returns null if it is
 * invalid.
 */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | null {
  if (value === undefined) return null
  if (/^\d{1,15}$/.test(value.trim())) return Number(value) * second
  const dateMs = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} /.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs)
}
