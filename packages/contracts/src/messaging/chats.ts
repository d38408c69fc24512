import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import {
  actor,
  besideOtherFaults,
  idOf,
  listOf,
  named,
  optionalIdOf,
  pageOf,
  phone,
  removed,
  requireOne,
  text,
  time,
} from '../schemas.ts'
import { chat, chatStatus, labelReference } from './chat.ts'
import { assigneeChange, changes, memberNames, memberReference } from './chat-changes.ts'
import { exampleChat, exampleIds, exampleMember, exampleMessage, exampleSummaries } from './examples.ts'
import { chatInclude, chatWithSummaries, includes } from './message-summaries.ts'
import { timeline } from './timeline.ts'
import { chatConditions, chatCounts, chatSort } from './views.ts'

/** Seconds until a presence expires if it isn't repeated. */
export const presenceSeconds = 20

const present = named(
  'Presence',
  z.object({
    by: actor.describe('Member or key that has the chat open'),
    status: z.enum(['viewing', 'writing']).describe('viewing: has the chat open; writing: is typing'),
    at: time.describe('Time of the last report'),
  }),
)

/** Reports that the caller has a chat open. Returns the others who have it open. */
const presence = mutation({
  summary: 'Report presence in a chat',
  description: `Reports that the caller is viewing the chat or typing, and returns the others who are doing so. A report lasts ${presenceSeconds} seconds; repeat it while the chat is open. The customer does not see it.`,
  rest: 'POST /v1/chats/{id}/presence',
  scope: 'read',
  limitedBy: 'number',
  input: z.object({
    id: idOf('chat'),
    status: z
      .enum(['viewing', 'writing', 'left'])
      .describe('viewing: has the chat open; writing: is typing; left: closed the chat'),
  }),
  output: z.object({ others: z.array(present).describe('Others who have the chat open, in the order they opened it') }),
  errors: ['chat:not_found'],
  example: {
    input: { id: exampleIds.chat, status: 'viewing' },
    output: { others: [{ by: exampleMessage.by, status: 'writing', at: exampleMessage.createdAt }] },
  },
})

/** Counts of items in a chat stop at this number. */
export const totalsMax = 10_000

const someLabels = z.array(labelReference).max(50)

const bulkInput = z
  .object({
    ids: z.array(idOf('chat')).min(1).max(200).describe('Chat ids, each only once'),
    ...changes,
    assignee: assigneeChange,
    labels: z
      .object({
        add: someLabels.optional().describe('Labels to add, by id or name'),
        remove: someLabels.optional().describe('Labels to remove, by id or name'),
      })
      .strict()
      .optional()
      .describe('Labels to add to or remove from each chat'),
  })
  .superRefine((input, ctx) => {
    if (input.assignee) requireOne(memberNames, input.assignee, ctx, { at: ['assignee'] })
    if (Array.isArray(input.ids) && new Set(input.ids).size < input.ids.length) {
      ctx.addIssue({ code: 'custom', path: ['ids'], message: 'must not have duplicate ids' })
    }
  }, besideOtherFaults)

const one = z.object({ id: idOf('chat') })
const byId = { id: exampleIds.chat }
const assigned = { ...exampleChat, assignee: exampleMember }
const archived = { ...exampleChat, status: 'archived' as const }

const reading = {
  list: query({
    summary: 'List chats',
    description:
      'Newest message first, or by `sort`. `search` matches parts of names and phone numbers, and messages that contain all of its words; the last word may be incomplete. A search that begins with `+` matches only phone numbers. Common words are searched only in the newest messages.',
    rest: 'GET /v1/chats',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({
      search: text(1, 200).optional().describe('Name, phone number, or words in messages'),
      ...chatConditions,
      sort: chatSort.default('lastMessageAt:desc'),
      include: includes(chatInclude),
      ...listOf(chat),
    }),
    output: pageOf(chatWithSummaries),
    example: {
      input: { unread: false, include: ['number'] },
      output: { items: [{ ...exampleChat, summaries: { number: exampleSummaries.number } }], next: null },
    },
  }),
  counts: chatCounts,
  get: query({
    summary: 'Show a chat',
    description:
      "With its last message and that message's status, its labels, its assigned member and the end of its 24-hour window.",
    rest: 'GET /v1/chats/{id}',
    scope: 'read',
    limitedBy: 'number',
    input: one.extend({ include: includes(chatInclude) }),
    output: chatWithSummaries,
    errors: ['chat:not_found'],
    example: { input: byId, output: { ...exampleChat, summaries: null } },
  }),
  totals: query({
    summary: 'Count what is in a chat',
    description: `Internal. Counts the notes and messages in a chat, each up to ${totalsMax}.`,
    scope: 'read',
    limitedBy: 'number',
    input: one,
    output: z.object({ notes: z.int(), inbound: z.int(), outbound: z.int() }),
    errors: ['chat:not_found'],
    example: { input: byId, output: { notes: 1, inbound: 4, outbound: 3 } },
  }),
}

