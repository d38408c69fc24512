import type { EntityManager } from '@mikro-orm/postgresql'
import { type IdPrefix, idFloor } from '@posthorn/contracts'
import { isExistingTable, isLockTimeout, isMissingTable } from '../faults.ts'
import { databaseTime, sql } from './statement.ts'

/** A table partitioned by ranges of its time-ordered id, so that a row can be found by id alone. */
export type PartitionedTable = {
  table: string
  prefix: IdPrefix
  every: 'day' | 'month'
  createInAdvance: number
  /** Full periods to keep in addition to the current one. Older partitions are dropped. By default all are kept. */
  keep?: number
  /** A query that returns a row if a partition may be dropped. By default, every partition may be dropped. */
  mayDrop?: (partition: string) => string
  /** A statement that saves data that must outlive a partition, run in the transaction that drops it. */
  beforeDrop?: (partition: string) => string
  /** Fill factor in percent. The rest of each page is space for updated rows, which then need no new index entries. */
  fillfactor?: number
}

/** Returns the migration statement for a partitioned table's safety net: a default partition for rows outside all periods. */
export const defaultPartition = (table: string, storage = ''): string =>
  `create table ${table}_default partition of ${table} default ${storage}`.trimEnd()

/** Returns periods from the current one, or from `first` periods later, each with its partition's name and its bounds in milliseconds. */
export function periodsFrom(
  nowMs: number,
  table: PartitionedTable,
  first = 0,
): { name: string; fromMs: number; toMs: number }[] {
  const now = new Date(nowMs)
  const start = (offset: number) =>
    table.every === 'day'
      ? Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + offset)
      : Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1)
  return Array.from({ length: table.createInAdvance + 1 }, (_, place) => {
    const offset = first + place
    const fromMs = start(offset)
    const day = new Date(fromMs).toISOString().slice(0, table.every === 'day' ? 10 : 7)
    return { name: `${table.table}_${day.replaceAll('-', '_')}`, fromMs, toMs: start(offset + 1) }
  })
}

/**
 * Creates missing partitions for the current and upcoming periods, by the database's clock. Postgres refuses one whose rows are already in the
 * default partition, so that period stays there. New partitions have no row security until `enforceRowSecurity` runs.
 */
export async function ensurePartitions(em: EntityManager, tables: PartitionedTable[]): Promise<void> {
  const nowMs = (await databaseTime(em)).getTime()
  const wanted = tables.flatMap((table) => periodsFrom(nowMs, table).map((period) => ({ ...period, table })))
  const existing = await sql<{ relname: string }>(
    em,
    'select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = current_schema() and c.relname = any($1)',
    [wanted.map((period) => period.name)],
  )
  const known = new Set(existing.map((row) => row.relname))
  for (const { name, fromMs, toMs, table } of wanted) {
    if (known.has(name)) continue
    const bounds = `from ('${idFloor(table.prefix, fromMs)}') to ('${idFloor(table.prefix, toMs)}')`
    if (await hasDefaultRows(em, table.table, [idFloor(table.prefix, fromMs), idFloor(table.prefix, toMs)])) continue
    const storage = [...(table.fillfactor ? [`fillfactor = ${table.fillfactor}`] : []), growingTable].join(', ')
    await tryCreate(em, `create table ${name} partition of ${table.table} for values ${bounds} with (${storage})`)
  }
}

/** Creates a partition. Another process may create it at the same moment, which "if not exists" doesn't detect. */
async function tryCreate(em: EntityManager, statement: string): Promise<void> {
  try {
    await sql(em, statement)
  } catch (err) {
    if (!isExistingTable(err)) throw err
  }
}

/** Returns whether a partition's `mayDrop` query returns a row. False if another process has already dropped the partition. */
async function isDroppable(em: EntityManager, query: string): Promise<boolean> {
  try {
    return (await sql(em, query)).length > 0
  } catch (err) {
    if (isMissingTable(err)) return false
    throw err
  }
}

/** Returns whether the default partition has rows of a period: no process ran at the period's start, and they haven't expired yet. */
async function hasDefaultRows(em: EntityManager, table: string, bounds: [from: string, to: string]): Promise<boolean> {
  const key = await keyOf(em, table)
  const rows = await sql(em, `select 1 from ${table}_default where ${key} >= $1 and ${key} < $2 limit 1`, bounds)
  return rows.length > 0
}

