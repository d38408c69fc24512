/** Readers for JSON that others write: a field that is missing or of the wrong kind is `undefined`, never an exception. */

/** The value as an object with named fields. */
export function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

/** The value as non-empty text, cut at 128 Ki characters; numbers, which some payloads use for ids, are spelled out. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value !== '' ? cutText(value, textCharactersMax) : undefined
}

/** Returns the beginning of a text, at most `max` characters, without half of a surrogate pair at its end. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

const textCharactersMax = 131_072
const idCharactersMax = 512
const nameCharactersMax = 1_000

/** The value as the id of something: a text that an index can hold, else undefined. */
export function asId(value: unknown): string | undefined {
  const text = asText(value)
  return text !== undefined && text.length <= idCharactersMax ? text : undefined
}

/** The value as a name, cut where it is longer than any name. */
export function asName(value: unknown): string | undefined {
  const text = asText(value)
  return text === undefined ? undefined : cutText(text, nameCharactersMax)
}

/** The value as a whole number of things or seconds that a column can hold, else undefined. */
export function asCount(value: unknown): number | undefined {
  const number = asNumber(value)
  return number !== undefined && number >= 0 && number < 2 ** 31 ? Math.round(number) : undefined
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
