import { likeText } from '@posthorn/chassis'
import { type contacts, phoneSearched } from '@posthorn/contracts'
import type { z } from 'zod'
import { hasChat } from './chats.sql.ts'
import type { Condition } from './select.sql.ts'
import { partsLeftBySlips, trigramsOf } from './trigrams.ts'

type Filters = Omit<z.output<typeof contacts.contacts.list.input>, 'size' | 'cursor' | 'sort' | 'segment' | 'search'>

/** Maximum number of names compared in a fuzzy search: enough for any real name, and fast for a common one. */
const candidatesMax = 3_000
/** Share of the search's trigrams that a name must contain. */
const similarityMin = 0.5

/** Condition: words of a name, a phone, an email address, a username or a user id start with the text. Each uses its own index. */
export function searchCondition(workspace: string, search: string): Condition {
  const phone = phoneSearched(search)
  if (phone !== null) return ({ bind }) => `phone like ${bind(`${phone}%`)}`
  const email = `${likeText(search.toLowerCase())}%`
  const username = `${likeText(search.toLowerCase().replace(/^@/, ''))}%`
  const userId = `${likeText(search)}%`
  const digits = /^[\d\s().-]+$/.test(search) ? search.replace(/\D/g, '') : ''
  // A word being typed has no end yet.
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
    // As an array: otherwise, if no one has an address, Postgres expects many matches and reads every contact.
    return `id = any(array(${[...ways.map((way) => `${among} and ${way}`), known].join(' union ')}))`
  }
}

/** Condition: the name is similar to the text, allowing for typos. */
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

/** Conditions of a list's filters except search, combined with AND. */
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
