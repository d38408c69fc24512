import type { BoundStatement, PgType } from '../db/statement.ts'
import { statement } from '../db/statement.ts'

/** A queue's table, and the text columns of its primary key, each mapped to the job property that holds its value. */
export type QueueTable<J> = {
  table: string
  key: Readonly<Record<string, string & keyof J>>
}

export const keyColumns = <J>({ key }: QueueTable<J>, alias?: string): string =>
  Object.keys(key)
    .map((column) => (alias === undefined ? column : `${alias}.${column}`))
    .join(', ')

export const selectedKey = <J>({ key }: QueueTable<J>): string =>
  Object.entries(key)
    .map(([column, property]) => `job.${column} as "${property}"`)
    .join(', ')

/** Due jobs, longest overdue first, except those locked by another transaction. */
export const whereDue = (limit: string): string =>
  `where run_at <= now() order by run_at limit ${limit} for update skip locked`

/**
 * CTEs of a recursive statement. The last one, `due`, lists the keys of due jobs. Workspaces take turns, longest overdue first, so that one
 * workspace's backlog doesn't delay the others. The table needs `workspace_id text` and an index on it with `run_at`.
 */
export const dueInTurn = <J>(queue: QueueTable<J>, limit: string): string => `workspace (id) as (
    (select workspace_id from ${queue.table} order by workspace_id limit 1)
    union all
    select (select t.workspace_id from ${queue.table} t where t.workspace_id > workspace.id order by t.workspace_id limit 1)
    from workspace where workspace.id is not null
  ), turn as (
    select waiting.*, row_number() over (partition by workspace_id order by run_at) as place
    from workspace cross join lateral (
      select * from ${queue.table} t where t.workspace_id = workspace.id and t.run_at <= now()
      order by t.run_at limit ${limit} for update skip locked
    ) waiting
  ), due as (
    select ${keyColumns(queue)} from turn order by place, run_at limit ${limit}
  )`

/** Creates a statement about one job. `where` compares its key. */
export function jobStatement<J, const In extends Readonly<Record<string, PgType>>>(
  { key }: QueueTable<J>,
  inputs: In,
  write: (names: Readonly<Record<keyof In | 'where', string>>) => string,
): (job: J, values: Readonly<Record<keyof In, string | number>>) => BoundStatement {
  const columns = Object.entries(key)
  const keyInputs = Object.fromEntries(columns.map(([column]) => [`key_${column}`, 'text' as const]))
  const state = statement<Readonly<Record<string, PgType>>>({ ...keyInputs, ...inputs }, (names) => {
    const where = columns.map(([column]) => `${column} = ${names[`key_${column}`]}`).join(' and ')
    return write({ ...names, where } as Readonly<Record<keyof In | 'where', string>>)
  })
  return (job, values) => {
    const keyValues = Object.fromEntries(columns.map(([column, property]) => [`key_${column}`, job[property]]))
    return state({ ...keyValues, ...values } as Parameters<typeof state>[0])
  }
}

export const selectNextDue = <J>({ table }: QueueTable<J>): string =>
  `select ceil(greatest(extract(epoch from run_at - now()), 0) * 1000)::float8 as ms from ${table} order by run_at limit 1`
