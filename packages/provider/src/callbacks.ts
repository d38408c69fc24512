import { createHmac, timingSafeEqual } from 'node:crypto'
import { isReadAccountField } from './callback-account.ts'
import { parseGroupUpdate } from './callback-group.ts'
import { parseEcho, parseMessage, parseStatus } from './callback-message.ts'
import { parsePeople, parseSender } from './callback-person.ts'
import {
  type AccountUpdate,
  aroundItem,
  besideItem,
  type CallbackUpdate,
  type CallUpdate,
  changeOf,
  entriesMax,
  fitItem,
  type PreferenceUpdate,
  rawBytesMax,
  type UpdateContext,
} from './callback-update.ts'
import { asCount, asId, asObject, asText, happenedAt, itemsOf, parseExactly, pickTexts, storableText } from './json.ts'

/**
 * Checks `X-Hub-Signature-256` against the raw body: `sha256=` and 64 lowercase hex digits, made with any of the given app secrets (current
 * and previous). Runs in constant time and tries every secret.
 */
export function verifySignature(rawBody: Buffer, header: string | undefined, appSecrets: string[]): boolean {
  const hex = /^sha256=([0-9a-f]{64})$/.exec(header ?? '')?.[1]
  if (hex === undefined) return false
  const given = Buffer.from(hex, 'hex')
  let matches = false
  for (const secret of appSecrets) {
    const expected = createHmac('sha256', secret).update(rawBody).digest()
    matches = timingSafeEqual(expected, given) || matches
  }
  return matches
}

const depthMax = 100
/** Lists nested less deeply than this contain a callback's items. They aren't cut, because each item is published separately. */
const itemDepth = 8

/**
 * Copies parsed JSON so that Postgres can store it: NUL characters and unpaired surrogates become U+FFFD, in values and names, and lists in an
 * item are cut to 300 entries. Throws RangeError if nested deeper than 100 levels.
 */
