import { entriesMax } from './callback-limits.ts'

const depthMax = 100
/** Lists that are less deep hold items of a callback, each of which is announced by itself. */
const itemDepth = 8

/**
 * A copy of parsed JSON that Postgres can store: NUL characters and halves of surrogate pairs, which it refuses, become U+FFFD,
 * in values and in names, and lists within an item are cut to 300 entries. Throws RangeError when nested deeper than 100 levels.
 */
export function storable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === depthMax) throw new RangeError(`nested deeper than ${depthMax} levels`)
  if (Array.isArray(value)) {
    const entries = depth < itemDepth ? value : value.slice(0, entriesMax)
    return entries.map((item) => storable(item, depth + 1))
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [storableText(name), storable(item, depth + 1)]),
  )
}

/** The text with each NUL and each half of a surrogate pair replaced by U+FFFD. */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD').toWellFormed()
}
