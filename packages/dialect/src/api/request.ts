import { fail, failField, type MountedRequest, nearestName } from '@posthorn/contracts'

/** Fields of a body. A field with an empty string or null counts as absent. */
export type Fields = Readonly<Record<string, unknown>>

/** Reads a request's JSON body. No body, or that of a GET, becomes an empty object. */
export async function readDialectBody(request: MountedRequest): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD') return {}
  return (await request.json()) ?? {}
}

/** Returns the body as fields, without those that count as absent. Refuses an array or other value. */
export function fieldsOf(body: unknown): Fields {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    fail('request:malformed', { message: 'The body must be one JSON object.' })
  }
  return presentIn(body)
}

const presentIn = (fields: object): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)))

/** Returns the fields of an object within a body, as `fieldsOf` does. Refuses anything else. */
export const fieldsIn = (value: unknown, path: string): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? presentIn(value)
    : failField(path, 'must be an object')

type BodyShape = { fields: readonly string[] | null; inert: readonly string[]; strict: boolean; selects: boolean }

const isEmpty = (value: unknown) => value === '' || value === null || value === undefined

/** Names that select objects. Without them, a request acts on others, so no route ignores them. */
const selections = ['ids', 'all']

/**
 * Reduces a body to its route's fields. A strict route refuses other fields, except empty strings, which count as absent, and `inert` ones,
 * which the dialect has but nothing here needs. A route that selects objects refuses empty fields, too, because an empty condition selects
 * all; so does any route for a row that means all.
 */
export function shapedBody(body: unknown, { fields, inert, strict, selects }: BodyShape): unknown {
  if (fields === null) return body
  const shaped = (row: unknown, index?: number) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return row
    const at = (name: string) => (index === undefined ? name : `${index}.${name}`)
    const entries = Object.entries(row)
    const isExact = selects || (fields.includes('all') && (row as Fields)['all'] === true)
    const errors = entries.flatMap(([name, value], i) => {
      if (inert.includes(name)) return []
      if (fields.includes(name)) {
        return isExact && isEmpty(value) ? [{ path: at(name), code: 'field:invalid', message: emptyMessage }] : []
      }
      const isRefused =
        isExact || (strict && value !== '') || (selections.includes(name) && !isEmpty(value) && value !== false)
      return isRefused
        ? [{ path: at(name), code: 'field:unknown', message: unknownMessage(name, i < suggestionsMax ? fields : []) }]
        : []
    })
    if (errors.length > 0) fail('request:invalid', { errors })
    return Object.fromEntries(entries.filter(([name]) => fields.includes(name)))
  }
  return Array.isArray(body) ? body.map(shaped) : shaped(body)
}

/** Maximum number of fields for which names are suggested, because a suggestion takes longer than all other work on a field. */
const suggestionsMax = 10

function unknownMessage(name: string, fields: readonly string[]): string {
  const nearest = nearestName(name, fields)
  return nearest ? `is not a field here; did you mean ${nearest}?` : 'is not a field here; remove it'
}

const emptyMessage = 'must not be empty, because an empty condition means all; leave it out'

/**
 * Returns the items of a body that is an array, or an object with the array under one of these names. A single value counts as one item,
 * and none as no items.
 */
export function itemsOf(body: unknown, ...names: string[]): unknown[] {
  if (Array.isArray(body)) return body
  const fields = fieldsOf(body)
  const found = names.map((name) => fields[name]).find((value) => value !== undefined)
  if (Array.isArray(found)) return found
  return found === undefined ? [] : [found]
}

/** Returns a field's text. Programs also send texts such as phones as numbers; refuses other types. */
export function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  return typeof value === 'string'
    ? value
    : typeof value === 'number'
      ? String(value)
      : failField(name, 'must be a text')
}

/** Returns a boolean field, which programs also write as text. Refuses other types. `path`: the field, for the error. */
export function flagOf(fields: Fields, name: string, path = name): boolean | undefined {
  const value = fields[name]
  if (isEmpty(value)) return undefined
  if (typeof value === 'boolean') return value
  return value === 'true' ? true : value === 'false' ? false : failField(path, 'must be true or false')
}

/** Returns a number, which programs also write as text. Refuses other types. `path`: the field, for the error. */
export function numberOf(value: unknown, path: string): number | undefined {
  if (isEmpty(value)) return undefined
  const number = typeof value === 'string' ? Number(value.trim() || Number.NaN) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : failField(path, 'must be a number')
}

/** Returns a value as text; an object as JSON. */
export const printed = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Returns the items as strings: each is a string or number, or an object with a `phone`, `wid` or `id`. Refuses other items. */
export const textsOf = (items: readonly unknown[], path: string): string[] =>
  items.map((item, i) => {
    if (typeof item === 'string' || typeof item === 'number') return String(item)
    const named = typeof item === 'object' && item !== null ? (item as Fields) : {}
    const value = named['phone'] ?? named['wid'] ?? named['id']
    return typeof value === 'string' ? value : failField(`${path}.${i}`, 'must be a text')
  })

/** Matches an ISO 8601 time: a date, and perhaps a time of day and an offset. `Date` also reads other texts, such as `in 5`, as some time. */
const isoTime = /^(\d{4}-\d\d(?:-\d\d)?)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(?:Z|([+-]\d\d)(?::?(\d\d))?)?)?$/i

/**
 * Returns a field's time in the main API's format; undefined if it is missing or null. Without an offset, it is in UTC. Refuses other text.
 * `path`: the field, for the error.
 */
export function dateOf(fields: Fields, name: string, path = name): string | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  const [, date, time = '00:00', hours = '+00', minutes = '00'] = isoTime.exec(printed(value)) ?? []
  const parsed = new Date(`${date}T${time}${hours}:${minutes}`)
  if (Number.isNaN(parsed.getTime())) failField(path, 'must be an ISO 8601 time')
  return parsed.toISOString()
}