const changing = {
  create: mutation({
    summary: 'Open a chat',
    description:
      'Opens a chat with a phone number without sending a message, for example to migrate a chat. An existing chat keeps its status and gets the labels, and the response is 200.',
    rest: 'POST /v1/chats',
    status: 201,
    statusOfExisting: 200,
    scope: 'send',
    limitedBy: 'number',
    input: z.object({
      phone,
      number: optionalIdOf('num').describe('Your number in the chat; absent: the default number'),
      status: chatStatus.default('open').describe('Status of a new chat'),
      labels: someLabels.default([]).describe('Labels to add, by id or name'),
    }),
    output: named('OpenedChat', chat.extend({ created: z.boolean().describe('False if it already existed') }), chat),
    errors: ['phone:invalid', 'number:not_found', 'number:none', 'label:not_found', 'chat:too_many_labels'],
    example: {
      input: { phone: exampleChat.phone, status: 'archived' },
      output: {
        ...archived,
        lastMessage: null,
        lastInboundAt: null,
        lastOutboundAt: null,
        windowClosesAt: null,
        created: true,
      },
    },
  }),
  update: mutation({
    summary: 'Change a chat',
    description:
      'Changes status, unread, pinned, muted, snooze and labels. A chat keeps its person and number. Each field with a new value is announced as `chat:updated`.',
    rest: 'PATCH /v1/chats/{id}',
    scope: 'send',
    limitedBy: 'number',
    input: z.object({
      id: idOf('chat'),
      ...changes,
      labels: someLabels.optional().describe('All labels that the chat should have, by id or name'),
    }),
    output: chat,
    errors: ['chat:not_found', 'label:not_found'],
    example: { input: { ...byId, status: 'resolved' }, output: { ...exampleChat, status: 'resolved' } },
  }),
  updateMany: mutation({
    summary: 'Change many chats',
    description:
      "Changes up to 200 chats at once, all or none: a chat's fields, assignee and labels. Returns the chats in the order of `ids`.",
    rest: 'PATCH /v1/chats',
    scope: 'send',
    limitedBy: 'number',
    input: bulkInput,
    output: z.array(chat),
    errors: ['chat:not_found', 'member:not_found', 'label:not_found', 'chat:too_many_labels'],
    example: { input: { ids: [exampleIds.chat], status: 'archived' }, output: [archived] },
  }),
  archive: mutation({
    summary: 'Archive a chat',
    description:
      "Archives the chat until the customer's next message; a muted chat stays archived. Archiving it again changes nothing.",
    rest: 'POST /v1/chats/{id}/archive',
    scope: 'send',
    limitedBy: 'number',
    input: one,
    output: chat,
    errors: ['chat:not_found'],
    example: { input: byId, output: archived },
  }),
  unarchive: mutation({
    summary: 'Unarchive a chat',
    description: 'Reopens the chat. If it is not archived, nothing changes.',
    rest: 'POST /v1/chats/{id}/unarchive',
    scope: 'send',
    limitedBy: 'number',
    input: one,
    output: chat,
    errors: ['chat:not_found'],
    example: { input: byId, output: exampleChat },
  }),
  assign: mutation({
    summary: 'Assign a chat',
    description: 'Assigns the chat to a workspace member, by id or email address. Replaces any earlier assignment.',
    rest: 'POST /v1/chats/{id}/assign',
    scope: 'send',
    limitedBy: 'number',
    input: z
      .object({ id: idOf('chat'), ...memberReference })
      .superRefine((input, ctx) => requireOne(memberNames, input, ctx), besideOtherFaults),
    output: chat,
    errors: ['chat:not_found', 'member:not_found'],
    example: { input: { ...byId, member: exampleMember.id }, output: assigned },
  }),
  unassign: mutation({
    summary: 'Unassign a chat',
    description: 'Leaves the chat assigned to no one. If it is already unassigned, nothing changes.',
    rest: 'POST /v1/chats/{id}/unassign',
    scope: 'send',
    limitedBy: 'number',
    input: one,
    output: chat,
    errors: ['chat:not_found'],
    example: { input: byId, output: exampleChat },
  }),
  read: mutation({
    summary: 'Mark a chat as read',
    description:
      'Marks all incoming messages in the chat as read and sends a read receipt to the customer, except in groups. If the chat is already read, nothing changes.',
    rest: 'POST /v1/chats/{id}/read',
    scope: 'send',
    limitedBy: 'number',
    input: one,
    output: chat,
    errors: ['chat:not_found'],
    example: { input: byId, output: exampleChat },
  }),
  typing: mutation({
    summary: 'Show a typing indicator',
    description:
      'Shown for up to 25 seconds or until the next message. The provider shows it only in reply to a received message, which it marks as read. A late indicator is dropped.',
    rest: 'POST /v1/chats/{id}/typing',
    scope: 'send',
    limitedBy: 'number',
    input: one,
    output: z.object({ shown: z.boolean().describe('True if the provider is asked to show it now') }),
    errors: ['chat:not_found', 'chat:never_written', 'capability:unsupported'],
    example: { input: byId, output: { shown: true } },
  }),
  remove: mutation({
    summary: 'Delete a chat',
    description:
      'Deletes the chat here, with its messages, notes and waiting messages; the customer keeps their copy, and the event log keeps its events until they expire. The response is 409 while a message in the chat is being sent.',
    rest: 'DELETE /v1/chats/{id}',
    scope: 'manage',
    limitedBy: 'number',
    confirmed: true,
    input: one,
    output: removed,
    errors: ['chat:not_found', 'chat:sending'],
    example: { input: byId, output: { ...byId, deleted: true } },
  }),
}

export const chats = { ...reading, timeline, presence, ...changing }
