import type { RunningSystem } from '@posthorn/testkit/system'
import { rowsOf } from '@posthorn/testkit/system'

/** The cost of a message in Postgres: statements, without those that begin and end transactions and set their scope; commits; and kilobytes of its log. */
export type DatabaseCost = { statements: number; commits: number; walKb: number }

/** Restarts a system with a Postgres that counts statements; needed before `measureDatabase`. */
export async function countStatements(system: RunningSystem): Promise<void> {
  await rowsOf(system, `alter system set shared_preload_libraries = 'pg_stat_statements'`)
  await system.stop()
  await system.restart()
  await rowsOf(system, 'create extension if not exists pg_stat_statements')
}

/** Begins to measure; the returned function ends it with the cost of each of so many messages. */
export async function measureDatabase(system: RunningSystem): Promise<(messages: number) => Promise<DatabaseCost>> {
  const before = await countersOf(system)
  return async (messages) => {
    const after = await countersOf(system)
    const cost = (name: keyof DatabaseCost) => (after[name] - before[name]) / messages
    return { statements: cost('statements'), commits: cost('commits'), walKb: cost('walKb') }
  }
}

async function countersOf(system: RunningSystem): Promise<DatabaseCost> {
  const [row] = await rowsOf<DatabaseCost>(
    system,
    `select (select sum(xact_commit) from pg_stat_database)::float8 as commits, (select wal_bytes / 1024 from pg_stat_wal)::float8 as "walKb",
       (select sum(calls) from pg_stat_statements where query !~* '^(begin|commit|rollback|set local)')::float8 as statements`,
  )
  if (row === undefined) throw new Error('Postgres has no counters')
  return row
}
