import { z } from 'zod'
import { actor, idOf, named, text, time } from '../schemas.ts'
import { automationRun } from './automation.ts'
import { chat, chatChange, chatStatus } from './chat.ts'

export const memberReference = {
  member: idOf('mem').optional().describe('A member of the workspace; see GET /v1/team'),
  email: text(3, 254).optional().describe("The member's email address"),
}

export const memberNames = Object.keys(memberReference)

const snoozeChange = named(
  'SnoozeChange',
  z
    .object({ until: time.nullable().describe('null: until the customer sends a message') })
    .strict()
    .nullable()
    .describe(
      'Snoozes the chat until a time within a year, or until the customer sends a message; null, resolving and archiving end the snooze',
    ),
)

export const changes = {
  status: chatStatus.optional().describe('Work status of the chat'),
  unread: z.boolean().optional().describe('Marks the chat as unread, or as read if false; sends no read receipt'),
  pinned: z.boolean().optional().describe('Pins the chat; lists can be filtered by it'),
  muted: z.boolean().optional().describe('Mutes the chat: an incoming message does not reopen it'),
  snooze: snoozeChange.optional(),
}

/** The member to assign a chat to; null unassigns it. */
export const assigneeChange = named(
  'AssigneeChange',
  named('MemberReference', z.object(memberReference).strict()).nullable().describe('null removes the assignment'),
).optional()

/** Actions to apply to the chat once the message is sent. */
export const actionsInput = named(
  'ChatActions',
  z
    .object({ ...changes, assignee: assigneeChange })
    .strict()
    .describe(
      'Changes to the chat as soon as the message is sent, such as `{ "status": "resolved" }`, but not if it fails; as in PATCH /v1/chats',
    ),
)

/** The same actions, as shown in the message. */
export const actionsView = named(
  'ChatActionsView',
  z.object({
    ...changes,
    assignee: z
      .object({ member: idOf('mem') })
      .nullable()
      .optional()
      .describe('Member assigned to the chat; null: unassigned'),
  }),
)

export const chatUpdate = named(
  'ChatUpdatedData',
  chat.extend({
    change: chatChange,
    by: actor.nullable().describe('Who made the change; null if a message caused it'),
    note: z
      .object({
        id: idOf('note'),
        mentions: z.array(idOf('mem')).describe('Members mentioned in the note; none once it is deleted'),
        deleted: z.boolean().describe('True if the note was deleted'),
      })
      .nullable()
      .describe('With `noted`: the note that was added, changed or deleted, and the members mentioned in it'),
    snoozedBy: actor.nullable().describe('With `woken`: who snoozed the chat'),
    run: automationRun.nullable().describe('With `automated`: what the automation did'),
    mergedInto: idOf('chat')
      .nullable()
      .describe('With `deleted`: the chat that this chat was merged into; this id still returns that chat'),
  }),
  chat,
)
