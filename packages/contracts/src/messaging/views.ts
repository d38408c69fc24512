import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import {
  actor,
  idOf,
  listOf,
  named,
  nameText,
  oneOrMany,
  pageOf,
  phone,
  removed,
  time,
  timeFilters,
} from '../schemas.ts'
import { chat, chatStatus, labelReference } from './chat.ts'
import { exampleMessage } from './examples.ts'

/** A window counts as closing if it ends in less than this many hours. */
export const closingHours = 2

const memberEmail = z
  .string()
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/, 'must be a member id or email address, none or me')

const window = named(
  'ChatWindow',
  z
    .enum(['open', 'closing', 'closed'])
    .describe(
      `Status of the 24-hour window; closing: closes in less than ${closingHours} hours. Chats without a message or call from the customer have no window`,
    ),
)

const assignees = named(
  'ChatAssignees',
  z
    .array(z.union([idOf('mem'), z.literal('none'), z.literal('me'), memberEmail]))
    .min(1)
    .max(50)
    .describe('Assigned members, by id or email address; none: unassigned; me: the calling member, not for API keys'),
)

const mentioned = named(
  'MentionedMember',
  z
    .union([idOf('mem'), z.literal('me')])
    .describe('Chats with a note that mentions this member; me: the caller, not for API keys'),
)

/** Conditions that a saved view can store: none names a customer or a fixed time. */
const lasting = {
  status: oneOrMany(chatStatus).describe('Only chats with these statuses'),
  unread: z.boolean().optional().describe('Only unread chats, or only read chats if false'),
  pinned: z.boolean().optional().describe('Only pinned chats, or all others if false'),
  muted: z.boolean().optional().describe('Only muted chats, or all others if false'),
  written: z.boolean().optional().describe('Only chats with a message from the customer, or all others if false'),
  waiting: z.boolean().optional().describe('Only chats with a customer waiting for an answer'),
  overdue: z
    .boolean()
    .optional()
    .describe('Only chats waiting longer than `answerGoalMinutes`, or all others if false'),
  snoozed: z.boolean().optional().describe('Only snoozed chats, or all others if false'),
  failed: z.boolean().optional().describe('Only chats whose latest outgoing message failed or expired'),
  window: window.optional(),
  assignee: assignees.optional(),
  mentioned: mentioned.optional(),
  label: oneOrMany(labelReference).describe('Chats with at least one of these labels, by id or name'),
  labelExclude: oneOrMany(labelReference).describe('Chats with none of these labels, by id or name'),
  number: oneOrMany(idOf('num')).describe('Only chats on these numbers'),
  type: oneOrMany(chat.shape.type).describe('Only chats of these kinds'),
}

/** Conditions on chats, combined with AND. */
export const chatConditions = {
  ...lasting,
  phone: phone.optional().describe('Only chats with this phone number'),
  group: idOf('grp').optional().describe("Only this group's chat"),
  lastMessageAfter: time.optional().describe('Only chats whose last message was at this time or later'),
  lastMessageBefore: time.optional().describe('Only chats whose last message was before this time'),
  ...timeFilters,
}

/** Conditions that a saved view can store. Excludes phone numbers, which would survive the erasure of the person. */
const viewFilter = named('ViewFilter', z.object(lasting).strict())

/** Filter that selects the chats to count. */
const chatFilter = named('ChatFilter', viewFilter.extend(chatConditions).strict(), viewFilter)

export const chatSort = named(
  'ChatSort',
  z
    .enum([
      'lastMessageAt:desc',
      'lastMessageAt:asc',
      'waitingSince:asc',
      'waitingSince:desc',
      'windowClosesAt:asc',
      'windowClosesAt:desc',
    ])
    .describe(
      'waitingSince: only chats with a customer waiting for an answer; windowClosesAt: only chats with a message or call from the customer',
    ),
)

const filtersMax = 30

/** Chat counts stop at this number. */
export const chatsCountedMax = 1_000

const counted = named(
  'ChatCount',
  z.object({
    total: z.int().describe('Number of chats'),
    unread: z.int().describe('Number of unread chats'),
    oldestWaitingAt: time.nullable().describe('Time when the longest wait began'),
    more: z.boolean().describe(`True if more than ${chatsCountedMax} chats match; the rest are not counted`),
  }),
)

const countsInput = z.object({
  filters: z
    .record(z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, 'must be 1–40 letters, digits, _ or -'), chatFilter)
    .refine((filters) => Object.keys(filters).length <= filtersMax, `must be at most ${filtersMax} filters`)
    .describe(`Up to ${filtersMax} filters, each with a name you choose`),
})

