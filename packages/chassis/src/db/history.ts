import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from './sql.ts'

/** The cluster and its timeline: a database that was restored to a moment of its past goes on with a new one. */
const historyQuery = `select (pg_control_system()).system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) as history`

/** Counts how often connections found the database to have another history than before. */
export type HistoryWatch = {
  changes(): number
  /** Looks at a new connection before anyone gets it; calls back with an error where the history is new. */
  verify(client: Connection, seen: (err?: Error) => void): void
}

type Connection = { query(text: string): Promise<{ rows: { history: string }[] }> }

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
  const look = async (client: Connection): Promise<Error | undefined> => {
    const [row] = (await client.query(historyQuery)).rows
    const isSame = known === undefined || known === row?.history
    known = row?.history
    if (isSame) return undefined
    changes += 1
    return new AnotherHistory('the database has been restored')
  }
  return {
    changes: () => changes,
    verify: (client, seen) => void look(client).then(seen, seen),
  }
}
