import type { EntityManager } from '@mikro-orm/postgresql'
import type { Database } from '../db/database.ts'
import { type HistoryWatch, readHistory } from '../db/history.ts'
import { sql } from '../db/sql.ts'
import type { Log } from '../log.ts'

/** Knows whether the Postgres of this service was restored and not released since. */
export type Quarantine = {
  /** Since when what reaches outside rests; null when nothing does. Asks Postgres only while it rests or may have to. */
  since(): Promise<Date | null>
  /** As far as this process knows. */
  known(): Date | null
}

/** Notes the history of the database, and puts the service in quarantine where it is another than the one noted. */
const compare = `insert into restore_guard (history) values ($1)
  on conflict (only_row) do update set history = excluded.history,
    quarantined_at = case when restore_guard.history = excluded.history then restore_guard.quarantined_at when $2 then now() end
  returning quarantined_at`

/** Ends the quarantine. */
export async function endQuarantine(em: EntityManager): Promise<void> {
  await sql(em, 'update restore_guard set quarantined_at = null')
}

/**
 * Compares the history of the database with the one that is noted in it, now and whenever a connection meets another. `enforce` false
 * notes a new one and goes on: for a Postgres that fails over to replicas that have everything.
 */
export async function openQuarantine(
  db: Pick<Database, 'em' | 'reach'>,
  { watch, enforce, log }: { watch: HistoryWatch; enforce: boolean; log: Log },
): Promise<Quarantine> {
  let since: Date | null = null
  const look = async () => {
    const seen = watch.changes()
    const [row] = await db.reach('every workspace', async () => {
      const history = await readHistory(db.em())
      return sql<{ quarantined_at: string | null }>(db.em(), compare, [history, enforce])
    })
    const found = row?.quarantined_at ? new Date(row.quarantined_at) : null
    if (found && !since) log.error({ since: found }, 'quarantine.began')
    if (!found && since) log.info({}, 'quarantine.ended')
    since = found
    compared = seen
    return since
  }
  let compared = -1
  await look()
  return {
    since: async () => (since === null && compared === watch.changes() ? null : look()),
    known: () => since,
  }
}
