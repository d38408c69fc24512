import type { EntityManager } from '@mikro-orm/postgresql'
import { type Cursors, likeText, sql, type VerbContext } from '@posthorn/chassis'
import {
  type ContactFilter,
  type contacts,
  foldedText,
  fromAttributes,
  phoneSearched,
  spacedText,
} from '@posthorn/contracts'
import type { z } from 'zod'
import { Contact, type ContactRow } from '../entities/contact.ts'
import { columnOf } from './csv.ts'
import { hasChat } from './identities.sql.ts'

/** Collects bound values. `bind(value)` returns the placeholder to use. */
type Binder = { values: unknown[]; bind(value: unknown): string }

/** Creates a binder for one statement. */
export function binder(): Binder {
  const values: unknown[] = []
  return { values, bind: (value) => `$${values.push(value)}` }
}

/** An SQL condition on rows of `contact`. Its values are bound with the given binder. */
export type Condition = (binder: Binder) => string

/** Condition: the contact is in the address book. */
export const isListed = 'unlisted_at is null'

type Sort = `${keyof typeof orders}:${'asc' | 'desc'}`

const orders = {
  createdAt: { expression: 'created_at', type: 'timestamptz' },
  updatedAt: { expression: 'updated_at', type: 'timestamptz' },
  lastMessageAt: { expression: "coalesce(last_message_at, '-infinity')", type: 'timestamptz' },
  name: { expression: "coalesce(lower(name), '')", type: 'text' },
}

type PageInput = { size: number; cursor?: string | undefined }

type Selection = Caller & { where: Condition[]; sort: Sort; page: PageInput; cursors: Cursors }

/** The workspace to read, and the caller's numbers if the caller is restricted to some. */
type Caller = { workspace: string; numbers: readonly string[] | undefined }

/** Returns what limits the contacts that a caller may read, because the EntityManager's filters do not apply to statements. */
export function callerOf({ workspace, call }: Pick<VerbContext, 'workspace' | 'call'>): Caller {
  return { workspace, numbers: call.numbers }
}

/** Returns conditions for contacts in the address book that the caller may see. */
function seenBy({ workspace, numbers }: Caller, { bind }: Binder): string[] {
  const ofNumbers = numbers ? [`number_ids && ${bind([...numbers])}::text[]`] : []
  return [`workspace_id = ${bind(workspace)}`, isListed, ...ofNumbers]
}

/** Returns the columns of `contact` as SQL, so that the EntityManager can map the rows. */
const columnsOf = (em: EntityManager) =>
  em
    .getMetadata(Contact)
    .props.flatMap(({ fieldNames }) => fieldNames)
    .join(', ')

/** Returns a page of the contacts in the address book that the caller may see, with keyset pagination by the sort order and id. */
export async function selectContacts(
  em: EntityManager,
  { where, sort, page, cursors, ...caller }: Selection,
): Promise<{ rows: ContactRow[]; next: string | null }> {
  const [column, direction] = sort.split(':') as [keyof typeof orders, 'asc' | 'desc']
  const { expression, type } = orders[column]
  const statement = binder()
  const after = page.cursor === undefined ? undefined : cursors.take(page.cursor)
  const conditions = [...seenBy(caller, statement), ...where.map((condition) => condition(statement))]
  if (after) {
    const [value, id] = after.map((part) => statement.bind(part))
    conditions.push(`(${expression}, id) ${direction === 'asc' ? '>' : '<'} (${value}::${type}, ${id})`)
  }
  // Use one statement: a contact read separately could have changed and no longer match.
  const found = await sql<{ id: string; place: string }>(
    em,
    `select ${columnsOf(em)}, (${expression})::text as place from contact where ${conditions.join(' and ')}
     order by ${expression} ${direction}, id ${direction}
     limit ${page.size + 1}`,
    statement.values,
  )
  const shown = found.slice(0, page.size)
  const last = found.length > page.size ? shown.at(-1) : undefined
  return { rows: shown.map((row) => em.map(Contact, row)), next: last ? cursors.give([last.place, last.id]) : null }
}

/** Selects contacts by a search or, if it finds none, one page of those with a similar name. No other phone number counts as similar. */
export async function searchContacts(
  em: EntityManager,
  selection: Selection,
  search: string,
): Promise<{ rows: ContactRow[]; next: string | null }> {
  const { workspace, where, page } = selection
  const found = await selectContacts(em, { ...selection, where: [...where, searchCondition(workspace, search)] })
  if (found.rows.length > 0 || page.cursor !== undefined || phoneSearched(search) !== null) return found
  const close = closeNameCondition(workspace, search)
  return { ...(await selectContacts(em, { ...selection, where: [...where, close] })), next: null }
}

/** Counts the contacts in the address book that the caller may see and that meet all conditions. */
export async function countContacts(em: EntityManager, caller: Caller, where: Condition[]): Promise<number> {
  const statement = binder()
  const conditions = [...seenBy(caller, statement), ...where.map((condition) => condition(statement))]
  const rows = await sql<{ count: number }>(
    em,
    `select count(*)::int as count from contact where ${conditions.join(' and ')}`,
    statement.values,
  )
  return rows[0]?.count ?? 0
}

