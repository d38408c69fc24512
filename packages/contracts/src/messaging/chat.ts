import { z } from 'zod'
import { actor } from '../call-context.ts'
import { idOf } from '../ids.ts'
import { messageStatus } from '../message-statuses.ts'
import { named } from '../names.ts'
import { text, time } from '../primitives.ts'
import { messageType } from './message-type.ts'

export const chatStatus = named('ChatStatus', z.enum(['open', 'pending', 'resolved', 'archived']))

/** A label on a chat, with everything a client needs to display it. */
export const chatLabel = named(
  'ChatLabel',
  z.object({
    id: idOf('lbl'),
    name: z.string().describe('Name of the label'),
    color: z.string().describe('Color of the label, #rrggbb'),
  }),
)

export const assignee = named(
  'Assignee',
  z.object({
    id: idOf('mem'),
    name: z.string().describe('Name of the member'),
    email: z.string().describe('Email address of the member'),
  }),
)

/** Snoozed until a time, or until the customer writes. */
export const snooze = named(
  'ChatSnooze',
  z.object({
    until: time.nullable().describe('null: until the customer writes'),
    by: actor.describe('Actor who snoozed it'),
  }),
)

export const shortMessage = named(
  'ShortMessage',
  z.object({
    id: idOf('msg'),
    direction: z.enum(['in', 'out']).describe('`in`: from the customer; `out`: from you'),
    type: messageType,
    message: z.string().nullable().describe('Text of the message; null when it has none'),
    at: time,
    status: messageStatus.nullable().describe('Status of an outgoing message; null of an incoming one'),
  }),
)

export const chatType = named(
  'ChatType',
  z.enum(['direct', 'group', 'channel']).describe('Kind of the chat: with one person, a group or a broadcast channel'),
)

export const rating = named(
  'ChatRating',
  z.object({
    score: z.int().min(1).max(5).describe('5 is best'),
    at: time,
    run: idOf('run').describe('Run of the automation that asked for it'),
  }),
)

/** A conversation between a number and a contact or group. Created by the first message, or opened without one. */
export const chat = named(
  'Chat',
  z.object({
    id: idOf('chat'),
    number: idOf('num'),
    type: chatType,
    name: z.string().nullable().describe('Name of the contact, group or broadcast channel; null when unknown'),
    phone: z
      .string()
      .nullable()
      .describe('Phone of the person, E.164; null in groups and broadcast channels, and where it is hidden'),
    contact: idOf('con').nullable().describe('Contact of the chat; null in groups and broadcast channels'),
    group: idOf('grp').nullable().describe('Group of the chat; null in a group chat whose group was not created here'),
    channel: idOf('chn').nullable().describe('Broadcast channel of the chat; null otherwise'),
    status: chatStatus.describe('Status of the work on the chat'),
    unread: z.boolean().describe('True when the chat has messages that no one has read, or was marked unread'),
    unreadCount: z.int().describe('Number of unread messages'),
    pinned: z.boolean().describe('True when the chat is kept at the top of the list'),
    muted: z.boolean().describe('An incoming message does not reopen it'),
    assignee: assignee.nullable().describe('Member that the chat is assigned to; null: unassigned'),
    labels: z.array(chatLabel).describe('Labels of the chat'),
    snooze: snooze.nullable().describe('Snooze of the chat; null: none'),
    rating: rating.nullable().describe('Latest rating by the customer; null: none'),
    failed: z.boolean().describe('The newest outgoing message failed or expired'),
    lastMessage: shortMessage.nullable().describe('Latest message in either direction; null in an empty chat'),
    waitingSince: time
      .nullable()
      .describe(
        'Time of the first message that waits for an answer; an answer other than of a post or an automation, resolving and archiving end it',
      ),
    lastInboundAt: time.nullable().describe('Time of the last message of the customer; null: none yet'),
    lastOutboundAt: time.nullable().describe('Time of the last message to the customer; null: none yet'),
    windowClosesAt: time
      .nullable()
      .describe('End of the 24-hour window for free-form messages; null if the customer has never written'),
    version: z.int().describe('Increases with each change: a higher version is newer'),
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
      'snoozed',
      'unsnoozed',
      'woken',
      'assigned',
      'unassigned',
      'labeled',
      'renamed',
      'noted',
      'automated',
      'rated',
      'phone',
      'deleted',
    ])
    .describe(
      'woken: the time of a snooze has come, or the customer wrote; automated: an automation ran; rated: the customer rated the conversation; renamed: a label of the chat, or the name or email address of the assigned member, has changed; phone: the customer has another phone or user id',
    ),
)

/** A label, by id or name. */
export const labelReference = text(1, 60)

/** A label for organizing chats. */
export const label = named(
  'Label',
  chatLabel.extend({
    description: z.string().nullable().describe('Your explanation of the label; null: none'),
    createdAt: time,
    updatedAt: time,
  }),
)

/** A private note on a chat, which the customer never sees. */
export const note = named(
  'Note',
  z.object({
    id: idOf('note'),
    chat: idOf('chat'),
    message: z.string().describe('Text of the note'),
    by: actor.describe('Author of the note'),
    mentions: z.array(idOf('mem')).describe('Members whom the note mentions'),
    createdAt: time,
    editedAt: time.nullable().describe('Time of the last change; null: none'),
  }),
)

export const color = named(
  'Color',
  text(7, 7)
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a color such as #2f80ed')
    .describe('#rrggbb'),
)
