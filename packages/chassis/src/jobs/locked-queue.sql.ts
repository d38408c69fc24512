import type { EntityManager } from '@mikro-orm/postgresql'
import { type Row, sql } from '../db/sql.ts'
import { statement } from '../db/statement.ts'
import { jobStatement, keyColumns, type QueueTable, selectedKey, selectNextDue, whereDue } from './queue-table.ts'

/**
 * A queue whose jobs run in the transaction that took them. The row lock is the lease, and a rollback returns the job. Call everything
 * inside that transaction, except `postpone` after a rollback.
 */
export type LockedQueue<J> = {
  /** Locks due jobs, longest overdue first. */
  take(em: EntityManager, limit: number): Promise<J[]>
  postpone(em: EntityManager, job: J, afterMs: number): Promise<void>
  end(em: EntityManager, job: J): Promise<void>
  /** Returns the milliseconds until the next job is due. Null if there is none. */
  nextInMs(em: EntityManager): Promise<number | null>
}

/** Creates a queue of locked jobs. The table needs `run_at timestamptz`. `columns`: fields of a job in addition to its key. */
export function createLockedQueue<J extends Record<string, unknown>>(
  options: QueueTable<J> & { columns: string },
): LockedQueue<J> {
  const { table, columns } = options
  const take = statement(
    { limit: 'integer' },
    ({ limit }) => `select ${selectedKey(options)}, ${columns} from ${table} job ${whereDue(limit)}`,
  )
  const postpone = jobStatement(
    options,
    { after: 'float8' },
    ({ where, after }) => `update ${table} set run_at = now() + make_interval(secs => ${after} / 1000) where ${where}`,
  )
  const end = jobStatement(options, {}, ({ where }) => `delete from ${table} where ${where}`)
  const nextDue = selectNextDue(options)
  return {
    take: (em, limit) => sql<J>(em, take({ limit })),
    postpone: async (em, job, after) => void (await sql(em, postpone(job, { after }))),
    end: async (em, job) => void (await sql(em, end(job, {}))),
    nextInMs: async (em) => (await sql<{ ms: number }>(em, nextDue))[0]?.ms ?? null,
  }
}

/** A queue whose jobs end when taken: the transaction that removes them also runs them, and a rollback returns them. */
export type RemovalQueue<J> = {
  take(em: EntityManager, limit: number): Promise<J[]>
}

/** Creates a queue of jobs without attempts or pauses. `columns`: fields that a job needs from `from` in addition to its key. */
export function createRemovalQueue<J extends Row>(
  options: QueueTable<J> & { columns: string; from?: string },
): RemovalQueue<J> {
  const { table, columns, from = 'job' } = options
  const keys = keyColumns(options)
  const take = statement(
    { limit: 'integer' },
    ({ limit }) => `with first as (select ${keys} from ${table} order by ${keys} limit ${limit} for update skip locked),
     job as (delete from ${table} j using first where (${keyColumns(options, 'j')}) = (${keyColumns(options, 'first')}) returning j.*)
     select ${selectedKey(options)}, ${columns} from ${from}`,
  )
  return { take: (em, limit) => sql<J>(em, take({ limit })) }
}
