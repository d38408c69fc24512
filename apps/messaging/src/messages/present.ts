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
  chatFields?: ChatFields | null
  contactFields?: Record<string, string> | null
  contactBlocked?: boolean | null
  quoted?: (NonNullable<Summaries['quoted']> & { providerId: string | null }) | null | undefined
}

/** The fields of a chat that its message events carry. */
export type ChatFields = Omit<Summaries['chat'], 'id' | 'name' | 'phone'>

/** Returns the fields of a chat that its message events carry; `first` when the message began the chat. */
export function chatFieldsOf(row: ChatRow, first: boolean): ChatFields {
  const { type, status, assignee, labels, unreadCount, lastInboundAt, lastOutboundAt, windowClosesAt, createdAt } =
    presentChat(row)
  return {
    type,
    status,
    assignee,
    labels,
    unreadCount,
    lastInboundAt,
    lastOutboundAt,
    windowClosesAt,
    createdAt,
    first,
  }
}

/** The channel a message is posted to. */
function channelOf({ recipient }: { recipient: string }): string | null {
  return recipient.startsWith('chn_') ? recipient : null
}

/** Returns the author of a message in a group as a contact. */
function participant({ sender }: MessageRow): Summaries['contact'] {
  if (!sender?.contact) return null
  return { id: sender.contact, name: sender.name ?? null, phone: sender.phone ?? null }
}

/** Returns the contact of a chat with one person, with the facts that are known of it. */
export function contactOf(
  {
    chatName: name = null,
    contactFields,
    contactBlocked,
  }: Partial<Pick<MessageContext, 'chatName' | 'contactFields' | 'contactBlocked'>>,
  id: string,
  phone: string | null = null,
): NonNullable<Summaries['contact']> {
  const facts = contactFields ? { blocked: contactBlocked === true, fields: contactFields } : {}
  return { id, name, phone, ...facts }
}

/** Summaries of chat, contact and number of a message, and of the message that it quotes. */
export function summariesOf(row: MessageRow, around: MessageContext): Summaries {
  const phone = row.phone ?? null
  const { providerId, ...quoted } = around.quoted ?? {}
  return {
    chat: { id: row.chatId, name: around.chatName, phone, ...around.chatFields },
    contact: around.contactId ? contactOf(around, around.contactId, phone) : participant(row),
    number: { id: row.numberId, phone: around.numberPhone, name: around.numberName, ...around.providerIds },
    quoted: around.quoted ? (quoted as Summaries['quoted']) : null,
    quotedProviderId: providerId,
  }
}

/** `data` of a message event: the message, and summaries so that a receiver needs no second call. */
export function messageEventData(row: MessageRow, around: MessageContext): PresentedMessage & { summaries: Summaries } {
  return { ...presentMessage(row), summaries: summariesOf(row, around) }
}
