import type { Runtime } from '@posthorn/chassis'

/** Clock of the database as last read by this process: receivers refuse a timestamp that is minutes off. */
export type Clock = {
  /** Sets the database's time, milliseconds since 1970, right after it was read. */
  set(databaseMs: number): void
  now(): Date
}

const skewMaxMs = 2_000
const warnEveryMs = 60_000

/** Creates a clock; warns once a minute while the clock of this machine is off by more than two seconds. */
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
