import { isLargeItem } from './callback-change.ts'
import { findType, incomingContent } from './callback-content.ts'
import { parseChangedSender, parseSender } from './callback-person.ts'
import type { EchoUpdate, MessageUpdate, UpdateContext } from './callback-update.ts'
import { asId, asObject, asText, happenedAt, itemsOf, pickTexts } from './json.ts'
import { providerError } from './outcome.ts'

type Item = Record<string, unknown>

/** Reads an incoming message; undefined without an id or a number. Accepts any `type`. */
export function parseMessage(value: unknown, context: UpdateContext): MessageUpdate | undefined {
  const item = asObject(value)
  const providerId = asId(item?.id)
  if (item === undefined || providerId === undefined || context.phoneNumberId === undefined) return undefined
  const errors = itemsOf(item.errors).flatMap((cause) => providerError(cause) ?? [])
  return {
    kind: 'message',
    phoneNumberId: context.phoneNumberId,
    providerId,
    ...parseChangedSender(item, context.contacts),
    ...readBody(item, 'messages', context),
    ...(errors.length > 0 && { errors }),
  }
}

/** Reads a message sent from the provider's own app; undefined without an id or a number. */
export function parseEcho(value: unknown, context: UpdateContext): EchoUpdate | undefined {
  const item = asObject(value)
  const providerId = asId(item?.id)
  if (item === undefined || providerId === undefined || context.phoneNumberId === undefined) return undefined
  const { to: from, to_user_id: fromUser, to_parent_user_id: fromParent } = item
  const to = parseSender({ from, from_user_id: fromUser, from_parent_user_id: fromParent }, context.contacts)
  return {
    kind: 'echo',
    phoneNumberId: context.phoneNumberId,
    providerId,
    to,
    ...readBody(item, 'message_echoes', context),
  }
}

type Body = Pick<
  MessageUpdate,
  'understood' | 'timestamp' | 'groupId' | 'type' | 'text' | 'content' | 'quotedProviderId' | 'raw' | 'around'
>

function readBody(item: Item, list: string, context: UpdateContext): Body {
  const type = findType(item)
  const around = context.around(item, list)
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

function writtenText(item: Item, type: string): string | undefined {
  const content = asObject(item[type]) ?? {}
  const reply = asObject(content.button_reply) ?? asObject(content.list_reply)
  if (type === 'text') return asText(content.body)
  if (type === 'button' || type === 'order') return asText(content.text)
  if (type === 'system') return asText(content.body)
  if (type === 'interactive') return asText(reply?.title)
  return asText(content.caption)
}
