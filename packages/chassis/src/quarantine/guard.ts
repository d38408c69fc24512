import type { EntityManager } from '@mikro-orm/postgresql'
import { announceAgain } from '../bus/outbox.sql.ts'
import type { Database } from '../db/database.ts'
import { type HistoryWatch, readHistory } from '../db/history.ts'
import { sql } from '../db/statement.ts'
import type { Log } from '../log.ts'

/** Tracks whether this service's Postgres was restored and hasn't been released since. */
export type Quarantine = {
  /** Returns when the quarantine began, or null outside one. Queries Postgres only during a quarantine or if one may have begun. */
  since(): Promise<Date | null>
  /** Like `since`, but returns what this process already knows, without a query. */
  known(): Date | null
  /** How many times this process has encountered a restored database. */
  restores(): number
}

/** Stores the database's history. Returns the previously stored one, and when the quarantine began, which may be now. */
const compare = `with before as (select history from restore_guard), noted as (
    insert into restore_guard (history) values ($1)
    on conflict (only_row) do update set history = excluded.history,
      quarantined_at = case when restore_guard.history = excluded.history then restore_guard.quarantined_at when $2 then now() end
    returning quarantined_at
  ) select quarantined_at, (select history from before) as before from noted`

/** Lets the service call other systems again. */
export async function endQuarantine(em: EntityManager): Promise<void> {
  await sql(em, 'update restore_guard set quarantined_at = null')
}

/** Serializes the transactions that give up due work or end the quarantine. Returns false outside a quarantine. */
export async function lockQuarantine(em: EntityManager): Promise<boolean> {
  await sql(em, `select pg_advisory_xact_lock(hashtext('quarantine of ' || current_schema()))`)
  return (await sql(em, 'select 1 from restore_guard where quarantined_at is not null')).length > 0
}

/**
 * How a service handles a restore. `hasOutwardLoops`: whether it has loops that call other systems, which then rest. `onRestore`: changes the
 * service's tables in the transaction that detects the restore.
 */
export type RestorePlan = { hasOutwardLoops: boolean; onRestore?: ((em: EntityManager) => Promise<void>) | undefined }

/** Options for a restore. If `enforce` is false, the restore is only recorded. */
type GuardOptions = RestorePlan & { watch: HistoryWatch; enforce: boolean; log: Log }

/**
 * Compares the database's current history with the history last stored in its tables, both immediately and whenever a connection finds a
 * different one. After a restore, announces events again and pauses loops that call other systems.
 */
export async function openQuarantine(
  db: Pick<Database, 'transaction' | 'withScope'>,
  { watch, enforce, log, ...plan }: GuardOptions,
): Promise<Quarantine> {
  let since: Date | null = null
  let compared = -1
  const refresh = async () => {
    const seen = watch.changes()
    const found = await db.withScope('all', () => db.transaction((em) => note(em, { enforce, ...plan })))
    if (found && !since) log.error({ since: found }, 'quarantine.began')
    if (!found && since) log.info({}, 'quarantine.ended')
    since = found
    compared = seen
    return since
  }
  await refresh()
  return {
    since: async () => (since === null && compared === watch.changes() ? null : refresh()),
    known: () => since,
    restores: watch.changes,
  }
}

/**
 * Stores the database's history. If it changed, this is a restore: if `enforce`, announces events again and calls `onRestore`. Returns when the
 * quarantine began, which only a service with outward loops needs; null: there is none.
 */
async function note(
  em: EntityManager,
  { enforce, hasOutwardLoops, onRestore }: RestorePlan & { enforce: boolean },
): Promise<Date | null> {
  const history = await readHistory(em)
  const [row] = await sql<{ quarantined_at: string | null; before: string | null }>(em, compare, [
    history,
    enforce && hasOutwardLoops,
  ])
  if (enforce && row?.before && row.before !== history) {
    await announceAgain(em)
    await onRestore?.(em)
  }
  return row?.quarantined_at ? new Date(row.quarantined_at) : null
}