/** Maximum number of custom-field columns in an export. */
const fieldNamesMax = 200

/** Returns the first 200 custom field names of the caller's contacts, in alphabetical order. An export has a column for each. */
export async function fieldNames(em: EntityManager, { workspace, numbers }: Caller): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    em,
    `select distinct jsonb_object_keys(fields) as name from contact where workspace_id = $1 and fields <> '{}'
       and ($2::text[] is null or number_ids && $2) order by name limit ${fieldNamesMax}`,
    [workspace, numbers ?? null],
  )
  return rows.map(({ name }) => name)
}

type Filters = Omit<z.output<typeof contacts.contacts.list.input>, 'size' | 'cursor' | 'sort' | 'segment' | 'search'>

/** Maximum number of names compared in a fuzzy search: enough for any real name, and fast for a common one. */
const candidatesMax = 3_000
/** Minimum share of the search's trigrams that a name must contain. */
const similarityMin = 0.5

/**
 * Matches contacts whose name has all trigrams of the beginnings of the search's words, or whose email address, username, user id or phone number
 * starts with it. A text that starts with `+` matches only phone numbers. Each of these conditions uses a separate index.
 */
export function searchCondition(workspace: string, search: string): Condition {
  const phone = phoneSearched(search)
  if (phone !== null) return ({ bind }) => `phone like ${bind(`${phone}%`)}`
  const email = `${likeText(search.toLowerCase())}%`
  const username = search.toLowerCase().replace(/^@/, '')
  const userId = `${likeText(search)}%`
  const digits = /^[\d\s().-]+$/.test(search) ? search.replace(/\D/g, '') : ''
  // Each word may be incomplete, so ignore the trigrams that mark the end of a word.
  const begun = trigramsOf(search).filter((trigram) => !trigram.endsWith(' '))
  return ({ bind }) => {
    const among = `select id from contact where workspace_id = ${bind(workspace)}`
    const ways = [
      ...(begun.length === 0 ? [] : [`name_trigrams @> ${bind(begun)}::text[]`]),
      `lower(email) like ${bind(email)}`,
      ...(username === '' ? [] : [`lower(username) like ${bind(`${likeText(username)}%`)}`]),
      ...(digits === '' ? [] : [`phone like ${bind(`+${digits}%`)}`]),
    ]
    const known = `select contact_id from identity where workspace_id = ${bind(workspace)} and type <> 'phone' and value like ${bind(userId)}`
    // Use an array: otherwise, if no one has an email address, Postgres expects many matches and reads every contact.
    return `id = any(array(${[...ways.map((way) => `${among} and ${way}`), known].join(' union ')}))`
  }
}

/** Matches contacts whose name is similar to the text. The index finds names with a part that a typo would leave intact; these are compared. */
function closeNameCondition(workspace: string, search: string): Condition {
  const trigrams = trigramsOf(search).filter((trigram) => trigram.trim() !== '')
  if (trigrams.length === 0) return () => 'false'
  const parts = partsLeftByTypos(trigrams)
  return ({ bind }) => {
    const any = parts.map((part) => `name_trigrams @> ${bind(part)}::text[]`).join(' or ')
    const all = bind(trigrams)
    return `id in (
      select id from (
        select id, name_trigrams from contact where workspace_id = ${bind(workspace)} and (${any}) limit ${candidatesMax}
      ) as candidate
      where cardinality(array(select unnest(name_trigrams) intersect select unnest(${all}::text[])))
        >= ${similarityMin} * cardinality(${all}::text[])
    )`
  }
}

const timeColumns = [
  ['createdAfter', 'created_at >='],
  ['createdBefore', 'created_at <'],
  ['updatedAfter', 'updated_at >='],
  ['updatedBefore', 'updated_at <'],
] as const

/** Returns the conditions for a list's filters except the search, to be combined with AND. */
export function filterConditions(filters: Filters): Condition[] {
  const { phone, tag, tagExclude, field, country, blocked, optedOut, hasReplied, hasChat: chatted } = filters
  const conditions: (Condition | false)[] = [
    phone !== undefined && (({ bind }) => `phone = ${bind(phone)}`),
    tag !== undefined && (({ bind }) => `tags @> ${bind(tag)}::text[]`),
    tagExclude !== undefined && (({ bind }) => `not tags && ${bind(tagExclude)}::text[]`),
    field !== undefined && (({ bind }) => `fields @> ${bind(JSON.stringify(field))}::jsonb`),
    country !== undefined && (({ bind }) => `country = any(${bind(country)}::text[])`),
    blocked !== undefined && (({ bind }) => `blocked = ${bind(blocked)}`),
    optedOut !== undefined && (({ bind }) => `(opted_out_at is not null) = ${bind(optedOut)}`),
    hasReplied !== undefined && (({ bind }) => `(last_message_at is not null) = ${bind(hasReplied)}`),
    chatted !== undefined && (({ bind }) => `${hasChat} = ${bind(chatted)}`),
    ...timeColumns.map(([name, comparison]): Condition | false => {
      const limit = filters[name]
      return limit !== undefined && (({ bind }) => `${comparison} ${bind(limit)}::timestamptz`)
    }),
  ]
  return conditions.filter((condition) => condition !== false)
}

