import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { actor, chatChange, messaging, rating, Sparse } from '@posthorn/contracts'
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

/** A label. Chats keep a copy of its name and color. */
export const Label = defineEntity({
  name: 'Label',
  tableName: 'label',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    name: p.string(),
    nameKey: p.string(),
    color: p.string(),
    description: p.string().nullable(),
    /** Labels that were merged into this one. A chat may still have one of them until the chat is updated. */
    mergedIds: p.array(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

export type LabelRow = InferEntity<typeof Label>

type Answer = z.output<typeof messaging.views.update.output>

/** A saved chat filter that belongs to the team, a member, or a key. */
export const View = defineEntity({
  name: 'View',
  tableName: 'view',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    name: p.string(),
    nameKey: p.string(),
    /** Member or key that owns the view; empty for a team view. */
    owner: p.string(),
    filter: p.json<Answer['filter']>(),
    sort: p.string().$type<Answer['sort']>(),
    author: p.json<Author>(),
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

export type ViewRow = InferEntity<typeof View>

export const Note = defineEntity({
  name: 'Note',
  tableName: 'note',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    chatId: p.string(),
    body: p.text(),
    author: p.json<Author>(),
    mentions: p.array(),
    editedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
})

export type NoteRow = InferEntity<typeof Note>

export const Reply = defineEntity({
  name: 'Reply',
  tableName: 'reply',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    name: p.string(),
    nameKey: p.string(),
    shortcut: p.string().nullable(),
    folder: p.string().nullable(),
    message: p.text(),
    author: p.json<Author>(),
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

export type ReplyRow = InferEntity<typeof Reply>
