import { z } from 'zod'
import { actor } from '../call-context.ts'
import { idOf } from '../ids.ts'
import { text, time } from '../primitives.ts'

/** State of the work on a chat. */
export const chatStatus = z.enum(['open', 'pending', 'resolved', 'archived'])

/** A label as a chat shows it: enough to draw it without asking again. */
export const chatLabel = z.object({ id: idOf('lbl'), name: z.string(), color: z.string() })

/** The member a chat is assigned to. */
export const assignee = z.object({ id: idOf('mem'), name: z.string(), email: z.string() })

/** The conversation of one number with one contact or group; made by the first message in or out. */
export const chat = z.object({
  id: idOf('chat'),
  number: idOf('num'),
  type: z.enum(['direct', 'group', 'channel']),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  contact: idOf('con').nullable(),
  group: idOf('grp')
    .nullable()
    .describe('The group; null in a group chat: a group of the number that was not made here'),
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
    .describe('End of the 24 h in which free text may be sent; null: the customer never wrote'),
  createdAt: time,
  updatedAt: time,
})

/** Kind of change in `chat:updated`. */
export const chatChange = z
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
    'renamed: a label or the assignee of the chat has another name or look; phone: the customer has another phone or user id, and the chat goes on under it',
  )

/** `data` of `chat:updated`. */
export const chatUpdate = chat.extend({
  change: chatChange,
  by: actor.optional().describe('Who did it; absent: a message did, in or out'),
})

/** A label of the workspace, to sort chats by. */
export const label = chatLabel.extend({ description: z.string().nullable(), createdAt: time, updatedAt: time })

/** A private note beside a chat; the customer never sees it. */
export const note = z.object({
  id: idOf('note'),
  chat: idOf('chat'),
  text: z.string(),
  by: actor.describe('Who wrote it'),
  createdAt: time,
})

/** A colour such as `#2f80ed`. */
export const color = text(7, 7)
  .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #2f80ed')
  .describe('#rrggbb')
