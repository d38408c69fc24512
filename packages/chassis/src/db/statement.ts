import type { EntityManager } from '@mikro-orm/postgresql'
import { CompiledQuery } from 'kysely'
import { lastMark } from './driver/adapter.ts'
import { pack, packLightly } from './packed.ts'

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

/** Returns the time by the clock of Postgres. Times that different processes store and compare need it, because their own clocks differ. */
export async function databaseTime(em: EntityManager): Promise<Date> {
  const [row] = await sql(em, 'select clock_timestamp() as now')
  return new Date(isoTime(row?.['now']) ?? Date.now())
}

/** Type OIDs of `text` and `bytea` in Postgres. */
const [textOid, byteaOid] = [25, 17]
/** Header: number of dimensions, NULL flag and element type. It is followed by the length and lower bound of the only dimension. */
const [headBytes, dimensionBytes, lengthBytes] = [12, 8, 4]

/**
 * Returns the binary form of `text[]` (`array_recv` in Postgres's arrayfuncs.c), which the driver sends unchanged. Saves escaping here and
 * parsing in Postgres: with 1 KB of JSON per row, half the CPU of a text array on both ends (measured).
 */
export const textArray = (texts: readonly (string | null | undefined)[]): Buffer => arrayOf(textOid, texts)

/** Returns the binary form of an array whose elements have the type `elementOid`. */
function arrayOf(elementOid: number, elements: readonly (string | Buffer | null | undefined)[]): Buffer {
  const isEmpty = elements.length === 0
  const sizes = elements.reduce<number>(
    (sum, element) => sum + lengthBytes + (element ? Buffer.byteLength(element) : 0),
    0,
  )
  const bytes = Buffer.allocUnsafe(headBytes + (isEmpty ? 0 : dimensionBytes) + sizes)
  let at = bytes.writeInt32BE(isEmpty ? 0 : 1, 0)
  at = bytes.writeInt32BE(elements.some((element) => element === null || element === undefined) ? 1 : 0, at)
  at = bytes.writeInt32BE(elementOid, at)
  if (isEmpty) return bytes
  at = bytes.writeInt32BE(elements.length, at)
  at = bytes.writeInt32BE(1, at)
  for (const element of elements) {
    const written = writeElement(bytes, at + lengthBytes, element)
    at = bytes.writeInt32BE(written, at) + Math.max(0, written)
  }
  return bytes
}

/** Writes an element and returns its length, or -1 for NULL. */
function writeElement(bytes: Buffer, at: number, element: string | Buffer | null | undefined): number {
  if (element === null || element === undefined) return -1
  return typeof element === 'string' ? bytes.write(element, at) : element.copy(bytes, at)
}

/** TypeScript types accepted for each Postgres type of a parameter or column. null and undefined become NULL. */
type Values = {
  text: string
  'text[]': readonly string[]
  smallint: number
  integer: number
  bigint: number | string
  float8: number
  boolean: boolean
  timestamptz: Date | string
  date: Date | string
  interval: string
  uuid: string
  json: unknown
  jsonb: unknown
}

export type PgType = keyof Values

type Value<T extends PgType> = Values[T] | null | undefined

/**
 * Type of a column. `document`: long text or JSON. `packed`: compressed text, stored as `bytea`; `packed lightly` is larger, and costs less CPU.
 * All are sent separately from the rows, because escaping them costs more than all other columns.
 */
type ColumnType = PgType | 'document' | 'packed' | 'packed lightly'

const typesSentSeparately = { document: 'text', packed: 'bytea', 'packed lightly': 'bytea' } as const

/** Returns whether a column is sent in a parameter apart from the rows' JSON, because escaping its long values costs more. */
function isSentSeparately<C extends { type: ColumnType }>(
  column: C,
): column is C & { type: keyof typeof typesSentSeparately } {
  return column.type in typesSentSeparately
}

type Read<I> = { [T in ColumnType]: readonly [T, (item: I) => Value<T extends PgType ? T : 'text'>] }[ColumnType]

/** Type of each column. If the item has no field with the column's name, the column also needs a function that reads its value. */
type Columns<I> = Readonly<Record<string, Read<I>> | { [K in string & keyof I]?: ColumnType | Read<I> }>

/**
 * Rows that a statement accepts: their columns in order, and the parameters that carry them. One parameter holds the rows as JSON, plus an
 * array for each separate column.
 */
export type RowType<I> = {
  names: readonly string[]
  /** Definitions of the columns sent in the JSON. `beside`: definitions of the separate columns. */
  inJson: readonly Column[]
  beside: readonly Column[]
  write(items: readonly I[]): [string, ...Buffer[]]
}

type Column = { name: string; type: ColumnType | 'bytea' }

/**
 * Defines a row's columns and their types. The casts, the alias list, and the parameters are derived from them.
 *
 * `rowType<Sent>({ id: 'text', sent_at: ['timestamptz', ({ sentAt }) => sentAt] })`
 */
