import {
  type AttributeName,
  contactFields,
  countryOfPhone,
  fieldsMax,
  fromAttributes,
  readPhone,
  storedPhoneFault,
  tagsMax,
  time,
  userIdForm,
} from '@posthorn/contracts'
import { z } from 'zod'
import { plainCell, tagsOf } from '../contacts/csv.ts'
import type { JsonContact } from './table.ts'

/** A contact to store, as described by a row. */
export type Candidate = { [K in Exclude<AttributeName, 'country'>]?: string } & {
  row: number
  /** The row's identifier: its phone number, or the user id if it has none. */
  address: string
  phone: string | null
  userId: string | null
  country: string | null
  /** Whether the row contains the country. Otherwise, it is derived from the phone number. */
  countryGiven: boolean
  tags: string[]
  fields: Record<string, string>
  /** When the contact opted out; null if it didn't. */
  optedOutAt: string | null
  blocked: boolean
}

/**
 * An error in a cell. `message` doesn't quote it, because an erasure clears only `value` and `cells`. `line`: the line of the file where the
 * row starts. `cells`: the complete row, set only on the row's first error.
 */
export type RowFault = {
  row: number
  line?: number | null
  column: string
  errorCode: string
  message: string
  value: string | null
  cells?: string[] | null
}

/** How to read an import's rows: the attribute or field of each column, tags for all rows, and the default country of phone numbers. */
type Plan = { columns: string[]; targets: string[]; tags: string[]; country: string | null }

/** Whether the API takes the time. Others, such as the earliest of .NET in a time zone east of UTC, can't be stored. */
const isTime = (text: string) => time.safeParse(text).success

const optOutFault = 'must be a time such as 2026-11-20T08:30:00Z, or true or false'

/** The API's check of each attribute, and the checks of texts that only files have. */
const checks: Record<string, z.ZodType> = {
  ...fromAttributes((_, name) => contactFields[name]),
  tags: contactFields.tags,
  fields: contactFields.fields,
  optedOutAt: z.union([
    z.iso.datetime({ offset: true, error: optOutFault }).refine(isTime, { message: optOutFault }),
    z.stringbool({ error: optOutFault }),
  ]),
  blocked: z.stringbool({ error: 'must be true or false' }),
}

const excerptCharactersMax = 300
const userIdFault = 'must be a user id of the provider such as DE.13491208655302741918'

/** Content of a row: values by attribute, custom fields, tags, and the original tags cell. */
type RowContent = {
  texts: Record<string, string>
  fields: Record<string, string>
  tags: string[]
  listed: string | null
}

/** Reads a row of a file. An empty cell counts as missing, so that an update keeps the stored value. */
function readCells(cells: readonly string[], plan: Plan): RowContent {
  const texts: Record<string, string> = {}
  const fields: Record<string, string> = {}
  for (const [i, target] of plan.targets.entries()) {
    const value = plainCell(cells[i]?.trim() ?? '')
    if (target === 'ignore' || value === '') continue
    if (target.startsWith('fields.')) fields[target.slice('fields.'.length)] = value
    else texts[target] = value
  }
  const { tags: listed = '', ...others } = texts
  return { texts: others, fields, tags: tagsOf(listed), listed }
}

/** Reads a contact given as JSON. Skips empty values, as for a file. */
function readJson({ fields = {}, tags = [], ...attributes }: JsonContact): RowContent {
  const texts = Object.entries(attributes).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)] as const],
  )
  const own = Object.entries(fields).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return { texts: Object.fromEntries(texts), fields: Object.fromEntries(own), tags, listed: null }
}

