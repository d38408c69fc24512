import { z } from 'zod'
import type { Chat, ChatTotals, Group, Participant } from '../api/lookups.ts'
import { longIdOf, shortIdOf, widOf, widOfGroup, widOfPerson, widOfPhone } from '../ids.ts'
import { type ContactFacts, contactOf, contactSchema, placeContactOf } from './contact.ts'

const participantSchema = z.object({
  id: z.string().optional(),
  wid: z.string().optional(),
  phone: z.string().optional(),
  isAdmin: z.boolean(),
  isSuperAdmin: z.boolean(),
  contact: z.object({ name: z.string() }),
})

export const chatSchema = z.object({
  id: z.string(),
  wid: z.string(),
  name: z.string(),
  phone: z.string().optional(),
  type: z.enum(['chat', 'group', 'channel']),
  status: z.enum(['active', 'pending', 'resolved', 'archived', 'banned']),
  waStatus: z.enum(['active', 'archived', 'banned']),
  statusUpdatedAt: z.string().optional(),
  date: z.string().optional(),
  lastMessageAt: z.string().optional(),
  firstMessageAt: z.string().optional(),
  lastInboundMessageAt: z.string().optional(),
  lastOutboundMessageAt: z.string().optional(),
  lastAutoReply: z.null(),
  lastAutoReplyAt: z.null(),
  lastMessage: z
    .object({ id: z.string(), type: z.string(), body: z.string().optional(), flow: z.string(), date: z.string() })
    .optional(),
  unreadCount: z.int(),
  labels: z.array(z.string()),
  owner: z.object({
    agent: z.string().optional(),
    assigner: z.string().optional(),
    assignedAt: z.string().optional(),
    department: z.null(),
  }),
  stats: z
    .object({ notes: z.int(), localMessages: z.int(), inboundMessages: z.int(), outboundMessages: z.int() })
    .optional(),
  contact: contactSchema,
  meta: z.object({
    unreadCount: z.int(),
    isUnread: z.boolean(),
    canSend: z.boolean(),
    isArchived: z.boolean(),
    isPinned: z.boolean(),
    isChatMuted: z.boolean(),
    isReadOnly: z.boolean(),
  }),
  group: z
    .object({
      owner: z.string().optional(),
      description: z.string().optional(),
      totalParticipants: z.int(),
      announce: z.boolean(),
      restrict: z.boolean(),
      participants: z.array(participantSchema),
    })
    .optional(),
  links: z.object({ messages: z.string() }),
  messages: z.array(z.unknown()).optional(),
  notes: z.array(z.unknown()).optional(),
  participants: z.array(z.unknown()).optional(),
})

export type DialectChat = z.output<typeof chatSchema>

/** Fields of a chat. Events include only some of them. */
export type ChatFacts = { [K in keyof Omit<Chat, 'id'>]?: Chat[K] | undefined } & Pick<Chat, 'id'>

type ChatContext = {
  device: string
  contact?: ContactFacts | undefined
  group?: { group: Group; participants: Participant[]; ownerPhone: string } | undefined
  totals?: ChatTotals | undefined
}

const statuses = { open: 'active', pending: 'pending', resolved: 'resolved', archived: 'archived' } as const

type NamedPerson = Pick<Participant, 'phone' | 'userId' | 'contact'>

/** Presents a person in a group. The number alone manages it, so no one is an admin. */
export const personOf = ({ phone, ...person }: NamedPerson) => ({
  phone: phone ?? undefined,
  wid: widOfPerson({ phone, ...person }),
  isAdmin: false,
  isSuperAdmin: false,
})

/** Presents a person in the group of a chat. Chats also show each person's contact, and groups do not. */
export function participantOf(person: NamedPerson): z.output<typeof participantSchema> {
  const shown = personOf(person)
  return { id: shown.wid, ...shown, contact: { name: person.phone ?? person.userId ?? '' } }
}

/** Presents the group of a chat, which its number owns, with the people who are in it now. */
function groupOfChat(context: NonNullable<ChatContext['group']>): DialectChat['group'] {
  const { group, participants, ownerPhone } = context
  return {
    owner: widOfPhone(ownerPhone),
    description: group.description ?? undefined,
    totalParticipants: group.participants.joined,
    announce: false,
    restrict: true,
    participants: participants.map(participantOf),
  }
}

/** Presents a chat's last message. The dialect has no voice messages, only audio. */
function lastMessageOf(chat: ChatFacts): DialectChat['lastMessage'] {
  if (!chat.lastMessage) return undefined
  const { id, type, message, direction, at } = chat.lastMessage
  const flow = direction === 'in' ? 'inbound' : 'outbound'
  return { id: longIdOf(id), type: type === 'voice' ? 'audio' : type, body: message ?? undefined, flow, date: at }
}

/** Whether a group takes no messages: any that isn't active, such as one that the provider hasn't created yet or has suspended. */
const isReadOnly = ({ status }: Group): boolean => status !== 'active'

