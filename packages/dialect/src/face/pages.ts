import { eachItem, type InputOf, type ItemOf, type Query as Operation } from '@posthorn/contracts'
import type { Query } from './query.ts'
import type { Session } from './session.ts'

type Asking = Pick<Session, 'ask'>

/** Largest page of the main API. */
const sizeMax = 200
/** Most rows that one request reads. */
const rowsMax = 10_000

/** Page and size that a request asks for. */
export type Window = { page: number; size: number }

/** Reads `page`, from 0, and `size` or `limit`. */
export function windowOf(query: Query, { size = 20, max = 500 } = {}): Window {
  const bounds = { min: 1, max }
  const given = query.int('size', bounds) ?? query.int('limit', bounds) ?? size
  return { page: query.int('page', { min: 0, max: 1_000_000 }) ?? 0, size: given }
}

/** Lists all items of an operation. */
export function allItems<Op extends Operation>(
  session: Asking,
  operation: Op,
  input: InputOf<Op>,
): Promise<ItemOf<Op>[]> {
  return firstItems(session, operation, { input, max: rowsMax })
}

/** Lists the first items of an operation, at most `max`. */
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

/** Lists one page of an operation by its number. The main API has cursors alone, so the pages before it are read too. */
export async function pageOfItems<Op extends Operation>(
  session: Asking,
  operation: Op,
  { input, page, size }: Window & { input: InputOf<Op> },
): Promise<ItemOf<Op>[]> {
  return cut(await firstItems(session, operation, { input, max: Math.min(rowsMax, (page + 1) * size) }), { page, size })
}

/** Returns the first millisecond after a time: `after` of a list leaves out the time itself, `createdAfter` has it. */
export function justAfter(time: string | undefined): string | undefined {
  return time === undefined ? undefined : new Date(Date.parse(time) + 1).toISOString()
}

/** Returns one page of items that were read already. */
export function cut<T>(items: readonly T[], { page, size }: Window): T[] {
  return items.slice(page * size, (page + 1) * size)
}
