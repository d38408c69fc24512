import { incomingContent } from './callback-content.ts'
import type { MessageUpdate, UpdateContext } from './callback-update.ts'
import { asObject, asText, itemsOf } from './json.ts'
import { providerError } from './outcome.ts'
import { isoTime } from './time.ts'

type Item = Record<string, unknown>

/** Reads one incoming message; `undefined` when it has no id or no number to belong to. Any `type` is let through. */
export function parseMessage(value: unknown, context: UpdateContext): MessageUpdate | undefined {
  const item = asObject(value)
  const providerId = asText(item?.id)
  if (item === undefined || providerId === undefined || context.phoneNumberId === undefined) return undefined
  const type = asText(item.type) ?? 'unknown'
  const groupId = asText(item.group_id)
  const text = writtenText(item, type)
  const quotedProviderId = asText(asObject(item.context)?.id)
  const errors = itemsOf(item.errors).flatMap((cause) => providerError(cause) ?? [])
  return {
    kind: 'message',
    phoneNumberId: context.phoneNumberId,
    providerId,
    timestamp: isoTime(item.timestamp, context.receivedAt),
    from: sender(item, context.contacts),
    ...(groupId !== undefined && { groupId }),
    type,
    ...(text !== undefined && { text }),
    content: incomingContent(item, type),
    ...(quotedProviderId !== undefined && { quotedProviderId }),
    ...(errors.length > 0 && { errors }),
    raw: item,
  }
}

function writtenText(item: Item, type: string): string | undefined {
  const content = asObject(item[type]) ?? {}
  const reply = asObject(content.button_reply) ?? asObject(content.list_reply)
  if (type === 'text') return asText(content.body)
  if (type === 'button' || type === 'order') return asText(content.text)
  if (type === 'system') return asText(content.body)
  if (type === 'interactive') return asText(reply?.title)
  return asText(content.caption)
}

/** Who wrote: the phone, unless hidden, and the user id, which some payloads carry in the phone's place. */
export function sender(item: Item, contacts: Item[]): MessageUpdate['from'] {
  const from = asText(item.from)
  const fromUser = asText(item.from_user_id)
  const contact =
    contacts.find((entry) => isSame(from, entry.wa_id) || isSame(fromUser, entry.user_id)) ??
    theOnly(contacts, { from, fromUser })
  const waId = from ?? asText(contact?.wa_id)
  const misplaced = waId !== undefined && /^[A-Z]{2}\./.test(waId) ? waId : undefined
  const userId = fromUser ?? asText(contact?.user_id) ?? misplaced
  const profile = asObject(contact?.profile)
  const name = asText(profile?.name) ?? asText(profile?.username)
  const digits = misplaced === undefined ? waId?.replace(/^\+/, '') : undefined
  return {
    ...(digits !== undefined && /^\d{5,15}$/.test(digits) && { phone: `+${digits}` }),
    ...(userId !== undefined && { userId }),
    ...(name !== undefined && { name }),
  }
}

function isSame(id: string | undefined, other: unknown): boolean {
  return id !== undefined && asText(other) === id
}

/** The one contact there is, unless it is marked as somebody else. */
function theOnly(contacts: Item[], ids: { from: string | undefined; fromUser: string | undefined }): Item | undefined {
  const [contact, ...others] = contacts
  if (contact === undefined || others.length > 0) return undefined
  const another = (id: string | undefined, other: unknown) => id !== undefined && asText(other) !== undefined
  return another(ids.from, contact.wa_id) || another(ids.fromUser, contact.user_id) ? undefined : contact
}
