import type { File } from './call.ts'
import type { Action, Field } from './description/index.ts'

/** Thrown for a value that a field can't accept. */
export class FieldValueError extends Error {
  override name = 'FieldValueError'
}

export type Values = Readonly<Record<string, unknown>>

/** Returns whether the value is a file. Actions accept either a file or the id of a stored file. */
export function isFile(value: unknown): value is File {
  return typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array
}

/** Builds an operation's input from field values. Omits empty values. */
export function inputOf({ fields, fixed = {} }: Action, values: Values): Record<string, unknown> {
  const input: Record<string, unknown> = { ...fixed }
  for (const field of fields) {
    const value = valueOf(field, values[field.name])
    if (value !== undefined) place(input, field.at.split('.'), value)
    else if (field.required) throw new FieldValueError(`${field.label} is required`)
  }
  return input
}

/** Sets a value at a path in the input, and creates the objects on the way. */
function place(input: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path
  if (rest.length === 0) {
    input[name] = value
    return
  }
  const inner = (input[name] ?? {}) as Record<string, unknown>
  input[name] = inner
  place(inner, rest, value)
}

/** Converts what a platform passes for a field to what the operation expects. Platforms pass empty fields as empty text. */
function valueOf(field: Field, value: unknown): unknown {
  if (value === undefined || value === null || value === '') return undefined
  switch (field.kind) {
    case 'number':
      return numberOf(field, value)
    case 'boolean':
      return value === true || value === 'true'
    case 'time':
      return timeOf(field, value)
    case 'texts':
      return textsOf(value)
    case 'json':
      return jsonOf(field, value)
    case 'text':
    case 'lines':
    case 'choice':
      return typeof value === 'number' ? String(value) : value
    case 'bytes':
      return value
  }
}

/** Returns a number, which some platforms pass as text. */
function numberOf({ label }: Field, value: unknown): number {
  const number = Number(value)
  if (Number.isNaN(number)) throw new FieldValueError(`${label} must be a number`)
  return number
}

/** Returns a time as the API expects it. Platforms pass it in their own forms. */
function timeOf({ label }: Field, value: unknown): string {
  const time = new Date(value as string | number | Date)
  if (Number.isNaN(time.getTime())) throw new FieldValueError(`${label} must be a time, such as 2026-11-20T08:30:00Z`)
  return time.toISOString()
}

/** Splits a string into lines or at commas. Returns a list unchanged. */
function textsOf(value: unknown): unknown[] | undefined {
  const list = Array.isArray(value) ? (value as unknown[]) : String(value).split(/\n/.test(String(value)) ? '\n' : ',')
  const items = list
    .map((each) => (typeof each === 'string' ? each.trim() : String(each)))
    .filter((each) => each !== '')
  return items.length === 0 ? undefined : items
}

/** Parses JSON. Some platforms pass it as text, others as an object. */
function jsonOf({ label }: Field, value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    const parsed: unknown = JSON.parse(value)
    return parsed
  } catch {
    throw new FieldValueError(`${label} must be JSON`)
  }
}
