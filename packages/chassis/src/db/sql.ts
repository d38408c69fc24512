import type { EntityManager } from '@mikro-orm/postgresql'
import { CompiledQuery } from 'kysely'
import { lastMark } from './driver/adapter.ts'
import type { BoundStatement } from './statement.ts'

/** A row returned by a plain statement, by column name. Timestamps are `Date`; bigint is text. */
export type Row = Record<string, unknown>

/**
 * Runs a statement on this EntityManager's connection, in its transaction if there is one. Accepts a statement from `statement`, or short
 * text with `$1 …`. Meant for hot statements and those the ORM can't express. Use the EntityManager for everything else.
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
 * Like `sql`, for a transaction's last statement. COMMIT is sent with the statement, which saves a round trip. Resolves when both are done.
 * Flush entities before calling it. Later statements are refused.
 */
export function lastSql<T extends Row = Row>(
  em: EntityManager,
  statement: string | BoundStatement,
  params: readonly unknown[] = [],
): Promise<T[]> {
  const bound = typeof statement === 'string' ? { text: statement, params } : statement
  return sql<T>(em, lastMark + bound.text, bound.params)
}

/** Escapes text for LIKE, so that `%`, `_` and backslashes match themselves. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Returns SQL that formats a `timestamptz` expression as ISO time in UTC with milliseconds, like times in JSON. */
export const isoTimeSql = (expression: string): string =>
  `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Returns a time from a row as ISO time. null and undefined become null. */
export function isoTime(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return (value instanceof Date ? value : new Date(value as string)).toISOString()
}
