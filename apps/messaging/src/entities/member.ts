import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { messaging } from '@posthorn/contracts'
import type { z } from 'zod'
import type { Author } from './chat.ts'

type Kind = z.output<typeof messaging.notifications.list.output>['items'][number]['kind']

/** A fact that concerns one member. It names no person: who the chat is with is read from the chat. */
export const Notification = defineEntity({
  name: 'Notification',
  tableName: 'notification',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    memberId: p.string(),
    kind: p.string().$type<Kind>(),
    /** Event that caused it, or the note: one that is changed mentions no one twice. */
    sourceId: p.string(),
    chatId: p.string().nullable(),
    numberId: p.string().nullable(),
    messageId: p.string().nullable(),
    noteId: p.string().nullable(),
    webhookId: p.string().nullable(),
    reason: p.string().nullable(),
    author: p.json<Author>().nullable(),
    createdAt: p.datetime(),
    readAt: p.datetime().nullable(),
  },
})

/** A row of `notification`. */
export type NotificationRow = InferEntity<typeof Notification>

/** A member that chats can be assigned to: fed by `member:updated`, owned by the gateway. */
export const Member = defineEntity({
  name: 'Member',
  tableName: 'member',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    version: p.integer(),
    name: p.string(),
    email: p.string(),
    removed: p.boolean(),
  },
})
