import type { EntityManager } from '@mikro-orm/postgresql'
import { CompiledQuery } from 'kysely'
import { lastMark } from './driver/adapter.ts'
import type { BoundStatement } from './statement.ts'

/** A row of a plain statement: column name → value. Timestamps come as `Date`, bigint as text. */
export type Row = Record<string, unknown>

/**
 * Runs one statement on the connection of this EntityManager, inside its transaction if it has one: one made by `statement`, or a short
 * text with `$1 …`. For hot statements and statements the ORM cannot say; everything else goes through the EntityManager.
 */
export async function sql<T extends Row = Row>(
  em: EntityManager,
  statement: string | BoundStatement,
  params: readonly unknown[] = [],
): Promise<T[]> {
  const bound = typeof statement === 'string' ? { text: statement, params } : statement
  const runner = em.getTransactionContext<{ executeQuery(query: CompiledQuery): Promise<{ rows: unknown[] }> }>()
  const query = CompiledQuery.raw(bound.text, [...bound.params])
  const result = await (runner ?? em.getConnection().getClient()).executeQuery(query)
  return result.rows as T[]
}

/**
 * As `sql`, for the last statement of a transaction: COMMIT goes out with it, and it is answered when both are, which saves a round trip.
 * Entities must have been flushed; a statement after it is refused.
 */
export function lastSql<T extends Row = Row>(
  em: EntityManager,
  statement: string | BoundStatement,
  params: readonly unknown[] = [],
): Promise<T[]> {
  const bound = typeof statement === 'string' ? { text: statement, params } : statement
  return sql<T>(em, lastMark + bound.text, bound.params)
}

/** Escapes what `like` would interpret. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Returns SQL for a `timestamptz` expression as ISO time in UTC with milliseconds, the form of times in JSON. */
export const isoTimeSql = (expression: string): string =>
  `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Returns a column value as ISO time, or null. */
export function isoTime(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return (value instanceof Date ? value : new Date(value as string)).toISOString()
}
