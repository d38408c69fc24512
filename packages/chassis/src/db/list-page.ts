import type { EntityName, FilterQuery } from '@mikro-orm/core'
import type { VerbContext } from '../rpc/verb.ts'

/** Paging fields of every list input. */
export type PageInput = { size: number; cursor?: string | undefined; page?: number | undefined }

/** Options of a list: over which entity, under which name its cursors are signed, in which order, and which rows it shows. */
export type ListOptions<T extends object> = {
  entity: EntityName<T>
  /** Name the cursors are bound to. */
  list: string
  order: { column: keyof T & string; direction: 'asc' | 'desc' }
  where: FilterQuery<T>
}

/** A page of rows and the signed cursor of the next, or null at the end. */
export type Page<T> = { rows: T[]; next: string | null }

/** Reads one page by keyset: order column and id, so that inserts and deletes neither skip nor repeat a stable row. */
export async function listPage<T extends { id: string }>(
  ctx: Pick<VerbContext, 'em' | 'cursors'>,
  input: PageInput,
  opts: ListOptions<T>,
): Promise<Page<T>> {
  const cursors = ctx.cursors(opts.list)
  const { column, direction } = opts.order
  const after = input.cursor === undefined ? undefined : cursors.take(input.cursor)
  const where = after ? { $and: [opts.where, beyond(opts.order, after)] } : opts.where
  const rows = (await ctx.em.find(opts.entity, where as FilterQuery<T>, {
    orderBy: [{ [column]: direction }, { id: direction }] as never,
    limit: input.size + 1,
    offset: after ? 0 : (input.page ?? 0) * input.size,
  })) as T[]
  const last = rows.length > input.size ? rows[input.size - 1] : undefined
  return { rows: rows.slice(0, input.size), next: last ? cursors.give([textOf(last[column]), last.id]) : null }
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value)
}

function beyond({ column, direction }: { column: string; direction: 'asc' | 'desc' }, [value, id]: string[]): object {
  const past = direction === 'asc' ? '$gt' : '$lt'
  if (column === 'id') return { id: { [past]: id } }
  return { $or: [{ [column]: { [past]: value } }, { [column]: value, id: { [past]: id } }] }
}
