import { contactFields, describePhone, fieldsMax, isPossiblePhone, normalisePhone, tagsMax } from '@posthorn/contracts'
import type { z } from 'zod'
import { plainCell } from '../contacts/csv.ts'

/** What a row says of a contact, ready to be written. */
export type Candidate = {
  row: number
  phone: string
  name?: string
  firstName?: string
  lastName?: string
  email?: string
  company?: string
  country: string | null
  /** The country was given, not derived from the phone. */
  countryGiven: boolean
  language?: string
  tags: string[]
  fields: Record<string, string>
}

/** A fault in one cell of a row. */
export type RowFault = { row: number; column: string; errorCode: string; message: string; value: string | null }

/** How rows are read: what each column fills, by its place, and the tags of the whole import. */
export type Plan = { columns: string[]; targets: string[]; tags: string[] }

const checks: Record<string, z.ZodType> = {
  name: contactFields.name,
  firstName: contactFields.firstName,
  lastName: contactFields.lastName,
  email: contactFields.email,
  company: contactFields.company,
  country: contactFields.country,
  language: contactFields.language,
  tags: contactFields.tags,
  fields: contactFields.fields,
}

/** Longest excerpt of a faulty value, in characters. */
const excerptCharactersMax = 300
const phoneFault = 'must be an international phone number such as +4915112345678'

/** A row as a candidate, or with every fault in it. Empty cells say nothing. */
export function readRow(cells: readonly string[], row: number, plan: Plan): Candidate | RowFault[] {
  const given: Record<string, string> = {}
  const fields: Record<string, string> = {}
  for (const [i, target] of plan.targets.entries()) {
    const value = plainCell(cells[i]?.trim() ?? '')
    if (target === 'ignore' || value === '') continue
    if (target.startsWith('fields.')) fields[target.slice('fields.'.length)] = value
    else given[target] = value
  }
  const { phone: typed = '', tags: listed = '', ...texts } = given
  if (texts['country']) texts['country'] = texts['country'].toUpperCase()
  const own = listed.split(/[,;|]/).map((tag) => tag.trim())
  const tags = [...new Set([...own.filter(Boolean), ...plan.tags])]
  const faults = [
    ...Object.entries(texts).flatMap(([name, value]) => faultOf(name, value, value)),
    ...faultOf('tags', tags, listed),
    ...faultOf('fields', fields, null),
  ]
  const phone = normalisePhone(typed)
  if (!isPossiblePhone(phone))
    faults.unshift({ target: 'phone', code: 'phone:invalid', message: phoneFault, value: typed })
  if (faults.length > 0) return faults.map((fault) => rowFault(fault, row, plan))
  const countryGiven = texts['country'] !== undefined
  const country = texts['country'] ?? describePhone(phone)?.country ?? null
  return { ...texts, row, phone, country, countryGiven, tags, fields }
}

type Fault = { target: string; code: string; message: string; value: string | null }

function faultOf(target: string, value: unknown, typed: string | null): Fault[] {
  const refused = checks[target]?.safeParse(value).error?.issues[0]
  if (!refused) return []
  const entry = target === 'fields' && refused.path.length > 0 ? String(refused.path[0]) : undefined
  const place = entry === undefined ? target : `fields.${entry}`
  const code =
    refused.code === 'too_big' && typed === null && entry === undefined ? 'contact:too_many' : 'field:invalid'
  const excerpt = entry === undefined ? typed : ((value as Record<string, string>)[entry] ?? null)
  return [{ target: place, code, message: refused.message, value: excerpt }]
}

function rowFault({ target, code, message, value }: Fault, row: number, plan: Plan): RowFault {
  const column = plan.columns[plan.targets.indexOf(target)] ?? target
  const excerpt = value === null ? null : value.slice(0, excerptCharactersMax).toWellFormed().replaceAll('\u0000', '')
  return { row, column, errorCode: code, message, value: excerpt }
}

/** The refusal of a row whose contact would have too many tags or fields after the update. */
export function tooMany(row: number): RowFault {
  const message = `the contact would have more than ${tagsMax} tags or ${fieldsMax} fields`
  return { row, column: 'tags', errorCode: 'contact:too_many', message, value: null }
}