function storable(value: unknown, depth = 0): unknown {
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

/** Reads an event of a voice call; undefined without an id or number. */
function parseCall(value: unknown, context: UpdateContext): CallUpdate | undefined {
  const item = asObject(value)
  const callId = asId(item?.id)
  if (item === undefined || callId === undefined || context.phoneNumberId === undefined) return undefined
  const seconds = asCount(item.duration)
  const isOurs = asText(item.direction) === 'BUSINESS_INITIATED'
  const called = { from: item.to, from_user_id: item.to_user_id, from_parent_user_id: item.to_parent_user_id }
  return {
    kind: 'call',
    phoneNumberId: context.phoneNumberId,
    understood: true,
    callId,
    timestamp: happenedAt(item.timestamp ?? item.end_time ?? item.start_time, context.receivedAt),
    from: parseSender(isOurs ? called : item, context.contacts),
    direction: isOurs ? 'out' : 'in',
    event: asText(item.event) ?? 'unknown',
    ...pickTexts({ status: item.status }),
    ...(seconds !== undefined && { seconds }),
  }
}

/** Reads a status of a call that the business made, such as `accepted`. */
function parseCallStatus(value: unknown, context: UpdateContext): CallUpdate | undefined {
  const { recipient_id: to, recipient_user_id: to_user_id, ...item } = asObject(value) ?? {}
  const event = asText(item.status)?.toLowerCase()
  return parseCall({ ...item, to, to_user_id, direction: 'BUSINESS_INITIATED', event }, context)
}

/**
 * Parses a callback body item by item and field by field. Never throws, and keeps what it can't read. A body that isn't a JSON object with
 * entries yields a single `unreadable` update. Strings are made storable (see `storable`); items without a time get `receivedAt`.
 */
export function parseCallback(raw: Buffer, opts: { receivedAt?: Date } = {}): CallbackUpdate[] {
  const receivedAt = opts.receivedAt ?? new Date()
  const text = raw.toString('utf8')
  const body = parseBody(text)
  if (body === undefined || !('entry' in body)) return [{ kind: 'unreadable', raw: storableText(text) }]
  const isLarge = raw.length > rawBytesMax
  return itemsOf(body.entry).flatMap((entry) => parseEntry(entry, { receivedAt, isLarge }))
}

/** Parses a body; undefined if it is no JSON object, or is nested too deeply. */
function parseBody(text: string): Record<string, unknown> | undefined {
  try {
    return asObject(storable(parseExactly(text)))
  } catch {
    return undefined
  }
}

/** Shortens an item to what the bus accepts (`fitItem`). Skips the items of a small body, which need not be measured. */
const fit = (item: unknown, { isLarge }: Pick<UpdateContext, 'isLarge'>): unknown => (isLarge ? fitItem(item) : item)

/** Parses an entry, which contains the changes of one account. */
function parseEntry(value: unknown, bodyFacts: Pick<UpdateContext, 'receivedAt' | 'isLarge'>): CallbackUpdate[] {
  const entry = asObject(value) ?? {}
  return itemsOf(entry.changes).flatMap((change) => parseChange(change, entry, bodyFacts))
}

/** Fields whose items are announced individually, as sent. */
const itemFields = ['messages', 'smb_message_echoes']

/** Parses a change: its updates, the people that it names, and the change as sent for programs that use the provider's format. */
function parseChange(
  change: unknown,
  entry: Record<string, unknown>,
  bodyFacts: Pick<UpdateContext, 'receivedAt' | 'isLarge'>,
): CallbackUpdate[] {
  const businessAccountId = asText(entry.id) ?? ''
  const field = asText(asObject(change)?.field) ?? 'unknown'
  const content = asObject(asObject(change)?.value) ?? {}
  const phoneNumberId = asText(asObject(content.metadata)?.phone_number_id)
  const contacts = itemsOf(content.contacts)
    .map(asObject)
    .filter((contact) => contact !== undefined)
  const context: UpdateContext = {
    phoneNumberId,
    businessAccountId,
    field,
    contacts,
    around: (item, list) => aroundItem(item, list, content),
    report: (value) => ({
      kind: 'report',
      ...(phoneNumberId !== undefined && { phoneNumberId }),
      businessAccountId,
      understood: true,
      change: changeOf(entry, field, asObject(fit(value, bodyFacts)) ?? {}),
    }),
    ...bodyFacts,
  }
  const updates = parseValue(content, context)
  if (updates.length === 0)
    return [keepUnread(fit(asObject(change)?.value ?? change, bodyFacts), context), context.report(content)]
  const messagePeople = updates.flatMap((update) => {
    if (update.kind === 'message') return update.from
    return update.kind === 'echo' ? update.to : []
  })
  // People come first, before anything else that the callback says about them.
  const read = [...parsePeople(content, context, messagePeople), ...updates]
  return itemFields.includes(field) ? read : [...read, context.report(content)]
}

/** Parses a change's value into one update per item; none if nothing in it could be read. */
function parseValue(content: Record<string, unknown>, context: UpdateContext): CallbackUpdate[] {
  const { phoneNumberId, field } = context
  if (field.startsWith('group_') && phoneNumberId !== undefined)
    return itemsOf(content.groups)
      .map((item) => fit(item, context))
      .map((raw) => ({
        kind: 'group',
        phoneNumberId,
        understood: parseGroupUpdate(field, raw) !== undefined,
        field,
        raw,
      }))
  return [
    ...(Object.hasOwn(itemReaders, field) ? (itemReaders[field] ?? []) : []).flatMap(([name, read]) =>
      itemsOf(content[name])
        .map((item) => fit(item, context))
        .flatMap((item) => read(item, context) ?? passOn(item, name, { content, context })),
    ),
    ...(field === 'messages'
      ? itemsOf(content.errors).flatMap((item) => passOn(fit(item, context), 'errors', { content, context }))
      : []),
  ]
}

/** Keeps an unreadable item and, if its field's items are announced individually, forwards it as sent. */
function passOn(
  item: unknown,
  listName: string,
  { content, context }: { content: Record<string, unknown>; context: UpdateContext },
): CallbackUpdate[] {
  const kept = keepUnread(item, context)
  return itemFields.includes(context.field)
    ? [kept, context.report({ ...besideItem(item, content), [listName]: [item] })]
    : [kept]
}

type ItemReader = (item: unknown, context: UpdateContext) => CallbackUpdate | undefined

const itemReaders: Readonly<Record<string, readonly (readonly [string, ItemReader])[]>> = {
  messages: [
    ['messages', parseMessage],
    ['statuses', parseStatus],
  ],
  smb_message_echoes: [['message_echoes', parseEcho]],
  user_preferences: [['user_preferences', parsePreference]],
  calls: [
    ['calls', parseCall],
    ['statuses', parseCallStatus],
  ],
}

/** Keeps a value unread: for a report about the account, which is read later, or because its format is unknown. */
function keepUnread(
  raw: unknown,
  context: Pick<UpdateContext, 'phoneNumberId' | 'businessAccountId' | 'field'>,
): AccountUpdate {
  const { phoneNumberId, businessAccountId, field } = context
  const understood = isReadAccountField(field)
  return {
    kind: 'account',
    ...(phoneNumberId !== undefined && { phoneNumberId }),
    businessAccountId,
    understood,
    field,
    raw,
  }
}

const preferences = new Map<string, PreferenceUpdate['preference']>([
  ['stop', 'stop'],
  ['resume', 'resume'],
  ['signup', 'resume'],
])

/** Reads whether a person stops or resumes marketing messages. */
function parsePreference(value: unknown, context: UpdateContext): PreferenceUpdate | undefined {
  const item = asObject(value)
  const preference = preferences.get(asText(item?.value)?.toLowerCase() ?? '')
  if (item === undefined || context.phoneNumberId === undefined || item.category !== 'marketing_messages')
    return undefined
  if (preference === undefined) return undefined
  return {
    kind: 'preference',
    phoneNumberId: context.phoneNumberId,
    understood: true,
    timestamp: happenedAt(item.timestamp, context.receivedAt),
    from: parseSender({ from: item.wa_id, from_user_id: item.user_id }, context.contacts),
    preference,
  }
}
