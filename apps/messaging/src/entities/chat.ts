import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { CallContext, chatChange, messaging } from '@posthorn/contracts'
import type { z } from 'zod'

/** Kind of change of a chat. */
export type Change = z.infer<typeof chatChange>

/** Values that a change set, as they were at that time. */
export type ChangeDetail = { assignee?: Assignee | null; snooze?: Snooze | null }

/** A change in the work on a chat; `change` is one of `ChatChange`. */
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

/** A row of `chat_change`. */
export type ChatChangeRow = InferEntity<typeof ChatChange>

/** A label of the workspace; chats keep a copy of what they show of it. */
export const Label = defineEntity({
  name: 'Label',
  tableName: 'label',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    name: p.string(),
    /** The name as it is compared: two names that differ in case only are one. */
    nameKey: p.string(),
    color: p.string(),
    description: p.string().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** A row of `label`. */
export type LabelRow = InferEntity<typeof Label>

type Answer = z.output<typeof messaging.views.update.output>

/** A filter of chats that has a name, of the team or of one member or key. */
export const View = defineEntity({
  name: 'View',
  tableName: 'view',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    name: p.string(),
    /** The name as it is compared: two names that differ in case only are one. */
    nameKey: p.string(),
    /** Member or key whose own view it is; empty for a view of the team. */
    owner: p.string(),
    filter: p.json<Answer['filter']>(),
    sort: p.string().$type<Answer['sort']>(),
    author: p.json<Author>(),
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** A row of `view`. */
export type ViewRow = InferEntity<typeof View>

/** The last message of a chat, as its row keeps it. */
export type LastMessage = { id: string; direction: 'in' | 'out'; type: string; message: string | null; at: string }

/** A label as a chat shows it. */
export type LabelView = { id: string; name: string; color: string }
/** The member a chat is assigned to, as it shows them. */
export type Assignee = { id: string; name: string; email: string }
/** Author of an action: a key, a member or a service, by the name of that time. */
export type Author = CallContext['actor']

/** Rest of a chat, and who let it rest. */
export type Snooze = { until: string | null; by: Author }

/** The conversation of one number with one contact or group. */
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

/** A row of `chat`. */
export type ChatRow = InferEntity<typeof Chat>