/** Returns the trigrams of each word in text order, like the column `name_trigrams`. */
export function trigramsOf(text: string): string[] {
  const padded = Array.from(`  ${spacedText(foldedText(text)).trim().replaceAll(/\s+/g, '  ')} `)
  const length = Math.max(0, padded.length - 2)
  return [...new Set(Array.from({ length }, (_, i) => padded.slice(i, i + 3).join('')))]
}

const groups = 4
/** Smaller groups match too many names: two trigrams at a word's start match 400 of 100,000 names, three match 24 (9 ms and 1 ms). */
const partMin = 3

/**
 * Splits a text's trigrams into groups, so that the intended name completely contains at least one of them: a typo affects adjacent
 * trigrams, so it leaves one of four groups intact. A text of 6 to 11 trigrams would have groups that are too small to be selective: its parts
 * are its start, its end, and both sides of each typo that leaves neither.
 */
export function partsLeftByTypos(trigrams: string[]): string[][] {
  const { length } = trigrams
  if (length < 2 * partMin || length >= groups * partMin) return inGroups(trigrams)
  // A typo spoils at most half of the trigrams.
  const spoiled = Math.floor(length / 2)
  const bothSides = Array.from({ length: Math.max(0, 2 * partMin + spoiled - length - 1) }, (_, i) => {
    const from = length - partMin - spoiled + 1 + i
    return [...trigrams.slice(0, from), ...trigrams.slice(from + spoiled)]
  })
  return [trigrams.slice(0, partMin), trigrams.slice(-partMin), ...bothSides]
}

/** Splits trigrams into at most four even groups of adjacent ones. One alone would match many names, so only the last group may be that small. */
function inGroups(trigrams: string[]): string[][] {
  const count = Math.min(groups, Math.ceil(trigrams.length / 2))
  const startOf = (i: number) => Math.ceil((i * trigrams.length) / count)
  return Array.from({ length: count }, (_, i) => trigrams.slice(startOf(i), startOf(i + 1)))
}

/** SQL of the attributes that a filter compares; below, of those that are true or false. */
const comparedColumns: Record<string, string> = {
  ...fromAttributes((_, name) => columnOf(name)),
  phone: 'phone',
  source: 'source',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  lastMessageAt: 'last_message_at',
  optedOutAt: 'opted_out_at',
}
const flags: Record<string, string> = {
  blocked: 'blocked',
  optedOut: 'opted_out_at is not null',
  hasReplied: 'last_message_at is not null',
  hasChat,
}

/** Compiles a filter to a condition with bound values, so that no input becomes part of the SQL text. */
export const filterCondition =
  (filter: ContactFilter): Condition =>
  (binder) =>
    compile(filter, binder)

/** Returns the SQL of a filter. Each condition is true or false, never null, so that `not` also works for empty attributes. */
function compile(node: ContactFilter, binder: Binder): string {
  if (node.all) return compileAll(node.all, 'and', binder)
  if (node.any) return compileAll(node.any, 'or', binder)
  if (node.not) return `not ${compile(node.not, binder)}`
  if (node.tag !== undefined) return `(tags @> array[${binder.bind(node.tag)}]::text[])`
  if (node.attribute !== undefined && node.attribute in flags) {
    return `((${flags[node.attribute]}) = ${binder.bind(node.is)}::boolean)`
  }
  const expression =
    node.field === undefined
      ? (comparedColumns[node.attribute ?? ''] as string)
      : `(fields ->> ${binder.bind(node.field)}::text)`
  return `coalesce(${compileComparison(expression, node, binder)}, false)`
}

const compileAll = (nodes: ContactFilter[], operator: 'and' | 'or', binder: Binder): string =>
  `(${nodes.map((node) => compile(node, binder)).join(` ${operator} `)})`

/** Compiles the comparison in a node: its one property that says how to compare. `expression`: the SQL of the attribute or field. */
function compileComparison(expression: string, node: ContactFilter, { bind }: Binder): string {
  if (node.exists !== undefined) return `${expression} is ${node.exists ? 'not null' : 'null'}`
  if (node.in) return `${expression} = any(${bind(node.in)}::text[])`
  if (node.contains !== undefined) return `${expression} ilike ${bind(`%${likeText(node.contains)}%`)}`
  if (node.startsWith !== undefined) return `${expression} ilike ${bind(`${likeText(node.startsWith)}%`)}`
  if (node.before !== undefined) return `${expression} < ${bind(node.before)}::timestamptz`
  if (node.after !== undefined) return `${expression} > ${bind(node.after)}::timestamptz`
  if (node.withinDays !== undefined)
    return `${expression} > now() - make_interval(days => ${bind(node.withinDays)}::int)`
  return `${expression} = ${bind(node.is)}::text`
}
