import { cached } from '../text-cache.ts'

const dayMs = 86_400_000

/** Limits the cache, because callers choose the time zone names, and names are case-insensitive, so each has many spellings. */
const clocksMax = 1_000
const clockOf = cached(
  (timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  clocksMax,
)

/** Returns the local time in a time zone, as if it were UTC. The Swedish format is ISO 8601 with a space instead of the T. */
export const localMs = (timeZone: string, atMs: number): number =>
  Date.parse(`${clockOf(timeZone).format(atMs).replace(' ', 'T')}Z`)

/**
 * Converts a local time, as `localMs` returns it, to UTC. The second step corrects the guess near a change of the clocks. For a time that the
 * clocks skip, one of the steps ends before the change and the other as long after the change as the skipped time is after the beginning of
 * the gap; the later one is returned. When clocks go back, an hour occurs twice; either time may be returned.
 */
export function utcMs(timeZone: string, localTimeMs: number): number {
  const guess = localTimeMs - (localMs(timeZone, localTimeMs) - localTimeMs)
  const corrected = localTimeMs - (localMs(timeZone, guess) - guess)
  return localMs(timeZone, corrected) < localTimeMs ? guess : corrected
}

/** Returns the midnight that begins the day of a local time. */
export const startOfDay = (ms: number): number => Math.floor(ms / dayMs) * dayMs

/** Returns the date at a time in a time zone, as YYYY-MM-DD. */
export const dateIn = (timeZone: string, atMs: number): string =>
  new Date(localMs(timeZone, atMs)).toISOString().slice(0, 10)
