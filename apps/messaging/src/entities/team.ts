import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { messaging, OutputOf } from '@posthorn/contracts'
import type { Author, RunView } from './chat.ts'

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

/** A notification for a member. It doesn't name the customer; the chat does. */
export const Notification = defineEntity({
  name: 'Notification',
  tableName: 'notification',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    memberId: p.string(),
    kind: p.string().$type<OutputOf<typeof messaging.notifications.list>['items'][number]['kind']>(),
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

type ViewAnswer = OutputOf<typeof messaging.views.update>

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
    filter: p.json<ViewAnswer['filter']>(),
    sort: p.string().$type<ViewAnswer['sort']>(),
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

type Rule = OutputOf<typeof messaging.automations.update>

/** A rule that acts on chats. Labels are stored by id. */
export const Automation = defineEntity({
  name: 'Automation',
  tableName: 'automation',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    name: p.string(),
    nameKey: p.string(),
    enabled: p.boolean(),
    trigger: p.string().$type<Rule['trigger']>(),
    conditions: p.json<Rule['conditions']>(),
    actions: p.json<Rule['actions']>(),
    /** The member to whom the last chat was assigned. */
    turn: p.string().nullable(),
    author: p.json<Author>(),
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

export type AutomationRow = InferEntity<typeof Automation>

export const AutomationRun = defineEntity({
  name: 'AutomationRun',
  tableName: 'automation_run',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    automationId: p.string(),
    chatId: p.string(),
    messageId: p.string().nullable(),
    replyId: p.string().nullable(),
    status: p.string().$type<RunView['status']>(),
    shown: p.json<RunView>(),
    createdAt: p.datetime(),
  },
})

export type AutomationRunRow = InferEntity<typeof AutomationRun>
