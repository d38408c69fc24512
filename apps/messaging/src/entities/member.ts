import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { messaging } from '@posthorn/contracts'
import type { z } from 'zod'
import type { Author } from './chat.ts'

/** A member that chats can be assigned to. Copied from `member:updated` events; the gateway owns it. */
export const Member = defineEntity({
  name: 'Member',
  tableName: 'member',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    version: p.integer(),
    name: p.string(),
    email: p.string(),
    disabled: p.boolean().default(false),
    removed: p.boolean(),
  },
})

/** A department of the team. Copied from `department:updated` events; the gateway owns it. */
export const Department = defineEntity({
  name: 'Department',
  tableName: 'department',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    version: p.integer(),
    members: p.array(),
    removed: p.boolean(),
  },
})

type Kind = z.output<typeof messaging.notifications.list.output>['items'][number]['kind']

/** A notification for a member. It doesn't name the customer; the chat does. */
export const Notification = defineEntity({
  name: 'Notification',
  tableName: 'notification',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    memberId: p.string(),
    kind: p.string().$type<Kind>(),
    /** Id of the event that caused the notification, or of the note, so that editing a note doesn't notify the same member again. */
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

export type NotificationRow = InferEntity<typeof Notification>
