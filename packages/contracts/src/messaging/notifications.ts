import { z } from 'zod'
import { actor } from '../call-context.ts'
import { mutation, query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { named } from '../names.ts'
import { besideOtherFaults, listOf, oneOrMany, pageOf, requireOne, time } from '../primitives.ts'
import { exampleIds, exampleMember, exampleMessage } from './examples.ts'

/** Number of days to keep notifications. */
export const notificationDays = 30

/** Maximum number of notifications that one call can mark as read by id. */
const idsMax = 200

const kind = named(
  'NotificationKind',
  z
    .enum(['mention', 'assigned', 'woken', 'failed', 'number', 'webhook'])
    .describe(
      'mention: in a note; assigned: a chat; woken: their snoozed chat, or one that they let rest, is back; failed: their message failed or expired; number: offline, in error, restricted or reported; webhook: an endpoint fails, or was disabled',
    ),
)

const notification = named(
  'Notification',
  z.object({
    id: idOf('ntf'),
    member: idOf('mem').describe('Member whose notification it is'),
    kind,
    chat: idOf('chat').nullable().describe('Chat it is about; null: none'),
    number: idOf('num').nullable().describe('Number of the chat, or the one it is about; null: none'),
    name: z.string().nullable().describe('Name or phone of the chat or number now; null: it has none'),
    message: idOf('msg').nullable().describe('With `failed`: the message; else null'),
    note: idOf('note').nullable().describe('With `mention`: the note; else null'),
    webhook: idOf('whk').nullable().describe('With `webhook`: the webhook; else null'),
    reason: z
      .string()
      .nullable()
      .describe(
        'failed: the code of the error; number: offline, error, restricted or reported; webhook: failing or disabled; null otherwise',
      ),
    by: actor.nullable().describe('Actor who caused it; null: no one in particular'),
    createdAt: time,
    readAt: time.nullable().describe('Time when the member read it; null: not yet'),
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
      .describe('Only these; others of the member stay as they are'),
    all: z.literal(true).optional().describe('All notifications of the member'),
  })
  .superRefine((input, ctx) => requireOne(['ids', 'all'], input, ctx), besideOtherFaults)

export const notifications = {
  list: query({
    summary: 'List notifications',
    description: `Mentions, assignments, snoozed chats that are back, failed messages, and numbers and webhooks in trouble, newest first, for ${notificationDays} days. A member sees only their own, and only what they can access.`,
    rest: 'GET /v1/notifications',
    scope: 'read',
    limitedBy: 'number',
    list: true,
    input: z.object({
      member,
      unread: z.boolean().optional().describe('Only unread ones, or with false only read ones'),
      kind: oneOrMany(kind).describe('Only notifications of these kinds'),
      ...listOf(notification),
    }),
    output: pageOf(notification),
    errors: ['member:not_found', 'cursor:invalid', 'role:insufficient'],
    example: { input: { member: exampleMember.id }, output: { items: [example], next: null } },
  }),
  get: query({
    summary: 'Show a notification',
    description: 'A member sees their own, a key those of every member.',
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
      'Marks those with these ids as read, or all of the member. Unknown ids are ignored. An API key needs the scope `send`. Open dashboards of the member follow at once.',
    rest: 'POST /v1/notifications/read',
    scope: 'read',
    limitedBy: 'number',
    input: readInput,
    rule: 'Exactly one of `ids` and `all` is needed.',
    output: z.object({ read: z.int().describe('Number of notifications that were unread until now') }),
    errors: ['member:not_found', 'role:insufficient'],
    example: { input: { member: exampleMember.id, all: true }, output: { read: 3 } },
  }),
}
