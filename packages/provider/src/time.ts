import { asNumber } from './json.ts'

/** A clock of the provider may run ahead of ours by this much. */
const clockSlackMs = 5 * 60_000
/** Before the provider existed, and beyond any end that it announces. */
const [earliestMs, latestMs] = [Date.UTC(2009, 0), Date.UTC(2100, 0)]

/** Returns the time of something that has happened, from Unix seconds as text or number: at most some minutes after `arrival`, which counts where they name no moment. */
export function happenedAt(value: unknown, arrival: Date): string {
  const ms = msOf(value) ?? arrival.getTime()
  return new Date(ms > arrival.getTime() + clockSlackMs ? arrival : ms).toISOString()
}

/** Returns a time that may be to come, from Unix seconds as text or number; undefined where they name no moment before 2100. */
export function announcedTime(value: unknown): string | undefined {
  const ms = msOf(value)
  return ms === undefined ? undefined : new Date(ms).toISOString()
}

function msOf(value: unknown): number | undefined {
  const ms = (asNumber(value) ?? Number.NaN) * 1000
  return ms >= earliestMs && ms < latestMs ? ms : undefined
}
