import { fail, failField, type MountedRequest } from '@posthorn/contracts'

/** Fields of a body. A field with an empty string counts as absent. */
export type Fields = Readonly<Record<string, unknown>>

/** Reads a JSON body: an object or an array. An empty body becomes an empty object. */
export async function readDialectBody(request: MountedRequest): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD') return {}
  return (await request.json()) ?? {}
}

/** Returns the body as fields. Refuses an array or other value. */
export function fieldsOf(body: unknown): Fields {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    fail('request:malformed', { message: 'The body must be one JSON object.' })
  }
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== '' && value !== undefined))
}

/** Reduces a body to its route's fields. A strict route refuses other fields. */
export function shapedBody(
  body: unknown,
  { fields, inert, strict }: { fields: readonly string[] | null; inert: readonly string[]; strict: boolean },
): unknown {
  if (fields === null) return body
  const shaped = (row: unknown) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return row
    const given = Object.entries(row)
    const unknown = given.flatMap(([name, value]) =>
      value === '' || fields.includes(name) || inert.includes(name) ? [] : [name],
    )
    if (strict && unknown.length > 0) {
      const errors = unknown.map((path) => ({ path, code: 'field:unknown', message: 'is not a field here; remove it' }))
      fail('request:invalid', { errors })
    }
    return Object.fromEntries(given.filter(([name]) => fields.includes(name)))
  }
  return Array.isArray(body) ? body.map(shaped) : shaped(body)
}

/** Returns the items of a body that is an array, or an object with the array under one of these names. */
export function itemsOf(body: unknown, ...names: string[]): unknown[] {
  if (Array.isArray(body)) return body
  const fields = fieldsOf(body)
  const found = names.map((name) => fields[name]).find((value) => value !== undefined)
  if (Array.isArray(found)) return found
  return found === undefined ? [] : [found]
}

export function refuseField(path: string, message: string): never {
  failField(path, message)
}

/** Returns a text field. Refuses other types. */
export function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  return typeof value === 'string'
    ? value
    : typeof value === 'number'
      ? String(value)
      : refuseField(name, 'must be a text')
}

/** Returns a boolean field. Refuses other types. */
export function flagOf(fields: Fields, name: string): boolean | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'boolean') return value
  return value === 'true' ? true : value === 'false' ? false : refuseField(name, 'must be true or false')
}

/** Returns a value as text; an object as JSON. */
export function printed(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Returns the items as strings: each is a string or number, or an object with a `phone`, `wid` or `id`. Refuses other items. */
export function textsOf(items: readonly unknown[], path: string): string[] {
  return items.map((item, i) => {
    if (typeof item === 'string' || typeof item === 'number') return String(item)
    const named = typeof item === 'object' && item !== null ? (item as Fields) : {}
    const value = named['phone'] ?? named['wid'] ?? named['id']
    return typeof value === 'string' ? value : refuseField(`${path}.${i}`, 'must be a text')
  })
}