export function rowType<I>(columns: Columns<I>): RowType<I> {
  const all = Object.entries(columns as Record<string, ColumnType | Read<I>>).map(([name, column]) => {
    const [type, read] = typeof column === 'string' ? [column, (item: I) => item[name as keyof I]] : column
    return { name, type, read: read as (item: I) => unknown }
  })
  const beside = all.filter(isSentSeparately)
  const others = all.filter((column) => !isSentSeparately(column))
  // An omitted column means NULL, and leaves less for Postgres to read.
  const toRow = (item: I) => {
    const row: Record<string, unknown> = {}
    for (const { name, read } of others) {
      const value = read(item)
      if (value !== null) row[name] = value
    }
    return row
  }
  return {
    names: all.map(({ name }) => name),
    inJson: others,
    beside: beside.map(({ name, type }) => ({ name, type: typesSentSeparately[type] })),
    write: (items) => [
      toJson(items.map(toRow)),
      ...beside.map(({ type, read }) => {
        const texts = items.map((item) => read(item) as Value<'text'>)
        if (type === 'document') return textArray(texts)
        return packedArray(texts, type === 'packed' ? pack : packLightly)
      }),
    ],
  }
}

/** Returns texts, compressed by `packText`, as a `bytea[]` in binary form. */
const packedArray = (texts: readonly Value<'text'>[], packText: (text: string) => Buffer): Buffer =>
  arrayOf(
    byteaOid,
    texts.map((text) => (text === null || text === undefined ? null : packText(text))),
  )

type Inputs = Readonly<Record<string, PgType | RowType<never>>>

type WrittenRows = {
  /** Returns the rows as a table: `from ${rows.as('r')}`. */
  as(alias: string): string
  /** Returns comma-separated column names, prefixed with `alias.` if given. */
  list(alias?: string): string
}

type Written<In extends Inputs> = { [K in keyof In]: In[K] extends PgType ? string : WrittenRows }

type InputValues<In extends Inputs> = {
  [K in keyof In]: In[K] extends PgType ? Value<In[K]> : In[K] extends RowType<infer I> ? readonly I[] : never
}

export type BoundStatement = { text: string; params: readonly unknown[] }

/**
 * Defines a statement with named parameters. Its text is constant, so it stays prepared. Rows are sent as one JSON parameter. Compared to
 * one array per column, this takes two thirds of the CPU at 1 row, 90 % at 16 rows, and the same at 100 (measured with 24 columns).
 * Documents are sent separately, as binary arrays, which takes half the CPU of JSON within JSON, both here and in Postgres (measured with
 * documents of 1 KB).
 *
 * `const mark = statement({ sent: sentRow, at: 'timestamptz' }, ({ sent, at }) => `… from ${sent.as('s')} where t.id = s.id and t.at < ${at}`)`,
 * then `sql(em, mark({ sent, at }))`.
 */
export function statement<const In extends Inputs>(
  inputs: In,
  write: (names: Written<In>) => string,
): (values: InputValues<In>) => BoundStatement {
  const names = Object.keys(inputs)
  let place = 1
  const placed = names.map((name) => {
    const input = inputs[name] as PgType | RowType<never>
    const placeholder = placeholderOf(input, place)
    place += typeof input === 'string' ? 1 : 1 + input.beside.length
    return [name, placeholder]
  })
  const text = write(Object.fromEntries(placed) as Written<In>)
  return (values) => ({
    text,
    params: names.flatMap((name) => parametersOf(inputs[name] as PgType | RowType<never>, values[name as keyof In])),
  })
}

/** Returns what a statement's text uses for an input: a placeholder with its type, or rows. `place`: number of the first parameter. */
function placeholderOf(input: PgType | RowType<never>, place: number): string | WrittenRows {
  if (typeof input === 'string') return `$${place}::${input}`
  const { names, inJson, beside } = input
  const definitions = inJson.map(({ name, type }) => `${name} ${type}`).join(', ')
  const arrays = beside.map(({ type }, i) => `unnest($${place + 1 + i}::${type}[])`).join(', ')
  const inOrder = [...inJson, ...beside].map(({ name }) => name).join(', ')
  return {
    as: (alias) =>
      beside.length === 0
        ? `json_to_recordset($${place}::json) as ${alias} (${definitions})`
        : `rows from (json_to_recordset($${place}::json) as (${definitions}), ${arrays}) as ${alias} (${inOrder})`,
    list: (alias) => names.map((name) => (alias === undefined ? name : `${alias}.${name}`)).join(', '),
  }
}

/** Returns an input's value as parameters, in the order of its placeholders. */
function parametersOf(input: PgType | RowType<never>, value: unknown): unknown[] {
  if (typeof input !== 'string') return input.write(value as readonly never[])
  if (value === null || value === undefined) return [null]
  if (input === 'text[]') return [textArray(value as readonly string[])]
  return [input === 'json' || input === 'jsonb' ? toJson(value) : value]
}

/** Returns JSON that Postgres accepts. An unpaired surrogate becomes U+FFFD, as in a text parameter. */
function toJson(value: unknown): string {
  const text = JSON.stringify(value)
  return text.includes('\\ud') ? JSON.stringify(value, wellFormed) : text
}

const wellFormed = (_key: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)
