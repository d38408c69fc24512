/*
 * After a vacuum or analyze, every connection plans each of the table's statements again. With Postgres's defaults, hot tables with a few
 * thousand rows are processed in every autovacuum round, and planning took an eighth of Postgres's CPU.
 */

const seldomVacuums = 'autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_insert_threshold = 100000'
const updatedOften = 'fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0'

/** Storage settings of tables that grow with each message: analyzed early while they are small, then whenever they have doubled. */
export const growingTable = `${seldomVacuums}, autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 1`

/** The same, for the end of `create table`. */
export const growingTableSettings = `with (${growingTable})`

/** Storage settings of tables whose rows live for seconds and are updated often. */
export const hotTableSettings = `with (${updatedOften}, autovacuum_vacuum_threshold = 2000)`

/** Storage settings of hot tables with work in progress: few rows that change constantly. */
export const queueTableSettings = `with (${updatedOften}, ${seldomVacuums}, autovacuum_analyze_threshold = 10000)`
