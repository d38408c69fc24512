import type { EntityName, FilterQuery } from '@mikro-orm/core'
import { type IdPrefix, idFloor, type timeFilters } from '@posthorn/contracts'
import type { VerbContext } from '../rpc/verb.ts'

type TimeInput = { [K in keyof typeof timeFilters]?: string | undefined }

export type PageInput = TimeInput & { size: number; cursor?: string | undefined }

type ListOptions<T extends object> = {
  entity: EntityName<T>
  list: string
  order: { column: keyof T & string; direction: 'asc' | 'desc' }
  where: FilterQuery<T>
  /** Prefix of the ids, if each id is created together with its row. A range of creation times is then also a range of ids. */
  ids?: IdPrefix
}

export type Page<T> = { rows: T[]; next: string | null }

/**
 * Reads a page by keyset pagination on the order column and id, so that inserts and deletes don't skip or repeat rows. `next` is null on the
 * last page. Refuses a cursor that isn't of this `list`: `cursor:invalid`.
 */
export async function listPage<T extends { id: string }>(
  ctx: Pick<VerbContext, 'em' | 'cursors'>,
  input: PageInput,
  opts: ListOptions<T>,
): Promise<Page<T>> {
  const cursors = ctx.cursors(opts.list)
  const { column, direction } = opts.order
  const after = input.cursor === undefined ? undefined : cursors.take(input.cursor)
  const where = { $and: [opts.where, ...within(input, opts.ids), ...(after ? [beyond(opts.order, after)] : [])] }
  const rows = (await ctx.em.find(opts.entity, where as FilterQuery<T>, {
    orderBy: [{ [column]: direction }, { id: direction }] as never,
    limit: input.size + 1,
  })) as T[]
  const last = rows.length > input.size ? rows[input.size - 1] : undefined
  return { rows: rows.slice(0, input.size), next: last ? cursors.give([textOf(last[column]), last.id]) : null }
}

/** Maximum difference between the time in an id and the time of its row. */
const idSlackMs = 60_000

/**
 * Returns conditions for a list's time filters. With `idPrefix`, creation times also limit the ids, so that Postgres reads only the index
 * entries and partitions of that time.
 */
export function within(input: TimeInput, idPrefix?: IdPrefix): object[] {
  const { createdAfter, createdBefore, updatedAfter, updatedBefore } = input
  return [
    ...(createdAfter ? [{ createdAt: { $gte: new Date(createdAfter) } }] : []),
    ...(createdBefore ? [{ createdAt: { $lt: new Date(createdBefore) } }] : []),
    ...(updatedAfter ? [{ updatedAt: { $gte: new Date(updatedAfter) } }] : []),
    ...(updatedBefore ? [{ updatedAt: { $lt: new Date(updatedBefore) } }] : []),
    ...(createdAfter && idPrefix ? [{ id: { $gte: idFloor(idPrefix, Date.parse(createdAfter) - idSlackMs) } }] : []),
    ...(createdBefore && idPrefix ? [{ id: { $lt: idFloor(idPrefix, Date.parse(createdBefore) + idSlackMs) } }] : []),
  ]
}

/** Returns a column's value as a cursor contains it. */
const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value))

/** Returns the condition for rows after a cursor's position. Equal values are ordered by id. */
function beyond({ column, direction }: { column: string; direction: 'asc' | 'desc' }, [value, id]: string[]): object {
  const past = direction === 'asc' ? '$gt' : '$lt'
  if (column === 'id') return { id: { [past]: id } }
  return { $or: [{ [column]: { [past]: value } }, { [column]: value, id: { [past]: id } }] }
}
