import { parseMessage, sender } from './callback-message.ts'
import type { CallbackUpdate, PreferenceUpdate, ProviderState, StatusUpdate, UpdateContext } from './callback-update.ts'
import { asObject, asText, itemsOf } from './json.ts'
import { providerError } from './outcome.ts'
import { storable, storableText } from './storable.ts'
import { isoTime } from './time.ts'

/**
 * Takes a callback body apart, item by item and field by field; it never throws and loses nothing. A body that is not a JSON
 * object with entries gives one `unreadable`. Texts are made storable (see `storable`); items without a time get `receivedAt`.
 */
export function parseCallback(raw: Buffer, opts: { receivedAt?: Date } = {}): CallbackUpdate[] {
  const receivedAt = opts.receivedAt ?? new Date()
  const text = raw.toString('utf8')
  const body = parseBody(text)
  if (body === undefined || !('entry' in body)) return [{ kind: 'unreadable', raw: storableText(text) }]
  return itemsOf(body.entry).flatMap((entry) => parseEntry(entry, receivedAt))
}

function parseBody(text: string): Record<string, unknown> | undefined {
  try {
    return asObject(storable(JSON.parse(text)))
  } catch {
    return undefined
  }
}

function parseEntry(value: unknown, receivedAt: Date): CallbackUpdate[] {
  const entry = asObject(value) ?? {}
  const businessAccountId = asText(entry.id) ?? ''
  return itemsOf(entry.changes).flatMap((change) => {
    const field = asText(asObject(change)?.field) ?? 'unknown'
    const content = asObject(asObject(change)?.value) ?? {}
    const phoneNumberId = asText(asObject(content.metadata)?.phone_number_id)
    const contacts = itemsOf(content.contacts)
      .map(asObject)
      .filter((contact) => contact !== undefined)
    const updates = parseValue(content, { phoneNumberId, businessAccountId, field, contacts, receivedAt })
    return updates.length > 0
      ? updates
      : [accountUpdate(asObject(change)?.value ?? change, { phoneNumberId, businessAccountId, field })]
  })
}

function parseValue(content: Record<string, unknown>, context: UpdateContext): CallbackUpdate[] {
  const { phoneNumberId, field } = context
  if (field.startsWith('group_') && phoneNumberId !== undefined)
    return itemsOf(content.groups).map((raw) => ({ kind: 'group', phoneNumberId, field, raw }))
  if (field === 'user_preferences')
    return itemsOf(content.user_preferences).map(
      (item) => parsePreference(item, context) ?? accountUpdate(item, context),
    )
  if (field !== 'messages') return []
  return [
    ...itemsOf(content.messages).map((item) => parseMessage(item, context) ?? accountUpdate(item, context)),
    ...itemsOf(content.statuses).map((item) => parseStatus(item, context) ?? accountUpdate(item, context)),
    ...itemsOf(content.errors).map((item) => accountUpdate(item, context)),
  ]
}

function accountUpdate(
  raw: unknown,
  context: Pick<UpdateContext, 'phoneNumberId' | 'businessAccountId' | 'field'>,
): CallbackUpdate {
  const { phoneNumberId, businessAccountId, field } = context
  return { kind: 'account', ...(phoneNumberId !== undefined && { phoneNumberId }), businessAccountId, field, raw }
}

const states: readonly string[] = ['sent', 'delivered', 'read', 'played', 'failed'] satisfies ProviderState[]

function isState(value: string | undefined): value is ProviderState {
  return value !== undefined && states.includes(value)
}

function parseStatus(value: unknown, context: UpdateContext): StatusUpdate | undefined {
  const item = asObject(value)
  const providerId = asText(item?.id)
  const status = asText(item?.status)
  if (item === undefined || providerId === undefined || context.phoneNumberId === undefined || !isState(status))
    return undefined
  const recipient = address(item.recipient_id) ?? asText(item.recipient_user_id)
  const participant =
    address(item.recipient_participant_id) ??
    address(item.participant_recipient_id) ??
    asText(item.recipient_participant_user_id)
  const callbackTag = asText(item.biz_opaque_callback_data)
  const error = itemsOf(item.errors).flatMap((cause) => providerError(cause) ?? [])[0]
  return {
    kind: 'status',
    phoneNumberId: context.phoneNumberId,
    providerId,
    status,
    timestamp: isoTime(item.timestamp, context.receivedAt),
    ...(recipient !== undefined && { recipient }),
    ...(participant !== undefined && { recipientParticipant: participant }),
    ...(callbackTag !== undefined && { callbackTag }),
    ...(error !== undefined && { error }),
    raw: item,
  }
}

function parsePreference(value: unknown, context: UpdateContext): PreferenceUpdate | undefined {
  const item = asObject(value)
  const preference = item?.value
  if (item === undefined || context.phoneNumberId === undefined || item.category !== 'marketing_messages')
    return undefined
  if (preference !== 'stop' && preference !== 'resume') return undefined
  return {
    kind: 'preference',
    phoneNumberId: context.phoneNumberId,
    timestamp: isoTime(item.timestamp, context.receivedAt),
    from: sender({ from: item.wa_id, from_user_id: item.user_id }, context.contacts),
    preference,
  }
}

/** Phones come as digits without plus; user and group ids stay as they are. */
function address(value: unknown): string | undefined {
  const text = asText(value)
  return text !== undefined && /^\d{5,15}$/.test(text) ? `+${text}` : text
}
