/**
 * Characters that a text of a callback keeps, by the name of its field. What people write has 65,536 in WhatsApp's apps; ids and names are
 * far below 512 (cloud-api.md 1, 5), which is also what an index takes.
 */
const charactersMax: Readonly<Record<string, number>> = Object.fromEntries([
  ...['body', 'caption', 'response_json', 'text', 'vcard'].map((name) => [name, 65_536] as const),
  ...[
    ['id', 'message_id', 'original_message_id', 'request_id', 'join_request_id', 'group_id', 'phone_number_id'],
    [
      'from',
      'to',
      'wa_id',
      'new_wa_id',
      'input',
      'recipient_id',
      'recipient_participant_id',
      'participant_recipient_id',
    ],
    ['user_id', 'from_user_id', 'to_user_id', 'recipient_user_id', 'recipient_participant_user_id', 'parent_user_id'],
    ['from_parent_user_id', 'username', 'name', 'formatted_name', 'first_name', 'middle_name', 'last_name', 'filename'],
    ['biz_opaque_callback_data', 'catalog_id', 'product_retailer_id', 'field', 'type', 'event', 'status', 'emoji'],
    ['message_template_id', 'message_template_name', 'message_template_language', 'display_phone_number', 'phone'],
  ]
    .flat()
    .map((name) => [name, 512] as const),
])
const otherCharactersMax = 4_096
const namesCharactersMax = 128

/** Entries of a list within an item, such as the cards of a message (257 in WhatsApp): what is read of one may be longer than the entry. */
export const entriesMax = 300

/** Bytes of one item of a callback as JSON. What is read of it has three times as much at most, and the bus takes 1 MiB. */
const itemBytesMax = 256 * 1024
/** Bytes of an item whose raw form is announced beside what is read of it; the stored callback has that of a larger one. */
export const rawBytesMax = 64 * 1024

/** Returns the text of a field, cut to what the field may have. */
export function cutField(name: string, text: string): string {
  return cutText(text, Object.hasOwn(charactersMax, name) ? (charactersMax[name] ?? 0) : otherCharactersMax)
}

/** Returns the name of a field, cut to what is kept of one. */
export function cutName(name: string): string {
  return cutText(name, namesCharactersMax)
}

/** Returns true for an item whose raw form is not announced. */
export function isLargeItem(item: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(item) ?? '') > rawBytesMax
}

/** Returns the item with as much of its longest texts and lists as fits into 256 KiB. */
export function fitItem(item: unknown): unknown {
  let fitting = item
  for (let max = 16_384; Buffer.byteLength(JSON.stringify(fitting) ?? '') > itemBytesMax; max = Math.floor(max / 2))
    fitting = cutAll(fitting, max)
  return fitting
}

/** Cuts every text and every list to `max`. */
function cutAll(value: unknown, max: number): unknown {
  if (typeof value === 'string') return cutText(value, max)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.slice(0, max).map((each) => cutAll(each, max))
  const fields = Object.entries(value).slice(0, Math.max(1, max))
  return Object.fromEntries(fields.map(([name, each]) => [name, cutAll(each, max)]))
}

/** Half of a surrogate pair is no text. */
function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
