import { z } from 'zod'
import { actor } from '../call-context.ts'
import { idOf } from '../ids.ts'
import { named } from '../names.ts'
import { text, time } from '../primitives.ts'
import { automationRun } from './automation-run.ts'
import { chat, chatChange, chatStatus } from './chat.ts'

export const memberReference = {
  member: idOf('mem').optional().describe('A member of the workspace; see GET /v1/team'),
  email: text(3, 254).optional().describe("The member's email address"),
}

export const memberNames = Object.keys(memberReference)

const snoozeChange = named(
  'SnoozeChange',
  z
    .object({ until: time.nullable().describe('null: until the customer writes') })
    .strict()
    .nullable()
    .describe(
      'Lets the chat rest until a time within a year, or until the customer writes; null, resolving and archiving end it',
    ),
)

export const changes = {
  status: chatStatus.optional().describe('Status of the work on the chat'),
  unread: z.boolean().optional().describe('Marks the chat unread, or with false read, without a read receipt'),
  pinned: z.boolean().optional().describe('Keeps the chat at the top of the list'),
  muted: z.boolean().optional().describe('An incoming message does not reopen a muted chat'),
  snooze: snoozeChange.optional(),
}

/** The member to assign a chat to; null unassigns it. */
export const assigneeChange = named(
  'AssigneeChange',
  z.object(memberReference).strict().nullable().describe('null removes the assignment'),
).optional()

/** Actions to apply to the chat once the message is sent. */
export const actionsInput = named(
  'ChatActions',
  z
    .object({ ...changes, assignee: assigneeChange })
    .strict()
    .describe(
      'Changes of the chat as soon as the message is sent, such as `{ "status": "resolved" }`, but not if it fails; as in PATCH /v1/chats',
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
      .describe('Member that the chat is assigned to; null: unassigned'),
  }),
)

export const chatUpdate = named(
  'ChatUpdatedData',
  chat.extend({
    change: chatChange,
    by: actor.nullable().describe('Actor of the change; null when a message caused it'),
    note: z
      .object({
        id: idOf('note'),
        mentions: z.array(idOf('mem')).describe('Members whom the note mentions; none once it was deleted'),
        deleted: z.boolean().describe('True when the note was deleted'),
      })
      .nullable()
      .describe('With `noted`: the note that was written, changed or deleted, and whom it mentions'),
    snoozedBy: actor.nullable().describe('With `woken`: who had snoozed the chat'),
    run: automationRun.nullable().describe('With `automated`: what the automation did'),
    mergedInto: idOf('chat')
      .nullable()
      .describe('With `deleted`: the chat into which this one was joined; this id still returns it'),
  }),
  chat,
)
