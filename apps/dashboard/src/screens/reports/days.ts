/** Daily counts. The API omits empty days. */
type CountsOfRange<Counts> = { from: string; to: string; buckets: readonly (Counts & { from: string })[] }

export type Period = { from: string; to: string }

const dayMs = 86_400_000
const clocks = new Map<string, Intl.DateTimeFormat>()

/** Returns the local time in a time zone as if it were UTC. Swedish dates and times are written as in ISO 8601. */
function localMs(timeZone: string, at: number): number {
  const known = clocks.get(timeZone)
  const clock = known ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  if (!known) clocks.set(timeZone, clock)
  return Date.parse(`${clock.format(at).replace(' ', 'T')}Z`)
}

/**
 * Returns the time at which a day begins in a time zone. `local`: the day's midnight, as if it were UTC. Corrects the guess once, because
 * the clock may have changed between it and midnight.
 */
function midnight(timeZone: string, local: number): number {
  const guess = local - (localMs(timeZone, local) - local)
  return local - (localMs(timeZone, guess) - guess)
}

/** Returns a time's date in a time zone, as YYYY-MM-DD. */
export const dateIn = (timeZone: string, at: string | number): string =>
  new Date(localMs(timeZone, new Date(at).getTime())).toISOString().slice(0, 10)

/** Returns a time's hour of the day in a time zone. */
export const hourIn = (timeZone: string, at: string): number =>
  new Date(localMs(timeZone, Date.parse(at))).getUTCHours()

/** Returns the last `days` days, including today so far, and an equally long period that starts the same number of days earlier. */
export function periodsOf(days: number, timeZone: string, now = Date.now()): { now: Period; before: Period } {
  const today = Date.parse(dateIn(timeZone, now))
  const firstAt = midnight(timeZone, today - (days - 1) * dayMs)
  const beforeAt = midnight(timeZone, today - (2 * days - 1) * dayMs)
  const period = (from: number) => ({
    from: new Date(from).toISOString(),
    to: new Date(from + now - firstAt).toISOString(),
  })
  return { now: period(firstAt), before: period(beforeAt) }
}

/** Returns the dates of a period in a time zone. The moment `to` isn't part of the period. */
export function datesOf({ from, to }: Period, timeZone: string): string[] {
  const first = Date.parse(dateIn(timeZone, from))
  const last = Date.parse(dateIn(timeZone, Date.parse(to) - 1))
  const length = Math.max(0, (last - first) / dayMs + 1)
  return Array.from({ length }, (_, i) => new Date(first + i * dayMs).toISOString().slice(0, 10))
}

/** Adds `empty` for each missing day in a range, so that gaps are visible. */
export function daysOf<Counts extends object>(
  range: CountsOfRange<Counts>,
  timeZone: string,
  empty: Counts,
): (Counts & { name: string })[] {
  const known = new Map(range.buckets.map((each) => [dateIn(timeZone, each.from), each]))
  return datesOf(range, timeZone).map((name) => ({ ...empty, ...known.get(name), name }))
}
