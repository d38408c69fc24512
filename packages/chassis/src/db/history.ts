import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from './sql.ts'

/** The cluster and its timeline: a database that was restored to a moment of its past continues with a new one. */
const historyQuery = `select (pg_control_system()).system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) as history`

/** Counts how often connections found the database to have another history than before. */
export type HistoryWatch = {
  changes(): number
  /** Checks a new connection before it is used; rejects where the history is new, or not answered within `checkTimeoutMs`. */
  check(client: Connection): Promise<void>
}

type Connection = {
  query(query: { text: string; query_timeout: number }): Promise<{ rows: { history: string }[] }>
}

/** Time for the answer at a new connection, which no other limit covers before its first use. */
const checkTimeoutMs = 3_000

/** The history of the database, as text that is only ever compared. */
export async function readHistory(em: EntityManager): Promise<string> {
  const [row] = await sql<{ history: string }>(em, historyQuery)
  return row?.history ?? ''
}

/** Refuses the first connection to a restored database as if it could not be reached, so that the caller repeats once the restore is known. */
class AnotherHistory extends Error {
  readonly code = '08006'
}

/**
 * Watches the history of the database at each new connection, so that a process that outlives a restore does nothing on the strength of
 * restored rows: a restore ends all connections.
 */
export function historyWatch(): HistoryWatch {
  let known: string | undefined
  let changes = 0
  const check = async (client: Connection): Promise<void> => {
    const [row] = (await client.query({ text: historyQuery, query_timeout: checkTimeoutMs })).rows
    const isSame = known === undefined || known === row?.history
    known = row?.history
    if (isSame) return
    changes += 1
    throw new AnotherHistory('the database has been restored')
  }
  return { changes: () => changes, check }
}
