import type { BoundStatement, PgType } from '../db/statement.ts'
import { statement } from '../db/statement.ts'

/** Table of a queue, and the text columns of its primary key, each with the property of a job that holds its value. */
export type QueueTable<J> = {
  table: string
  key: Readonly<Record<string, string & keyof J>>
}

/** Columns of a key, comma separated, each after `alias.` where one is given. */
export const keyColumns = <J>({ key }: QueueTable<J>, alias?: string): string =>
  Object.keys(key)
    .map((column) => (alias === undefined ? column : `${alias}.${column}`))
    .join(', ')

/** Columns of a key under the names of their properties. */
export const selectedKey = <J>({ key }: QueueTable<J>): string =>
  Object.entries(key)
    .map(([column, property]) => `job.${column} as "${property}"`)
    .join(', ')

/** Due jobs, the longest due first, without those that another transaction has locked. */
export const whereDue = (limit: string): string =>
  `where run_at <= now() order by run_at limit ${limit} for update skip locked`

/** States a statement about one job: `where` compares its key. */
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

/** Text that selects the milliseconds until the next job is due, 0 when one is due now; no row when there is none. */
export const selectNextDue = <J>({ table }: QueueTable<J>): string =>
  `select ceil(greatest(extract(epoch from run_at - now()), 0) * 1000)::float8 as ms from ${table} order by run_at limit 1`
