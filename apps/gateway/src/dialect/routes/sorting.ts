import { fail } from '@posthorn/contracts'
import type { Query } from '../face/query.ts'

/** Reads the order of a list: `sort=field:asc`, or `sort` and `order`. Refuses fields that the list has no order for. */
export function sortOf(query: Query, fields: readonly string[]): { field: string; ascending: boolean } | undefined {
  const sort = query.text('sort')
  if (sort === undefined) return undefined
  const [field = '', order = query.text('order') ?? 'desc'] = sort.split(':')
  if (!fields.includes(field)) fail('sort:unsupported')
  return { field, ascending: order.toLowerCase() === 'asc' }
}

/** Returns true when a list is asked for oldest first. */
export function ascendingOf(query: Query, fields: readonly string[]): boolean {
  return sortOf(query, fields)?.ascending ?? false
}