/** Converts a row to a candidate, or returns all of its errors. */
export function readRow(content: readonly string[] | JsonContact, row: number, plan: Plan): Candidate | RowFault[] {
  const read = Array.isArray(content) ? readCells(content, plan) : readJson(content as JsonContact)
  const { fields, listed } = read
  const { phone: phoneText = '', userId = null, ...texts } = read.texts
  if (texts['country']) texts['country'] = texts['country'].toUpperCase()
  const tags = [...new Set([...read.tags, ...plan.tags])]
  const faults = [
    ...Object.entries(texts).flatMap(([name, value]) => faultOf(name, value, value)),
    ...faultOf('tags', tags, listed),
    ...faultOf('fields', fields, null),
  ]
  // A row without any identifier gets the error of a missing phone number.
  const hasPhone = phoneText !== '' || userId === null
  const phone = hasPhone ? readPhone(phoneText, texts['country'] ?? plan.country) : null
  const address = phone ?? userId
  if (userId !== null && !userIdForm.test(userId))
    faults.unshift({ target: 'userId', code: 'field:invalid', message: userIdFault, value: userId })
  if (hasPhone && phone === null)
    faults.unshift({ target: 'phone', code: 'phone:invalid', message: storedPhoneFault(phoneText), value: phoneText })
  if (address === null || faults.length > 0) return faults.map((fault) => rowFault(fault, row, plan))
  const countryGiven = texts['country'] !== undefined
  const country = texts['country'] ?? (phone === null ? null : countryOfPhone(phone))
  return {
    ...texts,
    row,
    address,
    phone,
    userId,
    country,
    countryGiven,
    tags,
    fields,
    optedOutAt: optOutOf(texts['optedOutAt']),
    blocked: texts['blocked'] !== undefined && isTrue(texts['blocked']),
  }
}

/** Whether a checked cell says yes, such as `true`, `1` or `on`. */
const isTrue = (text: string) => z.stringbool().parse(text)

/** Returns when a contact opted out: the time given, or the current time if the cell only says yes. Null if it didn't. */
function optOutOf(text: string | undefined): string | null {
  if (text === undefined) return null
  if (/^\d{4}-/.test(text)) return new Date(text).toISOString()
  return isTrue(text) ? new Date().toISOString() : null
}

/** An error of an attribute or field, before it is known which column it is from. */
type Fault = { target: string; code: string; message: string; value: string | null }

/** Checks a value as the API would, and returns its first error. `cell`: the original text to show; null if not from a single cell. */
function faultOf(target: string, value: unknown, cell: string | null): Fault[] {
  const issue = checks[target]?.safeParse(value).error?.issues[0]
  if (!issue) return []
  const entry = target === 'fields' && issue.path.length > 0 ? String(issue.path[0]) : undefined
  const place = entry === undefined ? target : `fields.${entry}`
  const code = issue.code === 'too_big' && cell === null && entry === undefined ? 'contact:too_many' : 'field:invalid'
  const excerpt = entry === undefined ? cell : ((value as Record<string, string>)[entry] ?? null)
  return [{ target: place, code, message: issue.message, value: excerpt }]
}

/** Turns an error of an attribute into one of its column. Shortens the value and removes characters that Postgres can't store. */
function rowFault({ target, code, message, value }: Fault, row: number, plan: Plan): RowFault {
  const column = plan.columns[plan.targets.indexOf(target)] ?? target
  const excerpt = value === null ? null : value.slice(0, excerptCharactersMax).toWellFormed().replaceAll('\u0000', '')
  return { row, column, errorCode: code, message, value: excerpt }
}

/** Returns the error for a row whose contact already exists, if the import accepts only new contacts. */
export function duplicate({ row, phone, address }: Candidate): RowFault {
  const column = phone === null ? 'userId' : 'phone'
  const message = `a contact with this ${phone === null ? 'user id' : 'phone'} already exists`
  return { row, column, errorCode: 'contact:duplicate', message, value: address }
}

/** Another transaction changed, removed or merged a contact after it was read for its row. */
export class Overtaken extends Error {}

/** Returns the error for a row whose contact would get too many tags or fields. */
export function tooMany(row: number): RowFault {
  const message = `the contact would have more than ${tagsMax} tags or ${fieldsMax} fields`
  return { row, column: 'tags', errorCode: 'contact:too_many', message, value: null }
}
