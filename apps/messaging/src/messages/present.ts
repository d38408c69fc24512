import { isoTime } from '@posthorn/chassis'
import type { message, messageSummaries, ProviderChange, Sparse, Unfilled, waiting } from '@posthorn/contracts'
import type { z } from 'zod'
import { presentChat } from '../chats/change.ts'
import type { ChatActions, ChatRow, ContentView, MessageRow, ProviderIds, StoredContent } from '../entities/chat.ts'

export type PresentedMessage = Unfilled<z.output<typeof message>>
export type Waiting = Sparse<z.output<typeof waiting>>
/** Why a message waits, when it is tried again, and when it will probably be sent. */
export type QueueView = { waiting?: Waiting; nextAt?: string; estimatedSendAt?: string }

/** Returns a message as the API shows it. `queue`: why it waits, and until when, if it does. */
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

/** Data for a message's summaries, in events and in responses that include them: of its chat, contact, number and quoted message. */
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

type ChatFields = Omit<Summaries['chat'], 'id' | 'name' | 'phone'>

/**
 * Returns a direct chat as events about its message show it. `first` tells whether this message was the chat's first one. `chatFields` in
 * `rows.sql.ts` is the same in SQL, and also hides what others wrote in groups.
 */
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

/** Returns the chat's last message. If it is this message and we sent it, adds its status, which the chat's copy doesn't have. */
const withCurrentStatus = ({ id, direction, status }: MessageRow, last: ChatFields['lastMessage']) =>
  last?.id === id && direction === 'out' ? { ...last, status } : last

/** Returns the channel that a message was sent to, or null. Its id is the message's recipient. */
const channelOf = ({ recipient }: { recipient: string }): string | null =>
  recipient.startsWith('chn_') ? recipient : null

/** Whether a recipient is a phone number or a user id, which begins with a country code and a period. Other ids have neither form. */
export const isPerson = (recipient: string): boolean => /^(\+\d|[A-Z]{2}\.)/.test(recipient)

/** Returns whom the address of a person names: a phone number, or the provider's user id if that is hidden. */
export const personAt = (address: string): { phone: string } | { userId: string } =>
  address.startsWith('+') ? { phone: address } : { userId: address }

type ContactFacts = Partial<Pick<MessageContext, 'contactFields' | 'contactBlocked'>>

/** Returns the contact of a group message's sender, because a group's chat has no contact. */
function senderContact({ sender }: MessageRow, facts: ContactFacts): Summaries['contact'] {
  if (!sender?.contact) return null
  return contactOf({ ...facts, chatName: sender.name ?? null }, sender.contact, sender.phone)
}

/** Returns a contact's summary. Omits its fields, and whether it is blocked, if they are not known here. */
export function contactOf(
  { chatName: name = null, contactFields, contactBlocked }: ContactFacts & { chatName?: string | null },
  id: string,
  phone: string | null = null,
): NonNullable<Summaries['contact']> {
  const facts = contactFields ? { blocked: contactBlocked === true, fields: contactFields } : {}
  return { id, name, phone, ...facts }
}

/** Summaries of the message's chat, contact and number, and of the message it quotes. */
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
      lastMessage: withCurrentStatus(row, fields.lastMessage),
    },
    contact: around.contactId ? contactOf(around, around.contactId, phone) : senderContact(row, around),
    number: { id: row.numberId, phone: around.numberPhone, name: around.numberName, ...around.providerIds },
    quoted: around.quoted ? (quoted as Summaries['quoted']) : null,
    quotedProviderId: providerId,
  }
}

/** Returns the `data` of a message event. It includes summaries, so that receivers need no further request. */
export function messageEventData(row: MessageRow, around: MessageContext): PresentedMessage & { summaries: Summaries } {
  return { ...presentMessage(row), summaries: summariesOf(row, around) }
}

type Always = 'answers' | 'reactions' | 'forwarded' | 'blocked' | 'optedOut'
type Shown = ContentView & { [K in Always]: NonNullable<ContentView[K]> }

/** Returns content as the API shows it: without what is stored only for our use, and with values for fields that are always shown. */
export function presentContent(content: StoredContent | null | undefined): Shown {
  const { votes: _votes, post: _post, templateMedia: _file, nativeMedia: _files, ...shown } = content ?? {}
  const { reactions = [], actions, ...rest } = shown
  const { by: _by, failed: _failed, ...asked } = actions ?? ({} as Partial<ChatActions>)
  return {
    ...rest,
    answers: rest.answers ?? [],
    forwarded: rest.forwarded ?? false,
    blocked: rest.blocked ?? false,
    optedOut: rest.optedOut ?? false,
    // An empty emoji marks a removed reaction. It stays stored so that an older reaction doesn't reappear.
    reactions: reactions.filter(({ emoji }) => emoji !== ''),
    actions: (actions && asked) as ContentView['actions'],
  }
}

/** Fields of a raw text message that events show. */
const plainFields = ['id', 'timestamp', 'type', 'text', 'from', 'from_user_id']

/** Fields of a raw text message that the stored row contains. */
export const fieldsOfMessage = [...plainFields, 'from_parent_user_id', 'group_id', 'context']

/** Whether the raw text message has only these fields, all of which our message includes. */
export function isPlainText(raw: unknown, fields: readonly string[]): boolean {
  const { type, text, context } = (raw ?? {}) as Record<string, unknown>
  const hasOnly = (value: unknown, names: readonly string[]) =>
    Object.keys(value ?? {}).every((name) => names.includes(name))
  return type === 'text' && hasOnly(raw, fields) && hasOnly(text, ['body']) && hasOnly(context, ['id', 'from'])
}

/**
 * Returns a callback's change with the provider's original item, if that was kept and the event doesn't show all of it. `list` is where the
 * callback's value lists it, and `around` the other fields of that value.
 */
export function callbackOf(
  list: 'messages' | 'statuses' | 'message_echoes',
  { raw, around }: { raw?: unknown; around?: Record<string, unknown> | undefined },
): ProviderChange | undefined {
  // Large items aren't stored.
  if (raw === undefined || raw === null || (around === undefined && isPlainText(raw, plainFields))) return undefined
  return { field: list === 'message_echoes' ? 'smb_message_echoes' : 'messages', value: { ...around, [list]: [raw] } }
}
