import { sparse } from '@posthorn/contracts'
import { z } from 'zod'
import type { Message, SparseMessage, StoredFile } from '../api/lookups.ts'
import { longIdOf, shortIdOf, widOf, widOfGroup, widOfPerson, widOfPhone } from '../ids.ts'
import { ackOf } from '../words.ts'
import { chatSchema, type DialectChat } from './chat.ts'
import { bodyOf, contentOf, contentShape, mediaOf, mediaSchema, type QuotedFacts, typeOf } from './chat-content.ts'

const flags = [
  'rtl',
  'containsEmoji',
  'isGif',
  'isStar',
  'isGroup',
  'isForwarded',
  'isEphemeral',
  'isNotification',
  'isLive',
  'isBroadcast',
  'isChannel',
  'isBizNotification',
  'isDoc',
  'isLinkPreview',
  'isPSA',
  'isRevoked',
  'isEdited',
  'isUnreadType',
  'isFailed',
] as const

export const chatMessageSchema = z.object({
  id: z.string(),
  type: z.string(),
  flow: z.enum(['inbound', 'outbound']),
  status: z.enum(['active', 'removed']),
  ack: z.enum(['pending', 'sent', 'delivered', 'read', 'played', 'failed']),
  from: z.string(),
  to: z.string(),
  author: z.string().optional(),
  fromNumber: z.string().optional(),
  toNumber: z.string().optional(),
  date: z.string(),
  createdAt: z.string(),
  timestamp: z.int(),
  body: z.string().optional(),
  chat: z.union([z.string(), chatSchema]),
  agent: z.string().optional(),
  reference: z.string().optional(),
  media: mediaSchema.optional(),
  ...contentShape,
  reactions: z.array(z.unknown()).optional(),
  lastReactionAt: z.string().optional(),
  lastReactionEmoji: z.string().optional(),
  deletedAt: z.string().optional(),
  meta: z.object({
    ...(Object.fromEntries(flags.map((flag) => [flag, z.boolean()])) as Record<(typeof flags)[number], z.ZodBoolean>),
    notifyName: z.string().optional(),
    source: z.string(),
    via: z.string().optional(),
    isFirstMessage: z.boolean().optional(),
  }),
  events: z.record(z.string(), z.object({ date: z.string() })),
  links: z.object({
    message: z.string(),
    chat: z.string(),
    contact: z.string(),
    chatMessages: z.string(),
    device: z.string(),
  }),
  error: z.object({ date: z.string(), code: z.string(), title: z.string(), message: z.string() }).optional(),
})

type ChatMessage = z.output<typeof chatMessageSchema>

/** A message's device and, in events, its chat. */
type MessageContext = {
  device: string
  devicePhone: string
  chat?: DialectChat
  isFirstMessage?: boolean | undefined
  file?: StoredFile | undefined
  quoted?: QuotedFacts | undefined
}

/** Returns who sent a message to whom. In a group, the sender is the group, and the person is the author. */
function partiesOf(message: SparseMessage, devicePhone: string) {
  const chat = widOf(message)
  const own = widOfPhone(devicePhone)
  const sender = message.from
  const inGroup = message.group !== undefined
  if (message.direction === 'out') {
    return { from: own, to: chat, fromNumber: devicePhone, toNumber: message.phone }
  }
  return {
    from: inGroup ? widOfGroup(message.group as string) : chat,
    author: inGroup && sender ? widOfPerson(sender) : undefined,
    to: own,
    fromNumber: sender?.phone ?? message.phone,
    toNumber: devicePhone,
  }
}

/** Returns a message's flags. Those that the provider doesn't know are false. */
function metaOf(message: SparseMessage, isFirstMessage: boolean | undefined): ChatMessage['meta'] {
  const none = Object.fromEntries(flags.map((flag) => [flag, false])) as Record<(typeof flags)[number], boolean>
  const incoming = message.direction === 'in'
  return {
    ...none,
    isGif: message.media?.animated === true,
    isGroup: message.group !== undefined,
    isForwarded: message.forwarded === true,
    isNotification: message.type === 'system',
    isDoc: message.type === 'document',
    isRevoked: message.deletedAt !== undefined,
    isEdited: message.editedAt !== undefined,
    isFailed: message.status === 'failed' || message.status === 'expired',
    notifyName: incoming ? message.from?.name : undefined,
    source: incoming ? 'android' : 'api',
    via: incoming ? undefined : message.via === 'app' ? 'app' : 'platform',
    isFirstMessage,
  }
}

/** Returns the dialect's paths for a message and what belongs to it. */
function linksOf(message: SparseMessage, deviceId: string): ChatMessage['links'] {
  const wid = widOf(message)
  const chat = `/v1/chat/${deviceId}`
  return {
    message: `${chat}/messages/${longIdOf(message.id)}`,
    chat: `${chat}/chats/${wid}`,
    contact: `${chat}/contacts/${wid}`,
    chatMessages: `${chat}/messages/?chat=${wid}`,
    device: `/v1/devices/${deviceId}`,
  }
}

/** Returns the id of the member who sent a message; undefined if a key or a customer sent it. */
export const agentOf = ({ by }: SparseMessage): string | undefined =>
  by?.type === 'member' ? shortIdOf(by.id) : undefined

/** Returns a failed message's error, with the provider's code if there is one. */
function errorOf({ error, statusAt, createdAt }: SparseMessage): ChatMessage['error'] {
  if (!error) return undefined
  const code = String(error.providerCode ?? error.errorCode)
  return { date: statusAt.failed ?? createdAt, code, title: error.errorCode, message: error.message }
}

/** Returns the newest reaction. The list isn't ordered by time. */
function lastReactionOf({ reactions }: SparseMessage) {
  const last = reactions.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)).at(-1)
  return last && { lastReactionAt: last.at, lastReactionEmoji: last.emoji }
}

/** Presents a message as the dialect shows it in chats and events. For what was sent with POST /messages, it has another form. */
export function chatMessageOf(fullMessage: Message, context: MessageContext): ChatMessage {
  const message = sparse(fullMessage)
  const { device, devicePhone, chat, isFirstMessage, file } = context
  const date = (message.direction === 'in' ? message.statusAt.received : message.statusAt.sent) ?? message.createdAt
  const steps = Object.entries(message.statusAt).flatMap(([status, at]) =>
    at ? [[status, { date: at }] as const] : [],
  )
  return {
    id: longIdOf(message.id),
    type: typeOf(message),
    flow: message.direction === 'in' ? 'inbound' : 'outbound',
    status: message.deletedAt === undefined ? 'active' : 'removed',
    ack: ackOf(message.status),
    ...partiesOf(message, devicePhone),
    date,
    createdAt: message.createdAt,
    timestamp: Math.floor(Date.parse(date) / 1000),
    body: bodyOf(message),
    chat: chat ?? widOf(message),
    agent: agentOf(message),
    reference: message.reference,
    media: mediaOf(message, device, file),
    ...contentOf(message, context),
    reactions: message.reactions,
    ...lastReactionOf(message),
    deletedAt: message.deletedAt,
    meta: metaOf(message, isFirstMessage),
    events: Object.fromEntries(steps),
    links: linksOf(message, device),
    error: errorOf(message),
  }
}