export const chatCounts = mutation({
  summary: 'Count chats',
  description: `Counts the chats that match each filter and how many of them are unread, and shows when the longest wait began. A filter takes the conditions of GET /v1/chats except search, and counts up to ${chatsCountedMax}.`,
  rest: 'POST /v1/chats/counts',
  scope: 'read',
  limitedBy: 'number',
  input: countsInput,
  output: z.record(z.string(), counted),
  example: {
    input: { filters: { unassigned: { assignee: ['none'], status: ['open'], written: true } } },
    output: { unassigned: { total: 3, unread: 2, oldestWaitingAt: '2026-11-20T08:30:00.000Z', more: false } },
  },
})

const viewName = nameText(60).describe('Name, unique among the team’s or the caller’s own views, ignoring case')
const storedFilter = viewFilter.describe('Conditions on chats, as in GET /v1/chats; all must be met')

const savedView = named(
  'SavedView',
  z.object({
    id: idOf('view'),
    name: viewName,
    shared: z.boolean().describe('True: shared with the whole team; false: only for its author'),
    filter: storedFilter,
    sort: chatSort,
    by: actor.describe('Author of the view'),
    version: z.int().describe('Increases with each change'),
    createdAt: time,
    updatedAt: time,
  }),
)

const exampleView = {
  id: 'view_01k5v2s8xgf9hb3m4q7r8t9w0y',
  name: 'Closing soon',
  shared: true,
  filter: { status: ['open' as const], window: 'closing' as const },
  sort: 'windowClosesAt:asc' as const,
  by: exampleMessage.by,
  version: 1,
  createdAt: exampleMessage.createdAt,
  updatedAt: exampleMessage.createdAt,
}

const viewId = z.object({ id: idOf('view') })

export const views = {
  list: query({
    summary: 'List saved views',
    description: 'The team’s views and the caller’s own views, by name.',
    rest: 'GET /v1/views',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({
      shared: z.boolean().optional().describe('Only the team’s views, or only the caller’s own if false'),
      ...listOf(savedView),
    }),
    output: pageOf(savedView),
    example: { input: {}, output: { items: [exampleView], next: null } },
  }),
  get: query({
    summary: 'Show a saved view',
    description: 'One of the team’s views or the caller’s own views.',
    rest: 'GET /v1/views/{id}',
    scope: 'read',
    limitedBy: 'number',
    input: viewId,
    output: savedView,
    errors: ['view:not_found'],
    example: { input: { id: exampleView.id }, output: exampleView },
  }),
  create: mutation({
    summary: 'Save a view',
    description: 'Saves a chat filter under a name. A workspace can have up to 500 views.',
    rest: 'POST /v1/views',
    status: 201,
    scope: 'send',
    limitedBy: 'number',
    input: z.object({
      name: viewName,
      shared: z.boolean().default(false).describe('True to share the view with the team'),
      filter: storedFilter,
      sort: chatSort.default('lastMessageAt:desc'),
    }),
    output: savedView,
    errors: ['view:duplicate', 'view:too_many', 'label:not_found', 'number:not_found', 'member:not_found'],
    example: {
      input: { name: exampleView.name, shared: true, filter: exampleView.filter, sort: exampleView.sort },
      output: exampleView,
    },
  }),
  update: mutation({
    summary: 'Change a saved view',
    description: 'Changes only the fields that you send. A filter completely replaces the current filter.',
    rest: 'PATCH /v1/views/{id}',
    scope: 'send',
    limitedBy: 'number',
    input: viewId.extend({
      name: viewName.optional(),
      shared: z.literal(true).optional().describe('Shares the view with the team; cannot be undone'),
      filter: storedFilter.optional(),
      sort: chatSort.optional(),
    }),
    output: savedView,
    errors: ['view:not_found', 'view:duplicate', 'label:not_found', 'number:not_found', 'member:not_found'],
    example: {
      input: { id: exampleView.id, name: 'Closing' },
      output: { ...exampleView, name: 'Closing', version: 2 },
    },
  }),
  remove: mutation({
    summary: 'Delete a saved view',
    description: 'Deletes the view; its chats do not change.',
    rest: 'DELETE /v1/views/{id}',
    scope: 'send',
    limitedBy: 'number',
    input: viewId,
    output: removed,
    errors: ['view:not_found'],
    example: { input: { id: exampleView.id }, output: { id: exampleView.id, deleted: true } },
  }),
}
