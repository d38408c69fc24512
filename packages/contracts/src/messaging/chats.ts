import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { besideOtherFaults, oneOrMany, pageOf, paging, phone, text, time } from '../primitives.ts'
import { chat, chatStatus } from './chat.ts'
import { assigneeChange, changes, memberReference, requireOneName } from './chat-changes.ts'
import { exampleChat, exampleIds, exampleMember, exampleMessage } from './examples.ts'
import { message } from './message.ts'

const someLabels = z.array(idOf('lbl')).max(50)

const bulkInput = z
  .object({
    ids: z.array(idOf('chat')).min(1).max(200).describe('Each once'),
    ...changes,
    assignee: assigneeChange,
    labels: z.object({ add: someLabels.optional(), remove: someLabels.optional() }).strict().optional(),
  })
  .superRefine((input, ctx) => {
    if (input.assignee) requireOneName(input.assignee, ctx, ['assignee'])
    if (Array.isArray(input.ids) && new Set(input.ids).size < input.ids.length) {
      ctx.addIssue({ code: 'custom', path: ['ids'], message: 'names a chat twice' })
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
      'By last message, newest first. `search` finds parts of names and phones, and chats with messages that have all its words (the last one may be begun only); what begins with `+` is taken as the beginning of a phone alone. Words that stand in very many messages are looked for in the newest.',
    rest: 'GET /v1/chats',
    scope: 'read',
    list: true,
    input: z.object({
      search: text(1, 200).optional().describe('Name, phone, or words of the messages'),
      status: oneOrMany(chatStatus),
      unread: z.boolean().optional(),
      pinned: z.boolean().optional(),
      muted: z.boolean().optional(),
      assignee: oneOrMany(z.union([idOf('mem'), z.literal('none')])).describe('Members; none: nobody'),
      label: oneOrMany(idOf('lbl')).describe('Has one of these'),
      labelExclude: oneOrMany(idOf('lbl')).describe('Has none of these'),
      number: oneOrMany(idOf('num')),
      type: oneOrMany(chat.shape.type),
      phone: phone.optional(),
      group: idOf('grp').optional(),
      after: time.optional(),
      before: time.optional(),
      ...paging,
    }),
    output: pageOf(chat),
    errors: ['cursor:invalid'],
    example: { input: { unread: false }, output: { items: [exampleChat], next: null } },
  }),
  get: query({
    summary: 'Show a chat',
    description: 'With its last message, its labels, whom it is assigned to, and the end of its 24 h window.',
    rest: 'GET /v1/chats/{id}',
    scope: 'read',
    input: one,
    output: chat,
    errors: ['chat:not_found'],
    example: { input: byId, output: exampleChat },
  }),
  messages: query({
    summary: 'List the messages of a chat',
    description: 'Both directions, newest first.',
    rest: 'GET /v1/chats/{id}/messages',
    scope: 'read',
    list: true,
    input: z.object({ id: idOf('chat'), ...paging }),
    output: pageOf(message),
    errors: ['chat:not_found', 'cursor:invalid'],
    example: { input: byId, output: { items: [exampleMessage], next: null } },
  }),
}

const changing = {
  update: mutation({
    summary: 'Change a chat',
    description: 'Status, unread, pinned, muted. Each change that changes something is announced as `chat:updated`.',
    rest: 'PATCH /v1/chats/{id}',
    scope: 'send',
    input: z.object({ id: idOf('chat'), ...changes }),
    output: chat,
    errors: ['chat:not_found'],
    example: { input: { ...byId, status: 'resolved' }, output: { ...exampleChat, status: 'resolved' } },
  }),
  updateMany: mutation({
    summary: 'Change many chats',
    description:
      'Up to 200 chats at once, all or none: the fields of a single change, and assignee and labels. Answers the chats in the order of `ids`.',
    rest: 'PATCH /v1/chats',
    scope: 'send',
    input: bulkInput,
    output: z.array(chat),
    errors: ['chat:not_found', 'member:not_found', 'label:not_found', 'chat:too_many_labels'],
    example: { input: { ids: [exampleIds.chat], status: 'archived' }, output: [archived] },
  }),
  archive: mutation({
    summary: 'Archive a chat',
    description: 'Puts it out of sight until the customer writes again, unless it is muted. Twice changes nothing.',
    rest: 'PUT /v1/chats/{id}/archive',
    scope: 'send',
    input: one,
    output: chat,
    errors: ['chat:not_found'],
    example: { input: byId, output: archived },
  }),
  unarchive: mutation({
    summary: 'Take a chat out of the archive',
    description: 'It is open again. A chat that is not archived stays as it is.',
    rest: 'DELETE /v1/chats/{id}/archive',
    scope: 'send',
    input: one,
    output: chat,
    errors: ['chat:not_found'],
    example: { input: byId, output: exampleChat },
  }),
  assign: mutation({
    summary: 'Assign a chat',
    description: 'To a member of the workspace, by id or e-mail address; whoever had it before has it no more.',
    rest: 'PUT /v1/chats/{id}/assignee',
    scope: 'send',
    input: z
      .object({ id: idOf('chat'), ...memberReference })
      .superRefine((input, ctx) => requireOneName(input, ctx), besideOtherFaults),
    output: chat,
    errors: ['chat:not_found', 'member:not_found'],
    example: { input: { ...byId, member: exampleMember.id }, output: assigned },
  }),
  unassign: mutation({
    summary: 'Take an assignment back',
    description: 'The chat is assigned to nobody. Twice changes nothing.',
    rest: 'DELETE /v1/chats/{id}/assignee',
    scope: 'send',
    input: one,
    output: chat,
    errors: ['chat:not_found'],
    example: { input: byId, output: exampleChat },
  }),
  read: mutation({
    summary: 'Mark a chat read',
    description:
      'All its incoming messages count as read, and the customer sees the read receipt, which groups do not have. A read chat stays as it is.',
    rest: 'POST /v1/chats/{id}/read',
    scope: 'send',
    input: one,
    output: chat,
    errors: ['chat:not_found'],
    example: { input: byId, output: exampleChat },
  }),
  typing: mutation({
    summary: 'Show that an answer is being written',
    description:
      'The customer sees it for up to 25 seconds or until the answer comes. The provider shows it only as an answer to a received message, which then counts as read; so the customer must have written. `shown` means that the provider will be asked, now and not later: an indicator that is late is dropped.',
    rest: 'POST /v1/chats/{id}/typing',
    scope: 'send',
    input: one,
    output: z.object({ shown: z.boolean() }),
    errors: ['chat:not_found', 'chat:never_written', 'capability:unsupported'],
    example: { input: byId, output: { shown: true } },
  }),
  remove: mutation({
    summary: 'Delete a chat',
    description:
      'Removes our copy: the chat, its messages, notes and what waits to be sent. The customer keeps theirs. Events already recorded stay in the log until their time is over. A message that is being handed to the provider in this moment makes it 409.',
    rest: 'DELETE /v1/chats/{id}',
    scope: 'manage',
    input: one,
    output: z.object({ id: idOf('chat'), deleted: z.literal(true), messages: z.int().describe('Messages removed') }),
    errors: ['chat:not_found', 'chat:sending'],
    example: { input: byId, output: { ...byId, deleted: true, messages: 12 } },
  }),
}

/** Operations on chats. */
export const chats = { ...reading, ...changing }
