import { readFileSync, statSync } from 'node:fs'
import { inject } from 'vitest'
import { until } from './until.ts'

/** A step of a plan, as EXPLAIN (ANALYZE, FORMAT JSON) shows it. */
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

/** The plan of one statement of the service. */
export type RanPlan = { statement: string; nodes: readonly Node[] }

/** A service under test, as far as the watch of its plans needs it. */
type WatchedService = {
  database: { name: string }
  rows<T = Record<string, unknown>>(text: string, params?: unknown[]): Promise<T[]>
  restart(): Promise<void>
}

/** Watches how Postgres runs the statements of a service under test. */
export type PlanWatch = {
  /** Returns the statements of the service during the work, loops included, with their plans; waits until each of `expected` has run. */
  during(work: () => Promise<unknown>, expected?: readonly RegExp[]): Promise<RanPlan[]>
  /** Statements that read a large table or index to its end, or read or compare many rows only to throw them away; none is good. */
  wasteful(plans: readonly RanPlan[]): string[]
  /** The indexes that statements were run with which match; of a partition, the index of the whole table. */
  indexesOf(plans: readonly RanPlan[], statement: RegExp): string[]
}

/** A table or partition with this many rows is not read to its end for the sake of some. */
const large = 1_000
/** Rows that a step may read for nothing, and of an index that it was given nothing to look for in. */
const wasteMax = 500
/** Pairs of rows that a join may compare for nothing: those of a full batch with each other are more. */
const pairsMax = 5_000

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
 * Has Postgres log the plan of each statement of the service, as it was run: with its role, row-level security and prepared statements. The
 * tables must be filled before, and analyzed. Starts the service again, so that its connections begin with it.
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
      // An entry that is just being written is read in part, a page of memory at a time.
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

type Relations = ReadonlyMap<string, { root: string; rows: number }>

async function relationsOf(fixture: WatchedService): Promise<Relations> {
  const rows = await fixture.rows<{ name: string; root: string; rows: number }>(
    `select relname as name, coalesce(pg_partition_root(oid)::regclass::text, relname) as root, reltuples::float8 as rows
     from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'i')`,
  )
  return new Map(rows.map((row) => [row.name, row]))
}

/** The log's entries: a line that begins with database and program, and lines behind it that begin with a tab. */
function plansOf(text: string, prefix: string): RanPlan[] {
  const entries = text.split(/\n(?!\t)/).filter((entry) => entry.startsWith(prefix) && entry.includes(' plan:\n'))
  return entries.map((entry) => {
    const logged = JSON.parse(entry.slice(entry.indexOf(' plan:\n') + 7)) as { 'Query Text': string; Plan: Node }
    return { statement: logged['Query Text'].replaceAll(/\s+/g, ' ').trim(), nodes: flattened(logged.Plan) }
  })
}

const flattened = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flattened)]

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

/** Rows that a step read, whether it passed them on or not: what Postgres counted at its last look may be far from it. */
function rowsReadBy(node: Node): number {
  const each = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)
  return each * (node['Actual Loops'] ?? 0)
}

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
