import { cutText } from './json.ts'

/** Maximum number of entries of a list in an item, such as the cards of a message (257 in WhatsApp). A parsed entry may be longer than its raw form. */
export const entriesMax = 300

/** Maximum bytes of a callback item as JSON. Parsing yields up to three times as much, and the bus accepts 1 MiB. */
const itemBytesMax = 256 * 1024
/** Maximum bytes of an item whose raw form is announced with its fields. That of a larger one is only in the stored callback. */
export const rawBytesMax = 64 * 1024

/** Whether an item's raw form isn't announced. */
export function isLargeItem(item: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(item) ?? '') > rawBytesMax
}

/** Shortens an item's longest texts and lists to fit 256 KiB. */
export function fitItem(item: unknown): unknown {
  let fitting = item
  for (let max = 65_536; Buffer.byteLength(JSON.stringify(fitting) ?? '') > itemBytesMax; max = Math.floor(max / 2))
    fitting = cutAll(fitting, max)
  return fitting
}

/** Cuts all texts and lists to `max`, and field names to 128 characters. */
function cutAll(value: unknown, max: number): unknown {
  if (typeof value === 'string') return cutText(value, max)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.slice(0, max).map((each) => cutAll(each, max))
  const fields = Object.entries(value).slice(0, Math.max(1, max))
  return Object.fromEntries(fields.map(([name, each]) => [cutText(name, 128), cutAll(each, max)]))
}
