/** Readers for other programs' JSON: a missing or mistyped field is undefined, never an exception. */

/** Returns the value as an object. */
export function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

/** Returns the value as non-empty text, cut at 128 Ki characters. Numbers, which some payloads use for ids, are converted. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value !== '' ? cutText(value, textCharactersMax) : undefined
}

/** Cuts a text to `max` characters, without splitting a surrogate pair. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

const textCharactersMax = 131_072
const idCharactersMax = 512
const nameCharactersMax = 1_000

/** Returns the value as an id: a text that an index can hold, else undefined. */
export function asId(value: unknown): string | undefined {
  const text = asText(value)
  return text !== undefined && text.length <= idCharactersMax ? text : undefined
}

/** Returns the value as a name, cut to a sensible length. */
export function asName(value: unknown): string | undefined {
  const text = asText(value)
  return text === undefined ? undefined : cutText(text, nameCharactersMax)
}

/** Returns the value as an integer count or number of seconds that a column can hold, else undefined. */
export function asCount(value: unknown): number | undefined {
  const number = asNumber(value)
  return number !== undefined && number >= 0 && number < 2 ** 31 ? Math.round(number) : undefined
}

/** Returns the value as a finite number; digits in a string count. */
export function asNumber(value: unknown): number | undefined {
  if (typeof value === 'string' && !/^-?\d+(\.\d+)?$/.test(value)) return undefined
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** Returns a list's items. A single object is a list of one, anything else an empty list. */
export function itemsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return asObject(value) === undefined ? [] : [value]
}

/** Parses JSON; undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
