import { asNumber } from './json.ts'

/** How far the provider's clock may be ahead of ours. */
const clockSlackMs = 5 * 60_000
/** Before the provider existed, and later than any end it announces. */
const [earliestMs, latestMs] = [Date.UTC(2009, 0), Date.UTC(2100, 0)]

/**
 * Returns when something happened, from Unix seconds as text or number: at most a few minutes after `arrival`, which is the default for invalid
 * values.
 */
export function happenedAt(value: unknown, arrival: Date): string {
  const ms = msOf(value) ?? arrival.getTime()
  return new Date(ms > arrival.getTime() + clockSlackMs ? arrival : ms).toISOString()
}

/** Returns a time that may be in the future, from Unix seconds as text or number; undefined if it isn't a time before 2100. */
export function announcedTime(value: unknown): string | undefined {
  const ms = msOf(value)
  return ms === undefined ? undefined : new Date(ms).toISOString()
}

function msOf(value: unknown): number | undefined {
  const ms = (asNumber(value) ?? Number.NaN) * 1000
  return ms >= earliestMs && ms < latestMs ? ms : undefined
}
