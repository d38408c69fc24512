import { refuse } from './fault.ts'

export type Fields = Readonly<Record<string, unknown>>

/** Returns the fields of a value that are set. The provider also accepts an object as JSON text, which some programs send. */
export function fieldsOf(value: unknown, path: string): Fields {
  const read = parsed(value)
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    return refuse(131009, `Parameter '${path}' must be an object.`)
  return Object.fromEntries(Object.entries(read).filter(([, each]) => each !== null && each !== undefined))
}

/** Returns a list's objects. An absent list is empty. */
export function itemsOf(value: unknown, path: string): Fields[] {
  const read = parsed(value)
  if (read === undefined) return []
  if (!Array.isArray(read)) return refuse(131009, `Parameter '${path}' must be a list.`)
  return read.map((item: unknown, i) => fieldsOf(item, `${path}[${i}]`))
}

/** Parses a JSON string. Returns other values unchanged. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** Returns a string. An empty string counts as absent. */
export function textOf(value: unknown, path: string): string | undefined {
  if (value === undefined || value === '') return undefined
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value : refuse(131009, `Parameter '${path}' must be a string.`)
}

/** Returns a string. Refuses an absent or empty one. */
export function requiredText(value: unknown, path: string): string {
  return textOf(value, path) ?? refuse(131008, `Parameter '${path}' is required.`)
}

/** Returns whether no other fields are set. Others would get lost, because our fields can't express them. */
export function hasOnly(fields: Fields, names: readonly string[]): boolean {
  return Object.keys(fields).every((name) => names.includes(name))
}

/** Leaves out fields that are undefined. */
export function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
