export const dayMs = 86_400_000

/** Limits the cache, because callers choose the time zone names, and names are case-insensitive, so each has many spellings. */
const clocksMax = 1_000
const clocks = new Map<string, Intl.DateTimeFormat>()

/** Returns the local time in a time zone, as if it were UTC. */
export function localMs(timeZone: string, atMs: number): number {
  let clock = clocks.get(timeZone)
  if (clock === undefined) {
    if (clocks.size >= clocksMax) clocks.clear()
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    clocks.set(timeZone, clock)
  }
  return Date.parse(`${clock.format(atMs).replace(' ', 'T')}Z`)
}

/** Converts a local time to UTC. When clocks go back, an hour occurs twice; either time may be returned. */
export function utcMs(timeZone: string, local: number): number {
  const guess = local - (localMs(timeZone, local) - local)
  return local - (localMs(timeZone, guess) - guess)
}

export const startOfDay = (ms: number): number => Math.floor(ms / dayMs) * dayMs
