import { refuse } from './fault.ts'

/** Fields of an object. */
export type Fields = Readonly<Record<string, unknown>>

/** Returns a value's fields that are set. The provider also accepts an object as JSON text, which some programs send. */
export function fieldsOf(value: unknown, path: string): Fields {
  const read = parsed(value)
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    return refuse(131009, `Parameter '${path}' must be an object.`)
  return Object.fromEntries(Object.entries(read).filter(([, each]) => each !== null && each !== undefined))
}

/** Returns the objects in a list. */
export function itemsOf(value: unknown, path: string): Fields[] {
  const read = parsed(value)
  if (read === undefined) return []
  if (!Array.isArray(read)) return refuse(131009, `Parameter '${path}' must be a list.`)
  return read.map((item: unknown, i) => fieldsOf(item, `${path}[${i}]`))
}

/** Parses a JSON text. Other values are returned as they are. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** Returns a text; an empty one counts as absent. */
export function textOf(value: unknown, path: string): string | undefined {
  if (value === undefined || value === '') return undefined
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value : refuse(131009, `Parameter '${path}' must be a string.`)
}

/** Returns a text, or fails if it is missing. */
export function requiredText(value: unknown, path: string): string {
  return textOf(value, path) ?? refuse(131008, `Parameter '${path}' is required.`)
}

/** Whether an object has only these fields. */
export function hasOnly(fields: Fields, names: readonly string[]): boolean {
  return Object.keys(fields).every((name) => names.includes(name))
}

/** Returns an object without undefined fields. */
export function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
