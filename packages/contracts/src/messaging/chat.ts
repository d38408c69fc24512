import { z } from 'zod'
import { messageStatus } from '../message-statuses.ts'
import { actor, idOf, named, text, time } from '../schemas.ts'
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
    until: time.nullable().describe('null: until the customer sends a message'),
    by: actor.describe('Who snoozed the chat'),
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
    status: messageStatus.nullable().describe('Status if outgoing; null if incoming and in `chat:updated`'),
  }),
)

export const chatType = named(
  'ChatType',
  z.enum(['direct', 'group', 'channel']).describe('Kind of chat: with one person, a group or a broadcast channel'),
)

export const rating = named(
  'ChatRating',
  z.object({
    score: z.int().min(1).max(5).describe('5 is best'),
    at: time,
    run: idOf('run').describe('Automation run that asked for the rating'),
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
      .describe("Person's phone number, E.164; null in groups and broadcast channels, or if hidden"),
    contact: idOf('con').nullable().describe('Contact of the chat; null in groups and broadcast channels'),
    group: idOf('grp').nullable().describe('Group of the chat; null if the group was not created here'),
    channel: idOf('chn').nullable().describe('Broadcast channel of the chat; null otherwise'),
    status: chatStatus.describe('Work status of the chat'),
    unread: z.boolean().describe('True if the chat has messages that no one has read, or was marked as unread'),
    unreadCount: z.int().describe('Number of unread messages'),
    pinned: z.boolean().describe('True if the chat is pinned'),
    muted: z.boolean().describe('True if an incoming message does not reopen the chat'),
    assignee: assignee.nullable().describe('Member assigned to the chat; null: unassigned'),
    labels: z.array(chatLabel).describe('Labels on the chat'),
    snooze: snooze.nullable().describe('Current snooze; null: none'),
    rating: rating.nullable().describe("Customer's latest rating; null: none"),
    failed: z.boolean().describe('True if the latest outgoing message failed or expired'),
    lastMessage: shortMessage.nullable().describe('Latest message in either direction; null in an empty chat'),
    waitingSince: time
      .nullable()
      .describe(
        'Time of the first message waiting for an answer; an answer other than from a post or automation, resolving and archiving end the wait',
      ),
    lastInboundAt: time.nullable().describe("Time of the customer's last message; null: none yet"),
    lastOutboundAt: time.nullable().describe('Time of the last message to the customer; null: none yet'),
    windowClosesAt: time
      .nullable()
      .describe('End of the 24-hour window for free-form messages; null if the customer has never written or called'),
    version: z.int().describe('Increases with each change'),
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
      'woken: the snooze ended, or the customer sent a message; automated: an automation ran; rated: the customer rated the conversation; renamed: a label on the chat, or the name or email address of the assigned member, changed; phone: the customer has a new phone number or user id',
    ),
)

/** A label, by id or name. */
export const labelReference = text(1, 60)

export const label = named(
  'Label',
  chatLabel.extend({
    description: z.string().nullable().describe('Your description of the label; null: none'),
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
    mentions: z.array(idOf('mem')).describe('Members mentioned in the note'),
    createdAt: time,
    editedAt: time.nullable().describe('Time of the last change; null: none'),
  }),
)

export const color = named(
  'Color',
  z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a color such as #2f80ed')
    .describe('#rrggbb'),
)