/** Returns a chat's flags. Lists and events don't read the group, so there every chat seems to take messages. */
function metaOf(chat: ChatFacts, group: Group | undefined): DialectChat['meta'] {
  const unreadCount = chat.unreadCount ?? 0
  const takesNone = group !== undefined && isReadOnly(group)
  return {
    unreadCount,
    isUnread: chat.unread ?? unreadCount > 0,
    canSend: !takesNone,
    isArchived: chat.status === 'archived',
    isPinned: chat.pinned ?? false,
    isChatMuted: chat.muted ?? false,
    isReadOnly: takesNone,
  }
}

/** Presents the numbers of a chat's notes and messages. The dialect's local messages are those stored here, so all of them. */
function statsOf({ notes, inbound, outbound }: ChatTotals): DialectChat['stats'] {
  return { notes, localMessages: inbound + outbound, inboundMessages: inbound, outboundMessages: outbound }
}

/** Returns a chat's times. An event may lack the last message, so its time is the latest of those known. */
function timesOf(chat: ChatFacts) {
  const times = [chat.lastMessage?.at, chat.lastInboundAt, chat.lastOutboundAt, chat.createdAt]
  const last = times
    .flatMap((at) => at ?? [])
    .toSorted()
    .at(-1)
  return {
    statusUpdatedAt: chat.updatedAt,
    date: last,
    lastMessageAt: last,
    firstMessageAt: chat.createdAt,
    lastInboundMessageAt: chat.lastInboundAt ?? undefined,
    lastOutboundMessageAt: chat.lastOutboundAt ?? undefined,
    lastAutoReply: null,
    lastAutoReplyAt: null,
  }
}

/** Presents a chat. Its name is the contact's, else its phone number, if it has none. Lists and events have no `group` and `totals`. */
export function chatOf(chat: ChatFacts, { device, contact, group, totals }: ChatContext): DialectChat {
  const wid = widOf(chat)
  const kind = chat.type === 'group' || chat.type === 'channel' ? chat.type : 'chat'
  const name = chat.name ?? contact?.name ?? chat.phone ?? ''
  const own = contact ?? { name, phone: chat.phone ?? null }
  const blocked = kind === 'chat' && own.blocked === true
  return {
    id: wid,
    wid,
    name,
    phone: chat.phone ?? undefined,
    type: kind,
    status: blocked ? 'banned' : statuses[chat.status ?? 'open'],
    waStatus: blocked ? 'banned' : chat.status === 'archived' ? 'archived' : 'active',
    ...timesOf(chat),
    lastMessage: lastMessageOf(chat),
    unreadCount: chat.unreadCount ?? 0,
    labels: (chat.labels ?? []).map((label) => label.name),
    owner: { agent: chat.assignee ? shortIdOf(chat.assignee.id) : undefined, department: null },
    stats: totals && statsOf(totals),
    contact: kind === 'chat' ? contactOf(own, wid) : placeContactOf(kind, name, wid),
    meta: metaOf(chat, group?.group),
    group: group && groupOfChat(group),
    links: { messages: `/v1/chat/${device}/messages/?chat=${wid}` },
  }
}

export const groupSchema = z.object({
  id: z.string(),
  wid: z.string(),
  device: z.string(),
  kind: z.literal('group'),
  name: z.string(),
  description: z.string().optional(),
  createdAt: z.string(),
  lastMessageAt: z.string().optional(),
  totalParticipants: z.int(),
  isArchive: z.boolean(),
  isReadOnly: z.boolean(),
  unreadCount: z.int(),
  inviteCode: z.string().optional(),
  inviteLink: z.string().optional(),
  participants: z
    .array(
      z.object({
        phone: z.string().optional(),
        wid: z.string().optional(),
        isAdmin: z.boolean(),
        isSuperAdmin: z.boolean(),
      }),
    )
    .optional(),
  meta: z.object({ ignored: z.array(z.string()) }).optional(),
})

export const inviteCodeOf = (link: string | null | undefined): string | undefined => link?.split('/').at(-1)

/** Presents a group, with the people who have joined if they are given. */
export function groupOf(group: Group, deviceId: string, participants?: Participant[]): z.output<typeof groupSchema> {
  const wid = widOfGroup(group.id)
  return {
    id: wid,
    wid,
    device: deviceId,
    kind: 'group',
    name: group.name,
    description: group.description ?? undefined,
    createdAt: group.createdAt,
    // Messages belong to the group's chat, so the last change of the group stands in for them.
    lastMessageAt: group.updatedAt,
    totalParticipants: group.participants.joined,
    isArchive: false,
    isReadOnly: isReadOnly(group),
    unreadCount: 0,
    inviteCode: inviteCodeOf(group.inviteLink),
    inviteLink: group.inviteLink ?? undefined,
    participants: participants?.map(personOf),
  }
}
