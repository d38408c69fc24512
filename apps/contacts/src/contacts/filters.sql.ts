import { likeText } from '@posthorn/chassis'
import {
  type ContactFilter,
  type contacts,
  foldedText,
  fromAttributes,
  phoneSearched,
  spacedText,
} from '@posthorn/contracts'
import type { z } from 'zod'
import { columnOf } from './csv.ts'
import type { Binder, Condition } from './select.sql.ts'
import { hasChat } from './tombstones.sql.ts'

type Filters = Omit<z.output<typeof contacts.contacts.list.input>, 'size' | 'cursor' | 'sort' | 'segment' | 'search'>

/** Maximum number of names compared in a fuzzy search: enough for any real name, and fast for a common one. */
const candidatesMax = 3_000
/** Minimum share of the search's trigrams that a name must contain. */
const similarityMin = 0.5

/**
 * Matches contacts that have the text at the start of a word in the name, or at the start of the phone number, email address, username or
 * user id. Each of these conditions uses a separate index.
 */
export function searchCondition(workspace: string, search: string): Condition {
  const phone = phoneSearched(search)
  if (phone !== null) return ({ bind }) => `phone like ${bind(`${phone}%`)}`
  const email = `${likeText(search.toLowerCase())}%`
  const username = `${likeText(search.toLowerCase().replace(/^@/, ''))}%`
  const userId = `${likeText(search)}%`
  const digits = /^[\d\s().-]+$/.test(search) ? search.replace(/\D/g, '') : ''
  // The last word may be incomplete, so ignore the trigram that marks its end.
  const begun = trigramsOf(search).filter((trigram) => !trigram.endsWith(' ') || trigram.trim() === '')
  return ({ bind }) => {
    const among = `select id from contact where workspace_id = ${bind(workspace)}`
    const ways = [
      ...(begun.length === 0 ? [] : [`name_trigrams @> ${bind(begun)}::text[]`]),
      `lower(email) like ${bind(email)}`,
      `lower(username) like ${bind(username)}`,
      ...(digits === '' ? [] : [`phone like ${bind(`+${digits}%`)}`]),
    ]
    const known = `select contact_id from identity where workspace_id = ${bind(workspace)} and type <> 'phone' and value like ${bind(userId)}`
    // Use an array: otherwise, if no one has an email address, Postgres expects many matches and reads every contact.
    return `id = any(array(${[...ways.map((way) => `${among} and ${way}`), known].join(' union ')}))`
  }
}

/** Matches contacts whose name is similar to the text, allowing for typos. */
export function closeNameCondition(workspace: string, search: string): Condition {
  const trigrams = trigramsOf(search)
  const parts = partsLeftBySlips(trigrams)
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
/**
 * Smaller groups match too many names: two trigrams at the start of a word match 400 of 100,000 names, three match 24 (measured: 9 ms and 1
 * ms).
 */
const partMin = 3

/**
 * Splits a text's trigrams into groups, so that the intended name completely contains at least one of them: a typo affects adjacent
 * trigrams, so it leaves one of four groups intact. For a short text, whose groups would be too small to be selective, returns the start,
 * the end, or both.
 */
export function partsLeftBySlips(trigrams: string[]): string[][] {
  const { length } = trigrams
  if (length < 2 * partMin || length >= groups * partMin) return inGroups(trigrams)
  const spoilt = Math.floor(length / 2)
  const bothSides = Array.from({ length: Math.max(0, 2 * partMin + spoilt - length) }, (_, i) => {
    const from = length - partMin - spoilt + 1 + i
    return [...trigrams.slice(0, from), ...trigrams.slice(from + spoilt)]
  })
  return [trigrams.slice(0, partMin), trigrams.slice(-partMin), ...bothSides]
}

function inGroups(trigrams: string[]): string[][] {
  const size = Math.max(2, Math.ceil(trigrams.length / groups))
  return Array.from({ length: Math.ceil(trigrams.length / size) }, (_, i) => trigrams.slice(i * size, (i + 1) * size))
}

const columns: Record<string, string> = {
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
export function filterCondition(filter: ContactFilter): Condition {
  return (binder) => compile(filter, binder)
}

// Each condition is true or false, never null, so that `not` also works for empty attributes.
function compile(node: ContactFilter, binder: Binder): string {
  if (node.all) return joined(node.all, 'and', binder)
  if (node.any) return joined(node.any, 'or', binder)
  if (node.not) return `not ${compile(node.not, binder)}`
  if (node.tag !== undefined) return `(tags @> array[${binder.bind(node.tag)}]::text[])`
  if (node.attribute !== undefined && node.attribute in flags) {
    return `((${flags[node.attribute]}) = ${binder.bind(node.is)}::boolean)`
  }
  const subject =
    node.field === undefined
      ? (columns[node.attribute ?? ''] as string)
      : `(fields ->> ${binder.bind(node.field)}::text)`
  return `coalesce(${asked(subject, node, binder)}, false)`
}

function joined(nodes: ContactFilter[], word: 'and' | 'or', binder: Binder): string {
  return `(${nodes.map((node) => compile(node, binder)).join(` ${word} `)})`
}

function asked(subject: string, node: ContactFilter, { bind }: Binder): string {
  if (node.exists !== undefined) return `${subject} is ${node.exists ? 'not null' : 'null'}`
  if (node.in) return `${subject} = any(${bind(node.in)}::text[])`
  if (node.contains !== undefined) return `${subject} ilike ${bind(`%${likeText(node.contains)}%`)}`
  if (node.startsWith !== undefined) return `${subject} ilike ${bind(`${likeText(node.startsWith)}%`)}`
  if (node.before !== undefined) return `${subject} < ${bind(node.before)}::timestamptz`
  if (node.after !== undefined) return `${subject} > ${bind(node.after)}::timestamptz`
  if (node.withinDays !== undefined) return `${subject} > now() - make_interval(days => ${bind(node.withinDays)}::int)`
  return `${subject} = ${bind(node.is)}::text`
}
