import { cutText } from './json.ts'

/** Entries of a list within an item, such as the cards of a message (257 in WhatsApp): an entry that is read may be longer than its raw form. */
export const entriesMax = 300

/** Bytes of one item of a callback as JSON: three times as much is read of it at most, and the bus takes 1 MiB. */
const itemBytesMax = 256 * 1024
/** Bytes of an item whose raw form is announced beside its fields; the stored callback has that of a larger one. */
export const rawBytesMax = 64 * 1024

/** Returns true for an item whose raw form is not announced. */
export function isLargeItem(item: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(item) ?? '') > rawBytesMax
}

/** Returns the item with as much of its longest texts and lists as fits into 256 KiB. */
export function fitItem(item: unknown): unknown {
  let fitting = item
  for (let max = 65_536; Buffer.byteLength(JSON.stringify(fitting) ?? '') > itemBytesMax; max = Math.floor(max / 2))
    fitting = cutAll(fitting, max)
  return fitting
}

/** Cuts every text and every list to `max`, and names of fields to 128 characters. */
function cutAll(value: unknown, max: number): unknown {
  if (typeof value === 'string') return cutText(value, max)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.slice(0, max).map((each) => cutAll(each, max))
  const fields = Object.entries(value).slice(0, Math.max(1, max))
  return Object.fromEntries(fields.map(([name, each]) => [cutText(name, 128), cutAll(each, max)]))
}