/** Returns the column that a table is partitioned by. */
async function keyOf(em: EntityManager, table: string): Promise<string> {
  const [key] = await sql<{ name: string }>(
    em,
    `select a.attname as name from pg_partitioned_table p join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
     where p.partrelid = $1::text::regclass`,
    [table],
  )
  return (key as { name: string }).name
}

/** Maximum number of rows that one statement deletes, so that live work isn't delayed. */
export const deleteBatchSizeMax = 5_000

/** Rows to delete. `key`: the column that finds them. */
export type OldRows = { table: string; key: string; condition: string }

/** Returns SQL that deletes a batch of old rows, and returns a row for each. */
export function deleteBatch({ table, key, condition }: OldRows): string {
  const old = `select ${key} from ${table} where ${condition} limit ${deleteBatchSizeMax}`
  return `delete from ${table} where ${key} = any(array(${old})) returning 1`
}

/** Deletes the expired rows of a default partition. */
async function deleteOldDefaultRows(em: EntityManager, { table, prefix }: PartitionedTable, beforeMs: number) {
  const condition = `${await keyOf(em, table)} < '${idFloor(prefix, beforeMs)}'`
  const text = deleteBatch({ table: `${table}_default`, key: 'ctid', condition })
  let count = deleteBatchSizeMax
  while (count === deleteBatchSizeMax) count = (await sql(em, text)).length
}

/** All writers of the table queue behind a waiting drop, so it gives up soon, and the next round retries. */
const dropWait = `set local lock_timeout = '300ms'`

/**
 * Runs the statements that drop a partition. Leaves it for the next round if the table is in use for a long time, for example by a backup.
 * Other partitions aren't delayed.
 */
async function tryDrop(em: EntityManager, statements: string[]): Promise<void> {
  try {
    await sql(em, statements.join('; '))
  } catch (err) {
    if (!isLockTimeout(err)) throw err
  }
}

/**
 * Drops partitions that are older than their table keeps, except those that `mayDrop` protects. Also deletes rows of that age from the
 * default partition of a table without `mayDrop` and `beforeDrop`. Names contain the date, so they sort by age.
 */
export async function dropOldPartitions(em: EntityManager, tables: PartitionedTable[]): Promise<void> {
  const nowMs = (await databaseTime(em)).getTime()
  for (const table of tables) {
    if (table.keep === undefined) continue
    const [oldestKept] = periodsFrom(nowMs, { ...table, createInAdvance: 0 }, -table.keep)
    const children = await sql<{ name: string }>(
      em,
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = $1::text::regclass and c.relname <> $1::text || '_default' and c.relname < $2`,
      [table.table, oldestKept?.name ?? ''],
    )
    if (oldestKept && !table.mayDrop && !table.beforeDrop) await deleteOldDefaultRows(em, table, oldestKept.fromMs)
    for (const { name } of children) {
      if (table.mayDrop && !(await isDroppable(em, table.mayDrop(name)))) continue
      const before = table.beforeDrop ? [table.beforeDrop(name)] : []
      // Statements sent together form one transaction. The lock keeps two processes from dropping partitions at once, which would fail.
      const turn = `lock table ${table.table} in share update exclusive mode`
      await tryDrop(em, [dropWait, turn, ...before, `drop table if exists ${name}`])
    }
  }
}

/*
 * After a vacuum or analyze, every connection plans each of the table's statements again. With Postgres's defaults, every autovacuum round
 * processes hot tables with a few thousand rows, and planning took an eighth of Postgres's CPU.
 */

const seldomVacuums = 'autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_insert_threshold = 100000'
const updatedOften = 'fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0'

/** Storage settings of tables that grow with each message: analyzed early while small, later whenever they have doubled in size. */
export const growingTable = `${seldomVacuums}, autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 1`

export const growingTableSettings = `with (${growingTable})`

/** Storage settings for tables whose rows live for seconds and are updated often. */
export const hotTableSettings = `with (${updatedOften}, autovacuum_vacuum_threshold = 2000)`

/** Storage settings for hot tables with work in progress: few rows that change constantly. */
export const queueTableSettings = `with (${updatedOften}, ${seldomVacuums}, autovacuum_analyze_threshold = 10000)`
