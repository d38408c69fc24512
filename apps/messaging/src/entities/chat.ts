import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type {
  actionsView,
  actor,
  chatChange,
  contentView,
  factsView,
  MessageStatus,
  message,
  messaging,
  rating,
  Sparse,
} from '@posthorn/contracts'
import type { z } from 'zod'

type LastMessage = { id: string; direction: 'in' | 'out'; type: string; message: string | null; at: string }

export type LabelView = { id: string; name: string; color: string }

export type Assignee = { id: string; name: string; email: string }

/** Author of an action: a key, member, service or automation, with its name at the time. */
export type Author = Sparse<z.output<typeof actor>>

/** A chat's snooze, and who set it. `until` is null if it lasts until the customer replies. */
export type Snooze = { until: string | null; by: Author }

export type Rating = z.output<typeof rating>

/** A conversation between one number and one contact, group or channel. */
export const Chat = defineEntity({
  name: 'Chat',
  tableName: 'chat',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    numberId: p.string(),
    recipient: p.string(),
    type: p.string().$type<'direct' | 'group' | 'channel'>(),
    name: p.string().nullable(),
    phone: p.string().nullable(),
    contactId: p.string().nullable(),
    groupId: p.string().nullable(),
    status: p.string().$type<'open' | 'pending' | 'resolved' | 'archived'>(),
    unreadCount: p.integer(),
    pinned: p.boolean(),
    muted: p.boolean(),
    assigneeId: p.string().nullable(),
    assignee: p.json<Assignee>().nullable(),
    labelIds: p.array(),
    labels: p.json<LabelView[]>(),
    snooze: p.json<Snooze>().nullable(),
    snoozedUntil: p.datetime().nullable(),
    rating: p.json<Rating>().nullable(),
    failed: p.boolean(),
    firstMessageId: p.string().nullable(),
    lastMessage: p.json<LastMessage>().nullable(),
    lastMessageAt: p.datetime(),
    waitingSince: p.datetime().nullable(),
    lastInboundAt: p.datetime().nullable(),
    lastOutboundAt: p.datetime().nullable(),
    windowClosesAt: p.datetime().nullable(),
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

export type ChatRow = InferEntity<typeof Chat>

export type Change = z.infer<typeof chatChange>

export type RunView = z.output<typeof messaging.automations.runs.output>['items'][number]

export type ChangeDetail = { assignee?: Assignee | null; snooze?: Snooze | null; rating?: Rating | null; run?: RunView }

export const ChatChange = defineEntity({
  name: 'ChatChange',
  tableName: 'chat_change',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    chatId: p.string(),
    change: p.string(),
    author: p.json<Author>().nullable(),
    detail: p.json<ChangeDetail>().nullable(),
    createdAt: p.datetime(),
  },
})

export type ChatChangeRow = InferEntity<typeof ChatChange>

type View = Sparse<z.output<z.ZodObject<typeof contentView & typeof factsView>>>

export type ContentView = { [K in keyof View]?: View[K] | undefined }

/** Actions to apply to the chat once the message is sent, and who requested them. `failed`: whether the message has failed, if that changed. */
export type ChatActions = z.output<typeof actionsView> & { by?: Author; failed?: boolean }

/**
 * Stored content of a message. In addition to the fields shown, it contains each voter's choices and their times, the post created from a
 * message to a channel, the file in a template's header, and the types of files in native content.
 */
export type StoredContent = Omit<ContentView, 'actions'> & {
  votes?: Record<string, { chosen: number[]; at: string }>
  post?: string
  templateMedia?: ContentView['media']
  nativeMedia?: { file: string; mime: string }[]
  actions?: ChatActions
  /** The provider's id of the message that this one quotes or reacts to, which need not be stored here. */
  quoteProviderId?: string
  /** Sent with the business's WhatsApp app, not with this API. */
  via?: 'app'
}

export type Sender = {
  phone?: string | undefined
  userId?: string | undefined
  name?: string | undefined
  contact?: string | undefined
}
export type StoredError = {
  errorCode: string
  message: string
  providerCode?: number
  retryable: boolean
  further?: { errorCode: string; message: string; providerCode?: number }[]
}

/** Price of a message, the conversation it is billed under, and the provider's timestamp for both. */
export type StoredPricing = Sparse<Pick<z.output<typeof message>, 'pricing' | 'conversation'>> & {
  reportedAt?: { pricing?: string; conversation?: string }
}
/** Statuses and error of a message before it was retried. */
type PastLife = { statusAt: Partial<Record<MessageStatus, string>>; error: StoredError | null }

export const Message = defineEntity({
  name: 'Message',
  tableName: 'message',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    numberId: p.string(),
    chatId: p.string(),
    direction: p.string().$type<'in' | 'out'>(),
    recipient: p.string(),
    phone: p.string().nullable(),
    groupId: p.string().nullable(),
    type: p.string(),
    body: p.text().nullable(),
    content: p.json<StoredContent>().nullable(),
    previewUrl: p.boolean().nullable(),
    quoteId: p.string().nullable(),
    reference: p.string().nullable(),
    priority: p.string().$type<'low' | 'normal' | 'high' | 'urgent'>().nullable(),
    ordered: p.boolean().nullable(),
    onUnknown: p.string().$type<'hold' | 'resend'>().nullable(),
    status: p.string().$type<MessageStatus>(),
    statusAt: p.json<Partial<Record<MessageStatus, string>>>(),
    outcomeUnknown: p.boolean().default(false),
    error: p.json<StoredError>().nullable(),
    providerId: p.string().nullable(),
    pricing: p.json<StoredPricing>().nullable(),
    history: p.json<PastLife[]>().nullable(),
    attempts: p.integer().default(0),
    sender: p.json<Sender>().nullable(),
    deliverAt: p.datetime().nullable(),
    expiresAt: p.datetime().nullable(),
    traceparent: p.string().nullable(),
    author: p.json<Author>().nullable(),
    version: p.integer().default(1),
    createdAt: p.datetime(),
  },
})

/** SQL statements outside the ORM return the same column names, with times as text. */
export type MessageRow = InferEntity<typeof Message>

/** A file of the workspace. Its bytes are in storage at `place`. */
export const File = defineEntity({
  name: 'File',
  tableName: 'file',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    sha256: p.string(),
    /** Whether the uploader had access to all numbers. */
    shared: p.boolean(),
    /** Numbers whose messages use the file, and numbers to which its uploader was restricted. */
    numberIds: p.array<string>(),
    place: p.string(),
    filename: p.string(),
    mime: p.string(),
    kind: p.string().$type<'image' | 'video' | 'audio' | 'document' | 'sticker'>(),
    size: p.integer(),
    createdAt: p.datetime(),
    expiresAt: p.datetime().nullable(),
  },
})

export type FileRow = InferEntity<typeof File>

export type ProviderIds = { phoneNumberId: string; businessAccountId: string | null }

/** A number with the data needed for sending. Copied from `number:credentials` events of the numbers service, which owns it. */
export const ConnectedNumber = defineEntity({
  name: 'ConnectedNumber',
  tableName: 'known_number',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    version: p.integer(),
    provider: p.string(),
    phone: p.string().nullable(),
    name: p.string(),
    providerIds: p.json<ProviderIds>().nullable(),
    isDefault: p.boolean(),
    connected: p.boolean(),
    ciphertext: p.string().nullable(),
    refuses: p.boolean().default(false),
  },
})

export type ConnectedNumberRow = InferEntity<typeof ConnectedNumber>
