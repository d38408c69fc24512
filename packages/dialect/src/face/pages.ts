import { eachItem, type InputOf, type ItemOf, type Query as Operation } from '@posthorn/contracts'
import type { Query } from './query.ts'
import type { Session } from './session.ts'

type Asking = Pick<Session, 'ask'>

/** Largest page of the main API. */
const sizeMax = 200
/** Maximum number of rows that one request reads. */
const rowsMax = 10_000

/** Requested page and size. */
export type Window = { page: number; size: number }

/** Reads `page`, from 0, and `size` or `limit`. */
export function windowOf(query: Query, { size = 20, max = 500 } = {}): Window {
  const bounds = { min: 1, max }
  const given = query.int('size', bounds) ?? query.int('limit', bounds) ?? size
  return { page: query.int('page', { min: 0, max: 1_000_000 }) ?? 0, size: given }
}

export function allItems<Op extends Operation>(
  session: Asking,
  operation: Op,
  input: InputOf<Op>,
): Promise<ItemOf<Op>[]> {
  return firstItems(session, operation, { input, max: rowsMax })
}

/** Lists up to `max` items of an operation. */
export async function firstItems<Op extends Operation>(
  session: Asking,
  operation: Op,
  { input, max }: { input: InputOf<Op>; max: number },
): Promise<ItemOf<Op>[]> {
  const items: ItemOf<Op>[] = []
  for await (const item of eachItem(session, operation, { ...input, size: Math.min(sizeMax, max) })) {
    items.push(item)
    if (items.length >= max) break
  }
  return items
}

/** Returns a page by number. The main API only has cursors, so previous pages are read too. */
export async function pageOfItems<Op extends Operation>(
  session: Asking,
  operation: Op,
  { input, page, size }: Window & { input: InputOf<Op> },
): Promise<ItemOf<Op>[]> {
  return cut(await firstItems(session, operation, { input, max: Math.min(rowsMax, (page + 1) * size) }), { page, size })
}

/** Returns the millisecond after a time: a list's `after` excludes the time itself, but `createdAfter` includes it. */
export function justAfter(time: string | undefined): string | undefined {
  return time === undefined ? undefined : new Date(Date.parse(time) + 1).toISOString()
}

/** Returns one page of items that are already loaded. */
export function cut<T>(items: readonly T[], { page, size }: Window): T[] {
  return items.slice(page * size, (page + 1) * size)
}
