import { isoTime } from '@posthorn/chassis'
import type { message, messageSummaries, Sparse, Unfilled, waiting } from '@posthorn/contracts'
import type { z } from 'zod'
import { presentChat } from '../chats/present.ts'
import { presentContent } from '../content/present-content.ts'
import type { ChatRow } from '../entities/chat.ts'
import type { ProviderIds } from '../entities/connected-number.ts'
import type { MessageRow } from '../entities/message.ts'

/** A message as answers and events show it. */
export type PresentedMessage = Unfilled<z.output<typeof message>>
/** Reason for which a queued message waits. */
export type Waiting = Sparse<z.output<typeof waiting>>
/** Status of a waiting message in the queue. */
export type QueueView = { waiting?: Waiting; nextAt?: string; estimatedSendAt?: string }

/** A message as responses and events show it. */
export function presentMessage(row: MessageRow, queue: QueueView = {}): PresentedMessage {
  const out = row.direction === 'out'
  return {
    id: row.id,
    number: row.numberId,
    direction: row.direction,
    chat: row.chatId,
    phone: row.phone,
    group: row.groupId,
    channel: channelOf(row),
    post: row.content?.post,
    type: row.type,
    message: row.body,
    ...presentContent(row.content),
    ...(row.type === 'reaction' ? { reactionMessage: row.quoteId ?? undefined } : { quote: row.quoteId }),
    reference: row.reference,
    priority: row.priority,
    order: out ? (row.ordered === false ? 'none' : 'chat') : null,
    onUnknown: row.onUnknown,
    status: row.status,
    statusAt: row.statusAt,
    waiting: queue.waiting,
    estimatedSendAt: queue.estimatedSendAt,
    error: row.error,
    providerId: row.providerId,
    pricing: row.pricing?.pricing,
    conversation: row.pricing?.conversation,
    retry: out ? { count: Math.max(0, row.attempts - 1), nextAt: queue.nextAt } : null,
    from: row.sender,
    by: row.author,
    version: row.version,
    createdAt: isoTime(row.createdAt) as string,
    deliverAt: isoTime(row.deliverAt),
    expiresAt: isoTime(row.expiresAt),
  }
}

type Summaries = Unfilled<z.output<typeof messageSummaries>>

/** The row's surroundings that message events carry. */
export type MessageContext = {
  chatName: string | null
  contactId: string | null
  numberPhone: string | null
  numberName: string | null
  providerIds: ProviderIds | null
  chatFields: ChatFields
  contactFields?: Record<string, string> | null
  contactBlocked?: boolean | null
  quoted?: (NonNullable<Summaries['quoted']> & { providerId: string | null }) | null | undefined
}

/** The fields of a chat that its message events carry. */
export type ChatFields = Omit<Summaries['chat'], 'id' | 'name' | 'phone'>

/** Returns the fields of a chat that the events of a message in it carry. */
export function chatFieldsOf(row: ChatRow, { id }: MessageRow): ChatFields {
  const { type, status, assignee, labels, unreadCount, lastMessage, waitingSince, ...chat } = presentChat(row)
  const { lastInboundAt, lastOutboundAt, windowClosesAt, version, createdAt } = chat
  return {
    type,
    status,
    assignee,
    labels,
    unreadCount,
    lastMessage,
    waitingSince,
    lastInboundAt,
    lastOutboundAt,
    windowClosesAt,
    version,
    createdAt,
    first: row.firstMessageId === id,
  }
}

/** The last message of a chat, with the status that the message has now if it is this one. */
function lastMessageOf({ id, direction, status }: MessageRow, last: ChatFields['lastMessage']) {
  return last?.id === id && direction === 'out' ? { ...last, status } : last
}

/** The channel a message is posted to. */
function channelOf({ recipient }: { recipient: string }): string | null {
  return recipient.startsWith('chn_') ? recipient : null
}

type ContactFacts = Partial<Pick<MessageContext, 'contactFields' | 'contactBlocked'>>

/** Returns the author of a message in a group as a contact. */
function participant({ sender }: MessageRow, facts: ContactFacts): Summaries['contact'] {
  if (!sender?.contact) return null
  return contactOf({ ...facts, chatName: sender.name ?? null }, sender.contact, sender.phone)
}

/** Returns the contact of a chat with one person, with the facts that are known of it. */
export function contactOf(
  { chatName: name = null, contactFields, contactBlocked }: ContactFacts & { chatName?: string | null },
  id: string,
  phone: string | null = null,
): NonNullable<Summaries['contact']> {
  const facts = contactFields ? { blocked: contactBlocked === true, fields: contactFields } : {}
  return { id, name, phone, ...facts }
}

/** Summaries of chat, contact and number of a message, and of the message that it quotes. */
export function summariesOf(row: MessageRow, around: MessageContext): Summaries {
  const phone = row.phone ?? null
  const { chatFields: fields } = around
  const { providerId, ...quoted } = around.quoted ?? {}
  return {
    chat: {
      id: row.chatId,
      name: around.chatName,
      phone,
      ...fields,
      lastMessage: lastMessageOf(row, fields.lastMessage),
    },
    contact: around.contactId ? contactOf(around, around.contactId, phone) : participant(row, around),
    number: { id: row.numberId, phone: around.numberPhone, name: around.numberName, ...around.providerIds },
    quoted: around.quoted ? (quoted as Summaries['quoted']) : null,
    quotedProviderId: providerId,
  }
}

/** `data` of a message event: the message, and summaries so that a receiver needs no second call. */
export function messageEventData(row: MessageRow, around: MessageContext): PresentedMessage & { summaries: Summaries } {
  return { ...presentMessage(row), summaries: summariesOf(row, around) }
}
