import { providerPhone } from '@posthorn/contracts'
import { findType, incomingContent } from './callback-content.ts'
import { isLargeItem } from './callback-limits.ts'
import type { EchoUpdate, MessageUpdate, Person, UpdateContext } from './callback-update.ts'
import { asId, asName, asObject, asText, itemsOf } from './json.ts'
import { providerError } from './outcome.ts'
import { pickTexts } from './pick-texts.ts'
import { happenedAt } from './time.ts'

type Item = Record<string, unknown>

/** Reads one incoming message; `undefined` when it has no id or no number to belong to. Any `type` is let through. */
export function parseMessage(value: unknown, context: UpdateContext): MessageUpdate | undefined {
  const item = asObject(value)
  const providerId = asId(item?.id)
  if (item === undefined || providerId === undefined || context.phoneNumberId === undefined) return undefined
  const errors = itemsOf(item.errors).flatMap((cause) => providerError(cause) ?? [])
  return {
    kind: 'message',
    phoneNumberId: context.phoneNumberId,
    providerId,
    from: parseSender(item, context.contacts),
    ...readBody(item, context),
    ...(errors.length > 0 && { errors }),
  }
}

/** Reads one message that the business sent from the provider's own app; `undefined` when it has no id or no number. */
export function parseEcho(value: unknown, context: UpdateContext): EchoUpdate | undefined {
  const item = asObject(value)
  const providerId = asId(item?.id)
  if (item === undefined || providerId === undefined || context.phoneNumberId === undefined) return undefined
  const to = parseSender({ from: item.to, from_user_id: item.to_user_id }, context.contacts)
  return { kind: 'echo', phoneNumberId: context.phoneNumberId, providerId, to, ...readBody(item, context) }
}

type Body = Pick<
  MessageUpdate,
  'understood' | 'timestamp' | 'groupId' | 'type' | 'text' | 'content' | 'quotedProviderId' | 'raw'
>

function readBody(item: Item, context: UpdateContext): Body {
  const type = findType(item)
  const content = incomingContent(item, type)
  return {
    understood: content.type !== 'unsupported' || type === 'unsupported',
    timestamp: happenedAt(item.timestamp, context.receivedAt),
    type,
    content,
    ...pickTexts({
      groupId: asId(item.group_id),
      text: writtenText(item, type),
      quotedProviderId: asId(asObject(item.context)?.id),
    }),
    raw: context.isLarge && isLargeItem(item) ? null : item,
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

/** Reads the sender: the phone, unless hidden, and the user id, which some payloads carry in the phone's place. */
export function parseSender(item: Item, contacts: Item[]): Person {
  const from = asId(item.from)
  const fromUser = asId(item.from_user_id)
  const contact =
    contacts.find((entry) => isSame(from, entry.wa_id) || isSame(fromUser, entry.user_id)) ??
    findOnly(contacts, { from, fromUser })
  const waId = from ?? asId(contact?.wa_id)
  const misplaced = waId !== undefined && /^[A-Z]{2}\./.test(waId) ? waId : undefined
  const userId = fromUser ?? asId(contact?.user_id) ?? misplaced
  const profile = asObject(contact?.profile)
  const name = asName(profile?.name) ?? asName(profile?.username)
  const phone = providerPhone(waId ?? '')
  return {
    ...(phone !== undefined && { phone }),
    ...(userId !== undefined && { userId }),
    ...pickTexts({ parentUserId: asId(item.from_parent_user_id ?? contact?.parent_user_id) }),
    ...(name !== undefined && { name }),
  }
}

function isSame(id: string | undefined, other: unknown): boolean {
  return id !== undefined && asText(other) === id
}

/** Returns the only contact, unless it is marked as another person. */
function findOnly(contacts: Item[], ids: { from: string | undefined; fromUser: string | undefined }): Item | undefined {
  const [contact, ...others] = contacts
  if (contact === undefined || others.length > 0) return undefined
  const isOther = (id: string | undefined, other: unknown) => id !== undefined && asText(other) !== undefined
  return isOther(ids.from, contact.wa_id) || isOther(ids.fromUser, contact.user_id) ? undefined : contact
}
