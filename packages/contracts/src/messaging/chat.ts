import { z } from 'zod'
import { actor } from '../call-context.ts'
import { idOf } from '../ids.ts'
import { named } from '../names.ts'
import { text, time } from '../primitives.ts'

/** State of the work on a chat. */
export const chatStatus = named('ChatStatus', z.enum(['open', 'pending', 'resolved', 'archived']))

/** A label as a chat shows it, with all that a client needs to display it. */
export const chatLabel = named('ChatLabel', z.object({ id: idOf('lbl'), name: z.string(), color: z.string() }))

/** The member a chat is assigned to. */
export const assignee = named('Assignee', z.object({ id: idOf('mem'), name: z.string(), email: z.string() }))

/** The conversation of one number with one contact or group; made by the first message in or out. */
export const chat = named(
  'Chat',
  z.object({
    id: idOf('chat'),
    number: idOf('num'),
    type: z.enum(['direct', 'group', 'channel']),
    name: z.string().nullable(),
    phone: z.string().nullable(),
    contact: idOf('con').nullable(),
    group: idOf('grp').nullable().describe('Group of the chat; null in a group chat whose group was not created here'),
    channel: idOf('chn').nullable(),
    status: chatStatus,
    unread: z.boolean(),
    unreadCount: z.int(),
    pinned: z.boolean(),
    muted: z.boolean().describe('An incoming message does not reopen it'),
    assignee: assignee.nullable(),
    labels: z.array(chatLabel),
    lastMessage: z
      .object({
        id: idOf('msg'),
        direction: z.enum(['in', 'out']),
        type: z.string(),
        message: z.string().nullable(),
        at: time,
      })
      .nullable(),
    lastInboundAt: time.nullable(),
    lastOutboundAt: time.nullable(),
    windowClosesAt: time
      .nullable()
      .describe('End of the 24-hour window for free-form messages; null if the customer has never written'),
    createdAt: time,
    updatedAt: time,
  }),
)

/** Kind of change in `chat:updated`. */
export const chatChange = named(
  'ChatChange',
  z
    .enum([
      'created',
      'reopened',
      'pending',
      'resolved',
      'archived',
      'read',
      'unread',
      'pinned',
      'unpinned',
      'muted',
      'unmuted',
      'assigned',
      'unassigned',
      'labelled',
      'renamed',
      'noted',
      'phone',
      'deleted',
    ])
    .describe(
      'renamed: the name or colour of a label of the chat, or the name or e-mail address of the assigned member, has changed; phone: the customer has another phone or user id, under which the chat continues',
    ),
)

/** `data` of `chat:updated`. */
export const chatUpdate = named(
  'ChatUpdatedData',
  chat.extend({
    change: chatChange,
    by: actor.optional().describe('Actor of the change; absent when a message caused it'),
  }),
  chat,
)

/** A label of the workspace, to sort chats by. */
export const label = named(
  'Label',
  chatLabel.extend({ description: z.string().nullable(), createdAt: time, updatedAt: time }),
)

/** A private note beside a chat; the customer never sees it. */
export const note = named(
  'Note',
  z.object({
    id: idOf('note'),
    chat: idOf('chat'),
    text: z.string(),
    by: actor.describe('Author of the note'),
    createdAt: time,
  }),
)

/** A colour such as `#2f80ed`. */
export const color = text(7, 7)
  .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #2f80ed')
  .describe('#rrggbb')
