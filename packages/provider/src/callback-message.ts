import { findType, incomingContent } from './callback-content.ts'
import { parseChangedSender, parseSender, readAddress } from './callback-person.ts'
import {
  type EchoUpdate,
  hasOnly,
  isLargeItem,
  type MessageUpdate,
  type ProviderState,
  type StatusUpdate,
  type UpdateContext,
} from './callback-update.ts'
import { announcedTime, asId, asObject, asText, happenedAt, pickTexts } from './json.ts'
import { providerErrors } from './outcome.ts'

type Item = Record<string, unknown>

const states: readonly string[] = ['sent', 'delivered', 'read', 'played', 'failed'] satisfies ProviderState[]

/** Reads a sent message's status; undefined without an id, a number or a known status. */
export function parseStatus(value: unknown, context: UpdateContext): StatusUpdate | undefined {
  const item = asObject(value)
  const providerId = asId(item?.id)
  const status = asText(item?.status)
  if (item === undefined || providerId === undefined || context.phoneNumberId === undefined || !isState(status))
    return undefined
  const [error, ...furtherErrors] = providerErrors(item.errors)
  const [pricing, conversation] = [parsePricing(item.pricing), parseConversation(item.conversation)]
  return {
    kind: 'status',
    phoneNumberId: context.phoneNumberId,
    understood: true,
    providerId,
    status,
    timestamp: happenedAt(item.timestamp, context.receivedAt),
    ...pickTexts({
      recipient: readAddress(item.recipient_id) ?? asId(item.recipient_user_id),
      recipientParticipant: parseParticipant(item),
      callbackTag: asId(item.biz_opaque_callback_data),
    }),
    ...(error !== undefined && { error }),
    ...(furtherErrors.length > 0 && { furtherErrors }),
    ...(pricing !== undefined && { pricing }),
    ...(conversation !== undefined && { conversation }),
    ...keepSent(item, context),
  }
}

const plainFields = ['id', 'status', 'timestamp', 'recipient_id', 'biz_opaque_callback_data', 'pricing', 'conversation']

/** Returns the status as the provider sent it, if the parsed fields don't show all of it and it isn't large. */
function keepSent(item: Item, context: UpdateContext): Pick<StatusUpdate, 'raw' | 'around'> {
  const { pricing = {}, conversation = {} } = item
  const isPlain =
    hasOnly(item, plainFields) &&
    hasOnly(pricing, ['billable', 'pricing_model', 'category', 'type']) &&
    hasOnly(conversation, ['id', 'expiration_timestamp', 'origin']) &&
    hasOnly(asObject(conversation)?.origin ?? {}, ['type'])
  const around = context.around(item, 'statuses')
  if ((isPlain && around === undefined) || (context.isLarge && isLargeItem(item))) return {}
  return { raw: item, ...(around !== undefined && { around }) }
}

const isState = (value: string | undefined): value is ProviderState => value !== undefined && states.includes(value)

/** Returns the person in a group whom a status is about. The field has several names. */
const parseParticipant = (item: Item): unknown =>
  readAddress(item.recipient_participant_id) ??
  readAddress(item.participant_recipient_id) ??
  asId(item.recipient_participant_user_id)

/** Reads whether and how the provider charges for a message. */
function parsePricing(value: unknown): StatusUpdate['pricing'] {
  const item = asObject(value)
  if (item === undefined) return undefined
  const billable = typeof item.billable === 'boolean' ? { billable: item.billable } : {}
  return { ...billable, ...pickTexts({ category: item.category, type: item.type, model: item.pricing_model }) }
}

/** Reads the conversation that the provider counts a message to. */
function parseConversation(value: unknown): StatusUpdate['conversation'] {
  const item = asObject(value)
  if (item === undefined) return undefined
  const expiresAt = announcedTime(item.expiration_timestamp)
  return {
    ...pickTexts({ id: item.id, origin: asObject(item.origin)?.type }),
    ...(expiresAt !== undefined && { expiresAt }),
  }
}

/** Reads an incoming message; undefined without an id or a number. Accepts any `type`. */
export function parseMessage(value: unknown, context: UpdateContext): MessageUpdate | undefined {
  const item = asObject(value)
  const providerId = asId(item?.id)
  if (item === undefined || providerId === undefined || context.phoneNumberId === undefined) return undefined
  const errors = providerErrors(item.errors)
  return {
    kind: 'message',
    phoneNumberId: context.phoneNumberId,
    providerId,
    ...parseChangedSender(item, context.contacts),
    ...readCommon(item, 'messages', context),
    ...(errors.length > 0 && { errors }),
  }
}

/** Reads a message sent from the provider's own app; undefined without an id or a number. */
export function parseEcho(value: unknown, context: UpdateContext): EchoUpdate | undefined {
  const item = asObject(value)
  const providerId = asId(item?.id)
  if (item === undefined || providerId === undefined || context.phoneNumberId === undefined) return undefined
  // The recipient is a person, with the same identifiers as a sender.
  const { to: from, to_user_id: fromUser, to_parent_user_id: fromParent } = item
  const to = parseSender({ from, from_user_id: fromUser, from_parent_user_id: fromParent }, context.contacts)
  return {
    kind: 'echo',
    phoneNumberId: context.phoneNumberId,
    providerId,
    to,
    ...readCommon(item, 'message_echoes', context),
  }
}

type CommonFields = Pick<
  MessageUpdate,
  'understood' | 'timestamp' | 'groupId' | 'type' | 'text' | 'content' | 'quotedProviderId' | 'raw' | 'around'
>

/** Reads what messages from customers and from the provider's app have in common. `listName`: the callback's list that has the item. */
function readCommon(item: Item, listName: string, context: UpdateContext): CommonFields {
  const type = findType(item)
  const around = context.around(item, listName)
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
    ...(around !== undefined && { around }),
  }
}

/** Returns a message's text: what a person wrote or chose (a text, a caption, a button's or row's title), or the provider's in a system message. */
function writtenText(item: Item, type: string): string | undefined {
  const content = asObject(item[type]) ?? {}
  const reply = asObject(content.button_reply) ?? asObject(content.list_reply)
  if (type === 'text' || type === 'system') return asText(content.body)
  if (type === 'button' || type === 'order') return asText(content.text)
  if (type === 'interactive') return asText(reply?.title)
  return asText(content.caption)
}
