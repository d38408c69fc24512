import type { z } from 'zod'

type Kind = 'number' | 'boolean' | 'text'
type Field = { kind: Kind; many: boolean; record?: true }

/** Decodes a query string into the types of the operation's fields. Values that can't be parsed stay strings, which validation refuses. */
export type QueryDecoder = (query: URLSearchParams) => Record<string, unknown>

type Def = { type: string; innerType?: z.ZodType; element?: z.ZodType; in?: z.ZodType }

const wrappers = new Set(['optional', 'default', 'prefault', 'nullable', 'readonly', 'catch', 'nonoptional'])

/** Returns how to decode a field: the kind of its values, and whether it is a list or has named values. */
function fieldOf(schema: z.ZodType): Field {
  const def = (schema as unknown as { _zod: { def: Def } })._zod.def
  if (wrappers.has(def.type) && def.innerType) return fieldOf(def.innerType)
  if (def.type === 'record') return { kind: 'text', many: false, record: true }
  if (def.type === 'array' && def.element) return { kind: fieldOf(def.element).kind, many: true }
  if (def.type === 'number' || def.type === 'boolean') return { kind: def.type, many: false }
  return { kind: 'text', many: false }
}

/** Decodes one value. A text that does not fit its kind stays a text. */
function decodeOne(text: string, kind: Kind): unknown {
  if (kind === 'number') return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  // An unencoded plus decodes to a space. In an ISO offset, it can only have been a plus.
  return /^\d{4}-\d\d-\d\dT[\d:.]+ \d\d:?\d\d$/.test(text) ? text.replace(' ', '+') : text
}

/** Whether a field accepts named values: `x[name]=`. */
export const takesNames = (schema: z.ZodType): boolean => fieldOf(schema).record === true

/** Splits a key such as `field[plan]` if the field accepts named values. Otherwise returns null. */
function entryOf(key: string, fields: Map<string, Field>): { name: string; entry: string } | null {
  const [, name = '', entry = ''] = /^(\w+)\[([^\]]*)\]$/.exec(key) ?? []
  return fields.get(name)?.record ? { name, entry } : null
}

/**
 * Creates the query decoder for an operation. Lists can be comma-separated, repeated, or written as `x[]=`. Named values are written as
 * `x[name]=`. An empty value means that the field is absent, except for a named one.
 */
export function queryDecoder(shape: Readonly<Record<string, z.ZodType>>): QueryDecoder {
  const fields = new Map(Object.entries(shape).map(([name, schema]) => [name, fieldOf(schema)]))
  return (query) => {
    const decoded = Object.create(null) as Record<string, unknown>
    const records = new Map<string, Map<string, string | string[]>>()
    for (const [key, texts] of textsByName(query)) {
      const bare = key.endsWith('[]') && fields.get(key.slice(0, -2))?.many ? key.slice(0, -2) : key
      const field = fields.get(bare)
      const named = entryOf(key, fields)
      if (named) {
        const record = records.get(named.name) ?? new Map<string, string | string[]>()
        records.set(named.name, record.set(named.entry, texts.length > 1 ? texts : (texts[0] ?? '')))
      } else if (!field) decoded[key] = texts[0] ?? ''
      else if (field.many) {
        const values = texts.flatMap((text) => text.split(',')).map((text) => decodeOne(text.trim(), field.kind))
        if (values.length > 0) decoded[bare] = [...((decoded[bare] as unknown[] | undefined) ?? []), ...values]
      } else if (texts.length > 0) {
        decoded[bare] = texts.length > 1 ? texts : decodeOne(texts[0] ?? '', field.kind)
      }
    }
    // `Object.fromEntries` makes a name such as `__proto__` a plain property.
    for (const [name, record] of records) decoded[name] = Object.fromEntries(record)
    return decoded
  }
}

/** Groups the query's values by name and omits empty values. */
function textsByName(query: URLSearchParams): Map<string, string[]> {
  const grouped = new Map<string, string[]>()
  for (const [name, text] of query) {
    const texts = grouped.get(name) ?? []
    if (texts.length === 0) grouped.set(name, texts)
    if (text !== '') texts.push(text)
  }
  return grouped
}

export const parametersMax = 100

/** Whether a URL has more query parameters than any operation accepts. */
export function hasManyParameters(url: string): boolean {
  let count = 1
  for (let at = url.indexOf('&'); at !== -1; at = url.indexOf('&', at + 1)) if (++count > parametersMax) return true
  return false
}
