/** Readers for other programs' JSON: a missing or mistyped field is undefined, never an exception. */

export const asObject = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined

/** Replaces the characters that Postgres refuses in text: NUL and unpaired surrogates become U+FFFD. */
export const storableText = (text: string): string => text.replaceAll('\u0000', '\uFFFD').toWellFormed()

/** Returns the value as non-empty, storable text of up to 128 Ki characters. Numbers, which some payloads use for ids, are converted. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value !== '' ? cutText(storableText(value), textCharactersMax) : undefined
}

/** Cuts text to `max` characters without splitting a surrogate pair. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

const textCharactersMax = 131_072
const idCharactersMax = 512
const nameCharactersMax = 1_000

/** Returns the value as an id: text that fits into an index, else undefined. */
export function asId(value: unknown): string | undefined {
  const text = asText(value)
  return text !== undefined && text.length <= idCharactersMax ? text : undefined
}

/** Returns the value as a name, cut to a sensible length. */
export function asName(value: unknown): string | undefined {
  const text = asText(value)
  return text === undefined ? undefined : cutText(text, nameCharactersMax)
}

/** Returns the value as a count or number of seconds, rounded, if it isn't negative and fits into a column, else undefined. */
export function asCount(value: unknown): number | undefined {
  const count = Math.round(asNumber(value) ?? -1)
  return count >= 0 && count < 2 ** 31 ? count : undefined
}

/** Returns the value as a finite number, else undefined. Accepts a decimal number written as text, as some payloads have it. */
export function asNumber(value: unknown): number | undefined {
  if (typeof value === 'string' && !/^-?\d+(\.\d+)?$/.test(value)) return undefined
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** Returns a list's items. A single object becomes a list of one, anything else an empty list. */
export function itemsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return asObject(value) === undefined ? [] : [value]
}

/** Returns the cursor of a list's next page. The last page has a cursor, too, but no `next`. */
export function nextCursor(body: unknown): string | undefined {
  const paging = asObject(asObject(body)?.paging)
  return asText(paging?.next) === undefined ? undefined : asText(asObject(paging?.cursors)?.after)
}

const longIntegerHint = /[:,[\s]-?\d{16}/
/** A string, or a number with its sign, fraction and exponent. */
const jsonScalar = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

/** Parses JSON. Integers that a number can't hold exactly, such as long ids, become text. Throws SyntaxError if the JSON is invalid. */
export function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!longIntegerHint.test(text)) return value
  const isLong = (scalar: string) => /^-?\d{16,}$/.test(scalar) && !Number.isSafeInteger(Number(scalar))
  return JSON.parse(text.replace(jsonScalar, (scalar) => (isLong(scalar) ? `"${scalar}"` : scalar)))
}

/** Parses JSON; undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the fields that are non-empty strings or numbers, as strings. */
export function pickTexts<K extends string>(fields: Record<K, unknown>): { [P in K]?: string } {
  const entries = Object.entries(fields).flatMap(([name, value]) => {
    const text = asText(value)
    return text === undefined ? [] : [[name, text]]
  })
  return Object.fromEntries(entries) as { [P in K]?: string }
}

/** How far the provider's clock may be ahead of ours. */
const clockSlackMs = 5 * 60_000
/** A time before the provider existed, and one later than any end date that it announces. */
const [earliestMs, latestMs] = [Date.UTC(2009, 0), Date.UTC(2100, 0)]

/**
 * Returns the time at which something happened, from Unix seconds as text or a number. The time is never more than a few minutes after
 * `arrival`, which is the default for invalid values.
 */
export function happenedAt(value: unknown, arrival: Date): string {
  const ms = msOf(value) ?? arrival.getTime()
  return new Date(ms > arrival.getTime() + clockSlackMs ? arrival : ms).toISOString()
}

/** Returns a time that may be in the future, from Unix seconds as text or number; undefined if it isn't a time from 2009 to 2099. */
export function announcedTime(value: unknown): string | undefined {
  const ms = msOf(value)
  return ms === undefined ? undefined : new Date(ms).toISOString()
}

/** Converts Unix seconds to milliseconds; undefined if it is no plausible time. */
function msOf(value: unknown): number | undefined {
  const ms = (asNumber(value) ?? Number.NaN) * 1000
  return ms >= earliestMs && ms < latestMs ? ms : undefined
}
