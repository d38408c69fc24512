const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Pause before each attempt, milliseconds: 12 attempts over 99 h 35 m, from a Friday evening to a Monday morning. */
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

/** Inputs of the next pause. `random` is 0 up to 1; `retryAfterMs` is the pause that the receiver asked for; `scale` shortens the schedule. */
export type Pause = { attemptsMade: number; random: number; retryAfterMs: number | null; scale: number }

/**
 * Returns the milliseconds until the next attempt, or null when all are used up. The receiver may ask for more than the schedule, up to the larger
 * of the next step and one hour; never for less.
 */
export function computePauseMs({ attemptsMade, random, retryAfterMs, scale }: Pause): number | null {
  const step = attemptPausesMs[attemptsMade]
  if (step === undefined) return null
  const scheduled = step * (1 + jitter * random) * scale
  return Math.round(Math.max(scheduled, Math.min(retryAfterMs ?? 0, Math.max(step, hour))))
}

/** Parses a `Retry-After` header into milliseconds: seconds or an HTTP date (RFC 9110 section 10.2.3); null when it is neither. */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | null {
  if (value === undefined) return null
  if (/^\d{1,15}$/.test(value.trim())) return Number(value) * second
  const dateMs = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} /.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs)
}
