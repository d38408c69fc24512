import type { EntityManager } from '@mikro-orm/postgresql'
import { type Row, sql } from '../db/sql.ts'
import { statement } from '../db/statement.ts'
import { keyColumns, type QueueTable, selectedKey } from './queue-table.ts'

/** A queue whose jobs end by being taken: the transaction that removes them does them too, and a rollback gives them back. */
export type RemovalQueue<J> = {
  /** Removes jobs in the order of their keys and returns them. */
  take(em: EntityManager, limit: number): Promise<J[]>
}

/** Defines a queue of jobs that need no attempts and no pauses. `columns`: what a job needs besides its key, of `from`. */
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
