/*
 * A vacuum or an analysis makes every connection plan anew each statement that uses the table. By Postgres' defaults, tables of some
 * thousand rows on the hot path have both at each round of autovacuum, and planning took an eighth of the CPU of Postgres in the flow.
 */

const seldomVacuums = 'autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_insert_threshold = 100000'
const updatedOften = 'fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0'

/** Storage settings of tables that grow with each message: analyzed soon while they are small, then whenever they have changed as much as they hold. */
export const growingTable = `${seldomVacuums}, autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 1`

/** The same, as the end of `create table`. */
export const growingTableSettings = `with (${growingTable})`

/** Storage settings of tables whose rows live for seconds and are updated often. */
export const hotTableSettings = `with (${updatedOften}, autovacuum_vacuum_threshold = 2000)`

/** Storage settings of tables of the hot path that hold what is under way: some rows, which change all the time. */
export const queueTableSettings = `with (${updatedOften}, ${seldomVacuums}, autovacuum_analyze_threshold = 10000)`
