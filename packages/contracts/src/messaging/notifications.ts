import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { actor, besideOtherFaults, idOf, listOf, named, oneOrMany, pageOf, requireOne, time } from '../schemas.ts'
import { exampleIds, exampleMember, exampleMessage } from './examples.ts'

export const notificationDays = 30

/** Maximum number of notifications that one call can mark as read by id. */
const idsMax = 200

const kind = named(
  'NotificationKind',
  z
    .enum(['mention', 'assigned', 'woken', 'failed', 'number', 'webhook'])
    .describe(
      'mention: in a note; assigned: a chat; woken: a snoozed chat assigned to them, or snoozed by them, is back; failed: their message failed or expired; number: offline, in error, restricted or reported; webhook: an endpoint is failing or was disabled',
    ),
)

const notification = named(
  'Notification',
  z.object({
    id: idOf('ntf'),
    member: idOf('mem').describe('Member that the notification is for'),
    kind,
    chat: idOf('chat').nullable().describe('Chat that it is about; null: none'),
    number: idOf('num').nullable().describe('Number of the chat, or number that it is about; null: none'),
    name: z.string().nullable().describe('Current name or phone number of the chat or number; null: none'),
    message: idOf('msg').nullable().describe('For `failed`: the message; otherwise null'),
    note: idOf('note').nullable().describe('For `mention`: the note; otherwise null'),
    webhook: idOf('whk').nullable().describe('For `webhook`: the webhook; otherwise null'),
    reason: z
      .string()
      .nullable()
      .describe(
        'failed: the error code; number: offline, error, restricted or reported; webhook: failing or disabled; null otherwise',
      ),
    by: actor.nullable().describe('Who caused it; null: no one in particular'),
    createdAt: time,
    readAt: time.nullable().describe('Time when the member read it; null: unread'),
  }),
)

const member = z
  .union([idOf('mem'), z.literal('me')])
  .default('me')
  .describe('Only notifications of this member; me: the caller, not for API keys')

const example = {
  id: 'ntf_01k5v2s8xgf9hb3m4q7r8t9w0y',
  member: exampleMember.id,
  kind: 'mention' as const,
  chat: exampleIds.chat,
  number: exampleIds.number,
  name: 'Ada',
  message: null,
  note: 'note_01k5v2s8xgf9hb3m4q7r8t9w0y',
  webhook: null,
  reason: null,
  by: exampleMessage.by,
  createdAt: exampleMessage.createdAt,
  readAt: null,
}

const readInput = z
  .object({
    member,
    ids: z
      .array(idOf('ntf'))
      .min(1)
      .max(idsMax)
      .optional()
      .describe("Only these notifications; the member's others do not change"),
    all: z.literal(true).optional().describe("All of the member's notifications"),
  })
  .superRefine((input, ctx) => requireOne(['ids', 'all'], input, ctx), besideOtherFaults)

export const notifications = {
  list: query({
    summary: 'List notifications',
    description: `Mentions, assignments, snoozed chats that are back, failed messages, and numbers and webhooks with problems, newest first, for ${notificationDays} days. Members see only their own notifications, and only about what they can access.`,
    rest: 'GET /v1/notifications',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({
      member,
      unread: z.boolean().optional().describe('Only unread notifications, or only read notifications if false'),
      kind: oneOrMany(kind).describe('Only notifications of these kinds'),
      ...listOf(notification),
    }),
    output: pageOf(notification),
    errors: ['member:not_found', 'role:insufficient'],
    example: { input: { member: exampleMember.id }, output: { items: [example], next: null } },
  }),
  get: query({
    summary: 'Show a notification',
    description: "Members can see only their own notifications; keys can see every member's.",
    rest: 'GET /v1/notifications/{id}',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ id: idOf('ntf') }),
    output: notification,
    errors: ['notification:not_found'],
    example: { input: { id: example.id }, output: example },
  }),
  read: mutation({
    summary: 'Mark notifications as read',
    description:
      "Marks the notifications with these ids, or all of the member's, as read. Unknown ids are ignored. An API key needs the `send` scope. The member's open dashboards update at once.",
    rest: 'POST /v1/notifications/read',
    scope: 'read',
    limitedBy: 'number',
    input: readInput,
    rule: 'Exactly one of `ids` and `all` is required.',
    output: z.object({ read: z.int().describe('Number of notifications that were unread before') }),
    errors: ['member:not_found', 'role:insufficient'],
    example: { input: { member: exampleMember.id, all: true }, output: { read: 3 } },
  }),
}
