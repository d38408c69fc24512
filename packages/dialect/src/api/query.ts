import {
  eachItem,
  fail,
  failField,
  type InputOf,
  type ItemOf,
  type Query as Operation,
  type time,
} from '@posthorn/contracts'
import type { z } from 'zod'
import type { Session } from './session.ts'

/** A request's query. Names may end in brackets, unused names are ignored, and an empty value counts as absent. */
export type Query = {
  text(...names: string[]): string | undefined
  /** All values for a name, which may be repeated, in brackets, or comma-separated. */
  many(...names: string[]): string[] | undefined
  flag(...names: string[]): boolean | undefined
  int(name: string, bounds: { min: number; max: number }): number | undefined
  time(...names: string[]): z.input<typeof time> | undefined
}

function invalid(path: string, message: string): never {
  failField(path, message)
}

function decoded(text: string, name: string): string {
  try {
    return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'))
  } catch {
    return invalid(name, 'must be UTF-8, percent-encoded')
  }
}

/** Splits a query into values by name. A plus is literal, because phone numbers and time offsets start with it. */
function valuesOf(query: string): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (const pair of query.split('&')) {
    const [rawName = '', ...rest] = pair.split('=')
    const name = decoded(rawName, 'query').replace(/\[\d*\]$/, '')
    const value = decoded(rest.join('='), name)
    if (value.includes('\u0000')) invalid(name, 'must not contain NUL')
    if (name === '' || value === '') continue
    const known = values.get(name)
    if (known) known.push(value)
    else values.set(name, [value])
  }
  return values
}

const flags = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

export function readQuery(query: string): Query {
  const values = valuesOf(query)
  const find = (names: string[]) => names.map((name) => [name, values.get(name)] as const).find(([, found]) => found)
  const text = (...names: string[]) => find(names)?.[1]?.[0]
  return {
    text,
    many(...names) {
      const parts = find(names)?.[1]
        ?.flatMap((value) => value.split(','))
        .map((value) => value.trim())
      const given = parts?.filter((value) => value !== '')
      return given && given.length > 0 ? given : undefined
    },
    flag(...names) {
      const [given, ...more] = new Set((find(names)?.[1] ?? []).map((value) => flags.get(value.toLowerCase()) ?? value))
      if (given === undefined) return undefined
      return typeof given === 'boolean' && more.length === 0 ? given : invalid(names[0] ?? '', 'must be true or false')
    },
    int(name, { min, max }) {
      const given = text(name)
      if (given === undefined) return undefined
      const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN
      return value >= min && value <= max ? value : invalid(name, `must be a number from ${min} to ${max}`)
    },
    time: (...names) => text(...names),
  }
}

/** Reads a list's order: `sort=field:asc`, or `sort` and `order`. Refuses fields that the list can't be sorted by. */
export function sortOf(query: Query, fields: readonly string[]): { field: string; ascending: boolean } | undefined {
  const sort = query.text('sort')
  if (sort === undefined) return undefined
  const [field = '', order = query.text('order') ?? 'desc'] = sort.split(':')
  if (!fields.includes(field)) fail('sort:unsupported')
  return { field, ascending: order.toLowerCase() === 'asc' }
}

export function ascendingOf(query: Query, fields: readonly string[]): boolean {
  return sortOf(query, fields)?.ascending ?? false
}

type Asking = Pick<Session, 'ask'>

/** Maximum page size of the main API. */
const sizeMax = 200
/** Maximum number of rows that one request reads. */
const rowsMax = 10_000

type Window = { page: number; size: number }

/** Reads `page`, which starts at 0, and `size` or `limit`. */
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

/** Returns a page by number. The main API only has cursors, so this also reads the previous pages. */
export async function pageOfItems<Op extends Operation>(
  session: Asking,
  operation: Op,
  { input, page, size }: Window & { input: InputOf<Op> },
): Promise<ItemOf<Op>[]> {
  return cut(await firstItems(session, operation, { input, max: Math.min(rowsMax, (page + 1) * size) }), { page, size })
}

/** Returns the time one millisecond later. A list's `after` excludes the time itself, but `createdAfter` includes it. */
export function justAfter(time: string | undefined): string | undefined {
  return time === undefined ? undefined : new Date(Date.parse(time) + 1).toISOString()
}

/** Returns one page of items that are already in memory. */
export function cut<T>(items: readonly T[], { page, size }: Window): T[] {
  return items.slice(page * size, (page + 1) * size)
}
