import { until } from './until.ts'

/**
 * Waits until this many sessions wait for a lock in the database of `rows`. In a transaction, Postgres would not show sessions that are newer
 * than the first look, so each look starts afresh.
 */
export async function untilLocked(
  { rows }: { rows(text: string): Promise<unknown[]> },
  sessionCount = 1,
): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until(
    async () => {
      await rows('select pg_stat_clear_snapshot()')
      return (await rows(waiting)).length >= sessionCount
    },
    { describe: `${sessionCount} sessions to wait for a lock` },
  )
}
