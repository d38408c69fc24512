import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '../db/statement.ts'
import type { Log } from '../log.ts'
import type { Round } from './loop.ts'
import { eachApart } from './rests.ts'

/** Allows for a wait that was extended, and for two clocks that disagree. */
export const clockMarginSeconds = 60

/** Ends waits longer than any rule makes them: the clock of Postgres went back, as in a failover. Returns `limit` or more if there are more. */
export type LongWaits<R = unknown> = (em: EntityManager, options: { runtime: R; limit: number }) => Promise<number>

/** Times until which rows wait, in a column. `secondsMax`: the longest wait, a number or SQL. */
type WaitingRows = { table: string; column: string; secondsMax: number | string; where?: string }

/** Returns a function that makes rows of one column due now, if they wait longer than any rule makes them. */
export function longWaitsOf({ table, column, secondsMax, where = 'true' }: WaitingRows): LongWaits {
  const text = `update ${table} set ${column} = now() where ctid = any(array(
      select ctid from ${table} where ${where} and ${column} > now() + make_interval(secs => ${secondsMax} + ${clockMarginSeconds})
      limit $1 for update skip locked)) returning 1`
  return async (em, { limit }) => (await sql(em, text, [limit])).length
}

export const clockLoop = 'clock'
const waitsAtOnceMax = 1_000

type Surroundings = { db: { transaction<T>(work: (em: EntityManager) => Promise<T>): Promise<T> }; log: Log }

/** Creates the round that ends long waits. It may read all waiting rows, so it runs hourly and when the clock was seen to go back. */
export function clockRound<R extends Surroundings>(
  longWaits: readonly LongWaits<R>[],
  loops: ReadonlyMap<string, { wake(): void }>,
): (runtime: R) => Promise<Round> {
  return async (runtime) => {
    const counts: number[] = []
    try {
      await eachApart(longWaits, async (endWaits) =>
        counts.push(await runtime.db.transaction((em) => endWaits(em, { runtime, limit: waitsAtOnceMax }))),
      )
    } finally {
      // If some can't be ended, the loops of the others still have work now.
      const waits = counts.reduce((sum, count) => sum + count, 0)
      if (waits > 0) {
        runtime.log.warn({ waits }, 'clock.waits_ended')
        for (const [name, loop] of loops) if (name !== clockLoop) loop.wake()
      }
    }
    return { worked: counts.some((count) => count >= waitsAtOnceMax) ? 1 : 0 }
  }
}

/** Creates a function that, given the time of Postgres right after each reading, says whether its clock has gone back beyond the margin. */
export function createClockWatch(): (databaseMs: number) => boolean {
  let aheadMs = Number.NEGATIVE_INFINITY
  return (databaseMs) => {
    const nowAheadMs = databaseMs - performance.now()
    const isBack = nowAheadMs < aheadMs - clockMarginSeconds * 1_000
    aheadMs = isBack ? nowAheadMs : Math.max(aheadMs, nowAheadMs)
    return isBack
  }
}
