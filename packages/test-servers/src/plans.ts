import { readFileSync, statSync } from 'node:fs'
import { inject } from 'vitest'
import { until } from './until.ts'

/** A step of a plan from EXPLAIN (ANALYZE, FORMAT JSON). */
type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Rows Removed by Join Filter'?: number
  'Actual Rows'?: number
  'Actual Loops'?: number
  Plans?: Node[]
}

export type RanPlan = { statement: string; nodes: readonly Node[] }

type WatchedService = {
  database: { name: string }
  rows<T = Record<string, unknown>>(text: string, params?: unknown[]): Promise<T[]>
  restart(): Promise<void>
}

export type PlanWatch = {
  /**
   * Returns the statements that the service ran during `work`, including those from its loops, with their plans. Waits until each of
   * `expected` has run.
   */
  during(work: () => Promise<unknown>, expected?: readonly RegExp[]): Promise<RanPlan[]>
  /** Returns statements that scan a large table or index completely, or read or compare many rows only to discard them. */
  wasteful(plans: readonly RanPlan[]): string[]
  /** Returns the indexes used by matching statements; for a partition, the parent table's index. */
  indexesOf(plans: readonly RanPlan[], statement: RegExp): string[]
}

/** A table or partition with at least this many rows must not be scanned to find a few. */
const large = 1_000
/** Maximum number of rows that a step may read only to discard them, or read from an index without a search key. */
const wasteMax = 500
/** Maximum number of row pairs that a join may compare only to discard them. A full batch that is compared with itself exceeds it. */
const pairsMax = 5_000

/** How the names of the services' connections begin in the log. Those of tests are another. */
const program = 'posthorn '
const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_format': 'json',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
}

/**
 * Makes Postgres log the actual plan of each statement, as run under the service's role, with row-level security and prepared statements.
 * Fill and analyze the tables first. Restarts the service, so that its connections use the setting.
 */
export async function watchPlans(fixture: WatchedService): Promise<PlanWatch> {
  const log = inject('postgresLog')
  if (log === null)
    throw new Error('plans are read from the log of the Postgres of this run: leave out TEST_DATABASE_URL')
  const { name } = fixture.database
  for (const [setting, value] of Object.entries(settings)) {
    await fixture.rows(`alter database "${name}" set ${setting} = '${value}'`)
  }
  await fixture.restart()
  const relations = await relationsOf(fixture)
  return {
    async during(work, expected = []) {
      const from = statSync(log).size
      await work()
      // An entry being written may be read partially, one page at a time.
      const read = () => plansOf(readFileSync(log).subarray(from).toString('utf8'), `${name}|${program}`)
      return until(
        () => {
          const plans = read()
          const missing = expected.find((each) => !plans.some((plan) => each.test(plan.statement)))
          if (missing) throw new Error(`no statement has run that matches ${missing}`)
          return plans
        },
        { describe: 'the log of Postgres to end with a whole entry and to have each expected statement' },
      )
    },
    wasteful: (plans) => wasteful(plans, relations),
    indexesOf(plans, statement) {
      const nodes = plans.filter((plan) => statement.test(plan.statement)).flatMap((plan) => plan.nodes)
      const used = nodes.flatMap((node) => node['Index Name'] ?? [])
      return [...new Set(used.map((index) => relations.get(index)?.root ?? index))].sort()
    },
  }
}

/**
 * Keeps Postgres from analyzing the service's tables and partitions, so that plans stay as they were made. Call it while the tables are new.
 */
export async function keepTablesNew(fixture: Pick<WatchedService, 'rows'>): Promise<void> {
  const tables = await fixture.rows<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
  )
  await fixture.rows(tables.map(({ name }) => `alter table ${name} set (autovacuum_enabled = false)`).join('; '))
}

type Relations = ReadonlyMap<string, { root: string; rows: number }>

/** Returns each table and index with its partitioned parent, or itself if it has none, and Postgres's estimate of its rows. */
async function relationsOf(fixture: WatchedService): Promise<Relations> {
  const rows = await fixture.rows<{ name: string; root: string; rows: number }>(
    `select relname as name, coalesce(pg_partition_root(oid)::regclass::text, relname) as root, reltuples::float8 as rows
     from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'i')`,
  )
  return new Map(rows.map((row) => [row.name, row]))
}

/** Returns the plans in a log. An entry is a line that starts with database and program, and the following lines that start with a tab. */
function plansOf(text: string, prefix: string): RanPlan[] {
  const entries = text.split(/\n(?!\t)/).filter((entry) => entry.startsWith(prefix) && entry.includes(' plan:\n'))
  return entries.map((entry) => {
    const logged = JSON.parse(entry.slice(entry.indexOf(' plan:\n') + 7)) as { 'Query Text': string; Plan: Node }
    return { statement: logged['Query Text'].replaceAll(/\s+/g, ' ').trim(), nodes: flattened(logged.Plan) }
  })
}

/** Returns a plan's steps without their nesting, because each is judged alone. */
const flattened = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flattened)]

/**
 * Returns one line for each statement that gets slow when tables grow, and each way in which it wastes reads. Reads of small tables do not
 * count.
 */
function wasteful(plans: readonly RanPlan[], relations: Relations): string[] {
  const logged = plans.flatMap(({ statement, nodes }) =>
    nodes.flatMap((node) => {
      const pairs = (node['Rows Removed by Join Filter'] ?? 0) * (node['Actual Loops'] ?? 0)
      if (pairs > pairsMax) return [`${pairs} pairs compared for nothing: ${statement.slice(0, 240)}`]
      const relation = relations.get(node['Relation Name'] ?? '')
      if (relation === undefined || Math.max(relation.rows, rowsReadBy(node)) < large) return []
      const how = wasteOf(node)
      return how === undefined ? [] : [`${how} of ${relation.root}: ${statement.slice(0, 240)}`]
    }),
  )
  return [...new Set(logged)]
}

/** Returns the number of rows that a step read, whether or not it returned them. Postgres's estimates can be far off. */
function rowsReadBy(node: Node): number {
  const each = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)
  return each * (node['Actual Loops'] ?? 0)
}

/** Says how a step wastes reads, or returns undefined if it does not. */
function wasteOf(node: Node): string | undefined {
  const loops = node['Actual Loops'] ?? 0
  if (node['Node Type'] === 'Seq Scan' && loops > 0) return 'Seq Scan'
  const by = node['Index Name'] ?? node['Node Type']
  const removed = ((node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) * loops
  if (removed > wasteMax) return `${removed} rows read for nothing by ${by}`
  const read = (node['Actual Rows'] ?? 0) * loops
  const isWhole = node['Node Type'].includes('Index') && node['Index Cond'] === undefined
  return isWhole && read > wasteMax ? `${read} rows read by ${by}` : undefined
}
