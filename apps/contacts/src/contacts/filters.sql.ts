import type { contacts } from '@posthorn/contracts'
import type { z } from 'zod'
import type { Condition } from './select.sql.ts'

type Filters = Omit<z.output<typeof contacts.contacts.list.input>, 'size' | 'cursor' | 'page' | 'sort' | 'segment'>

/** Share of the searched word's trigrams that a name must have: forgives a slip in five letters or so. */
const similarityMin = 0.5

/** Escapes what `like` would interpret. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

function searchCondition(search: string): Condition {
  const email = `${likeText(search.toLowerCase())}%`
  const digits = /^\+?[\d\s().-]+$/.test(search) ? search.replace(/\D/g, '') : ''
  return ({ bind }) => {
    const text = bind(search)
    const shared = `cardinality(array(select unnest(trigrams(name)) intersect select unnest(trigrams(${text}))))`
    const fuzzy = `trigrams(name) && trigrams(${text}) and ${shared} >= ${similarityMin} * cardinality(trigrams(${text}))`
    const phone = digits === '' ? '' : ` or phone like ${bind(`+${digits}%`)}`
    return `((${fuzzy}) or lower(email) like ${bind(email)}${phone})`
  }
}

/** The conditions of a list's filters; all must hold. */
export function filterConditions(filters: Filters): Condition[] {
  const { search, phone, tag, tagExclude, field, country, blocked, optedOut, hasReplied, updatedAfter } = filters
  const conditions: (Condition | false)[] = [
    search !== undefined && searchCondition(search),
    phone !== undefined && (({ bind }) => `phone = ${bind(phone)}`),
    tag !== undefined && (({ bind }) => `tags @> ${bind(tag)}::text[]`),
    tagExclude !== undefined && (({ bind }) => `not tags && ${bind(tagExclude)}::text[]`),
    field !== undefined && (({ bind }) => `fields @> ${bind(JSON.stringify(field))}::jsonb`),
    country !== undefined && (({ bind }) => `country = any(${bind(country)}::text[])`),
    blocked !== undefined && (({ bind }) => `blocked = ${bind(blocked)}`),
    optedOut !== undefined && (({ bind }) => `(opted_out_at is not null) = ${bind(optedOut)}`),
    hasReplied !== undefined && (({ bind }) => `(last_message_at is not null) = ${bind(hasReplied)}`),
    updatedAfter !== undefined && (({ bind }) => `updated_at > ${bind(updatedAfter)}::timestamptz`),
  ]
  return conditions.filter((condition) => condition !== false)
}
