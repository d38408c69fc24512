import type { EntityManager } from '@mikro-orm/postgresql'
import { type Row, sql } from '../db/sql.ts'
import { statement } from '../db/statement.ts'
import { keyColumns, type QueueTable, selectedKey } from './queue-table.ts'

/** A queue whose jobs end when taken: the transaction that removes them also runs them, and a rollback returns them. */
export type RemovalQueue<J> = {
  /** Removes jobs in key order and returns them. */
  take(em: EntityManager, limit: number): Promise<J[]>
}

/** Defines a queue of jobs without attempts or pauses. `columns`: what a job needs from `from` in addition to its key. */
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