const units: Readonly<Record<string, number>> = {
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
  mo: 2_592_000,
  y: 31_536_000,
}

/** A hundred years. A much longer duration would end after the last time that a `Date` can hold. */
const secondsMax = 100 * 31_536_000

/** Converts a duration such as `1h`, `10m`, or `30` to seconds. Refuses other text. */
export function secondsOf(value: unknown, path: string): number {
  const [, count = '', unit = 's'] = /^([\d.]{1,30})\s*(mo|[smhdwy])?$/.exec(printed(value ?? '').trim()) ?? []
  const seconds = count === '' ? Number.NaN : Number(count) * (units[unit] ?? 1)
  return seconds <= secondsMax ? seconds : failField(path, 'must be a duration such as 30s, 10m, 1h or 2d')
}

/** A request's query. Names may end in brackets, unused names are ignored, and an empty value counts as absent. */
export type Query = {
  text(...names: string[]): string | undefined
  /** All values for a name, which may be repeated, in brackets, or comma-separated. */
  many(...names: string[]): string[] | undefined
  flag(...names: string[]): boolean | undefined
  int(name: string, bounds: { min: number; max: number }): number | undefined
  /** A time in the main API's format. */
  time(...names: string[]): string | undefined
  /** Refuses other names, and empty values, on routes where a condition without effect would act on more. */
  only(names: readonly string[]): void
}

/** Decodes percent-encoded text. A percent sign that begins no code stays as it is. `name`: the parameter, for the error. */
function decoded(text: string, name: string): string {
  try {
    return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'))
  } catch {
    return failField(name, 'must be UTF-8, percent-encoded')
  }
}

/** Splits a query into names and values. A plus is literal, because phone numbers and time offsets start with it. */
function pairsOf(query: string): { name: string; value: string }[] {
  const pairs = query.split('&').filter((pair) => pair !== '')
  return pairs.map((pair) => {
    const [rawName = '', ...rest] = pair.split('=')
    const name = decoded(rawName, 'query').replace(/\[\d*\]$/, '')
    const value = decoded(rest.join('='), name)
    if (value.includes('\u0000')) failField(name, 'must not contain NUL')
    return { name, value }
  })
}

/** Collects a query's values by name, without empty ones, which count as absent. */
function valuesOf(pairs: ReturnType<typeof pairsOf>): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (const { name, value } of pairs) {
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

/**
 * Reads a request's query, in which a plus is a plus. Each reader of a text takes the names that programs use for a value, and uses the first
 * that is present. Refuses a query that isn't UTF-8 or contains NUL.
 */
export function readQuery(query: string): Query {
  const pairs = pairsOf(query)
  const values = valuesOf(pairs)
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
      return typeof given === 'boolean' && more.length === 0
        ? given
        : failField(names[0] ?? '', 'must be true or false')
    },
    int(name, { min, max }) {
      const given = text(name)
      if (given === undefined) return undefined
      const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN
      return value >= min && value <= max ? value : failField(name, `must be a number from ${min} to ${max}`)
    },
    time(...names) {
      const [name = '', given] = find(names) ?? []
      return dateOf({ [name]: given?.[0] }, name)
    },
    only(names) {
      for (const { name, value } of pairs) {
        if (!names.includes(name)) failField(name || 'query', 'is not a parameter of this request; remove it')
        if (/^[\s,]*$/.test(value)) failField(name, emptyMessage)
      }
    },
  }
}

/** Reads a list's order, if any: `sort=field:asc`, or `sort` and `order`; descending by default. Refuses fields that the list lacks. */
export function sortOf(query: Query, fields: readonly string[]): { field: string; ascending: boolean } | undefined {
  const sort = query.text('sort')
  if (sort === undefined) return undefined
  const [field = '', order = query.text('order') ?? 'desc'] = sort.split(':')
  if (!fields.includes(field)) fail('sort:unsupported')
  return { field, ascending: order.toLowerCase() === 'asc' }
}

/** Whether a list must be sorted in ascending order. Refuses fields that the list can't be sorted by. */
export const ascendingOf = (query: Query, fields: readonly string[]): boolean =>
  sortOf(query, fields)?.ascending ?? false

export type Window = { page: number; size: number }

/** Reads `page`, which starts at 0, and `size` or `limit`. */
export function windowOf(query: Query, { size = 20, max = 500 } = {}): Window {
  const bounds = { min: 1, max }
  const given = query.int('size', bounds) ?? query.int('limit', bounds) ?? size
  return { page: query.int('page', { min: 0, max: 1_000_000 }) ?? 0, size: given }
}

/** Returns one page of items that are already in memory. */
export const cut = <T>(items: readonly T[], { page, size }: Window): T[] => items.slice(page * size, (page + 1) * size)

/** Calls an operation that takes at most `size` items as often as needed. Returns all results in order. */
export async function inParts<I, T>(
  items: readonly I[],
  size: number,
  ask: (some: I[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const results: T[] = []
  for (let page = 0; page * size < items.length; page += 1) results.push(...(await ask(cut(items, { page, size }))))
  return results
}

/** Calls `ask` for each item, at most 50 at once, because a request can name hundreds. Returns the results in order. */
export const askEach = <I, T>(items: readonly I[], ask: (item: I) => Promise<T>): Promise<T[]> =>
  inParts(items, 50, (some) => Promise.all(some.map((item) => ask(item))))

/** Returns the time one millisecond later: the dialect's `after` excludes the time itself, and the main API's filters include it. */
export const justAfter = (time: string | undefined): string | undefined =>
  time === undefined ? undefined : new Date(Date.parse(time) + 1).toISOString()
