import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from './statement.ts'

/** Identifies the cluster and its timeline. A database restored to a point in time continues on a new timeline. */
const historyQuery = `select (pg_control_system()).system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) as history`

/** Counts how many times connections found a changed database history. */
export type HistoryWatch = {
  changes(): number
  /** Checks a new connection before its first use. Rejects if the history is new, or wasn't returned within `checkTimeoutMs`. */
  check(client: Connection): Promise<void>
}

type Connection = { query(query: { text: string; query_timeout: number }): Promise<{ rows: { history: string }[] }> }

const checkTimeoutMs = 3_000
/** By then, work that waited for a connection when a restore was found has one or has given up. */
const connectMsMax = 3_000

/** Returns which history the database is on now. It differs after a restore. */
export async function readHistory(em: EntityManager): Promise<string> {
  const [row] = await sql<{ history: string }>(em, historyQuery)
  return row?.history ?? ''
}

/** Rejects a connection to a restored database as if it were unreachable, so that the caller retries once the restore is known. */
class AnotherHistory extends Error {
  readonly code = '08006'
}

/**
 * Checks the history of the database at each new connection: a restore closes all, and a running process must not act on its rows. If
 * `enforce`, connections are also refused for a moment after that. Otherwise, a loop that found no quarantine just before would use the next
 * connection to send again what was sent.
 */
export function historyWatch({ enforce }: { enforce: boolean }): HistoryWatch {
  let known: string | undefined
  let changes = 0
  let refusedUntilMs = 0
  const check = async (client: Connection): Promise<void> => {
    const [row] = (await client.query({ text: historyQuery, query_timeout: checkTimeoutMs })).rows
    const isSame = known === undefined || known === row?.history
    known = row?.history
    if (!isSame) {
      changes += 1
      refusedUntilMs = performance.now() + (enforce ? connectMsMax : 0)
    } else if (performance.now() >= refusedUntilMs) return
    throw new AnotherHistory('the database has been restored')
  }
  return { changes: () => changes, check }
}
