import type { Runtime } from '@posthorn/chassis'

/** The database's clock as this process last read it. Receivers refuse a timestamp that is minutes off. */
export type Clock = {
  /** Sets the clock to the database's time, in milliseconds since 1970. Call it right after reading that time. */
  set(databaseMs: number): void
  now(): Date
}

const skewMaxMs = 2_000
const warnEveryMs = 60_000

/** Creates a clock that warns once a minute while this machine's clock is off by more than two seconds. */
export function createClock(log: Runtime['log']): Clock {
  let skewMs = 0
  let warnedAt = Number.NEGATIVE_INFINITY
  return {
    set(databaseMs) {
      skewMs = databaseMs - Date.now()
      if (Math.abs(skewMs) <= skewMaxMs || performance.now() - warnedAt < warnEveryMs) return
      warnedAt = performance.now()
      log.warn({ skewMs: Math.round(skewMs) }, 'clock.skewed')
    },
    now: () => new Date(Date.now() + skewMs),
  }
}
