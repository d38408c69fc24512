import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { CallContext } from '@posthorn/contracts'

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
