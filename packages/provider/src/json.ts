/** Readers for JSON that others write: a field that is missing or of the wrong kind is `undefined`, never an exception. */

/** The value as an object with named fields. */
export function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

/** The value as non-empty text; numbers, which some payloads use for ids, are spelled out. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The value as a finite number; digits in a string count. */
export function asNumber(value: unknown): number | undefined {
  if (typeof value === 'string' && !/^-?\d+(\.\d+)?$/.test(value)) return undefined
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** The items of a list; one object alone counts as a list of one, anything else as an empty list. */
export function itemsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return asObject(value) === undefined ? [] : [value]
}

/** The text as JSON; `undefined` when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
