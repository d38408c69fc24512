/*
 * A vacuum or an analysis makes every connection plan anew each statement that uses the table. By Postgres' defaults, tables of some
 * thousand rows on the hot path have both at each round of autovacuum, and planning took an eighth of the CPU of Postgres in the flow.
 */

const seldomVacuums = 'autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_insert_threshold = 100000'

/** Storage settings of tables that grow with each message: analyzed soon while they are small, then whenever they have changed as much as they hold. */
export const growingTable = `${seldomVacuums}, autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 1`

/** Storage settings of tables that hold what is under way: some rows, which change all the time. */
const queueTable = `${seldomVacuums}, autovacuum_analyze_threshold = 10000`

/** Tables of the hot path, by what they hold. */
type HotTables = { growing: readonly string[]; queues: readonly string[] }

/** Returns the statements of a migration that have tables of the hot path vacuumed and analyzed by thousands of changes. */
export function vacuumSeldom({ growing, queues }: HotTables): string[] {
  return [
    ...growing.map((table) => `alter table ${table} set (${growingTable})`),
    ...queues.map((table) => `alter table ${table} set (${queueTable})`),
  ]
}
