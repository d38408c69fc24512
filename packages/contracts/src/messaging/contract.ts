import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { messageStatus } from '../message-statuses.ts'
import { quarantine, upkeep } from '../process.ts'
import { idOf, json, listOf, oneOrMany, pageOf, phone, reference, text } from '../schemas.ts'
import { lookupsOf, matches } from '../search.ts'
import { automations } from './automations.ts'
import { batchInput, batchResult } from './batch.ts'
import { capabilityOperations } from './capabilities.ts'
import { chats } from './chats.ts'
import { exampleIds, exampleIncoming, exampleMessage, exampleSummaries } from './examples.ts'
import { files } from './file.ts'
import { labels, notes } from './labels.ts'
import { message, messageReference, sendInput, updateInput } from './message.ts'
import { includes, messageInclude, messageWithSummaries } from './message-summaries.ts'
import { notifications } from './notifications.ts'
import { installation, queues } from './queues.ts'
import { replies } from './replies.ts'
import { statistics } from './statistics.ts'
import { receipt, trace } from './timeline.ts'
import { views } from './views.ts'

const acceptErrors = [
  'chat:assigned',
  'phone:invalid',
  'target:ambiguous',
  'chat:not_found',
  'group:not_found',
  'group:not_active',
  'channel:not_found',
  'number:not_found',
  'number:none',
  'number:disconnected',
  'message:not_found',
  'label:not_found',
  'member:not_found',
  'chat:too_many_labels',
  'file:not_found',
  'contact:not_found',
  'capability:unsupported',
  'contact:opted_out',
  'queue:full',
] as const

const canceledAt = '2026-11-20T08:31:00.000Z'
const canceled = {
  ...exampleMessage,
  status: 'canceled' as const,
  statusAt: { ...exampleMessage.statusAt, canceled: canceledAt },
}

const messages = {
  send: mutation({
    summary: 'Send a message',
    description:
      'Queues the message and responds before it is sent. Webhooks receive the outcome as `message:out`, `message:ack` and `message:failed`. A message with `channel` becomes a post when it is due: it is `sending` while the post runs, then `sent` if it reached anyone, or else `failed`.',
    rest: 'POST /v1/messages',
    status: 201,
    scope: 'send',
    limitedBy: 'number',
    together: true,
    input: sendInput,
    rule: 'Exactly one of `phone`, `userId`, `chat`, `group` and `channel` is required as the target. Content is required: text in `message`, or one other kind.',
    output: message,
    errors: [...acceptErrors],
    example: {
      input: { phone: '+4915112345678', message: 'Your parcel is on its way.', reference: 'order-1042' },
      output: exampleMessage,
    },
  }),
  batch: mutation({
    summary: 'Send up to 1,000 messages',
    description:
      'Accepts all messages in one transaction and returns them in order; messages in the same chat are sent in that order. An invalid field or unknown id rejects the whole request; with `partial`, an `error` takes the place of that message and the others are accepted.',
    rest: 'POST /v1/messages/batch',
    status: 201,
    scope: 'send',
    limitedBy: 'number',
    input: batchInput,
    output: z.array(batchResult),
    errors: [...acceptErrors],
    example: {
      input: {
        messages: [{ phone: '+4915112345678', message: 'Your parcel is on its way.', reference: 'order-1042' }],
      },
      output: [exampleMessage],
    },
  }),
  list: query({
    summary: 'List messages',
    description: 'Incoming and outgoing messages, newest first.',
    rest: 'GET /v1/messages',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({
      direction: z.enum(['in', 'out']).optional().describe('`in`: only incoming; `out`: only outgoing'),
      status: oneOrMany(messageStatus).describe('Only messages with these statuses'),
      number: oneOrMany(idOf('num')).describe('Only messages on these numbers'),
      chat: idOf('chat').optional().describe('Only messages in this chat'),
      phone: phone.optional().describe('Only messages with the owner of this phone number'),
      group: idOf('grp').optional().describe('Only messages in this group'),
      channel: idOf('chn')
        .optional()
        .describe('Only messages to this broadcast channel; their reference is the post id'),
      type: oneOrMany(text(1, 40)).describe('Only messages of these types'),
      reference: reference.optional(),
      search: text(1, 200).optional().describe('Words in the text, ignoring case; the last word may be incomplete'),
      sort: z.enum(['createdAt:asc', 'createdAt:desc']).default('createdAt:desc').describe('Sort order'),
      around: idOf('msg').optional().describe('With `chat`: the page with this message in the middle'),
      include: includes(messageInclude),
      ...listOf(message),
    }),
    output: pageOf(messageWithSummaries),
    errors: ['message:not_found'],
    example: {
      input: { direction: 'out', size: 1, include: ['number'] },
      output: { items: [{ ...exampleMessage, summaries: { number: exampleSummaries.number } }], next: null },
    },
  }),
  get: query({
    summary: 'Show a message',
    description: 'With its status, the time of each status, and what it is waiting for.',
    rest: 'GET /v1/messages/{id}',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ id: idOf('msg'), include: includes(messageInclude) }),
    output: messageWithSummaries,
    errors: ['message:not_found'],
    example: { input: { id: exampleIds.message }, output: { ...exampleMessage, summaries: null } },
  }),
  raw: query({
    summary: 'Show a message as the provider sent it',
    description:
      "The provider's JSON for a message that was received or was sent from the provider's app. Null for messages that you sent, plain-text messages and large messages. A key has the `raw` scope only if you request it.",
    rest: 'GET /v1/messages/{id}/raw',
    scope: 'raw',
    limitedBy: 'number',
    input: z.object({ id: idOf('msg') }),
    output: z.object({
      id: idOf('msg'),
      providerId: z.string().nullable().describe("The provider's id for the message; null: none yet"),
      raw: json.nullable().describe("The provider's JSON; null if none is kept"),
    }),
    errors: ['message:not_found'],
    example: {
      input: { id: exampleIds.message },
      output: {
        id: exampleIds.message,
        providerId: 'wamid.HBgNNDkxNTExMjM0NTY3OBUCABIYFDNB',
        raw: { from: '4915112345678', type: 'image', image: { id: '1479537139650973', mime_type: 'image/jpeg' } },
      },
    },
  }),
  atProvider: query({
    summary: 'Show the provider’s ids for messages',
    description:
      'Internal. Waits up to a second for a message that the provider has not accepted yet, then leaves it out.',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ ids: z.array(idOf('msg')).max(2) }),
    output: z.array(z.object({ id: idOf('msg'), providerId: z.string() })),
    example: {
      input: { ids: [exampleIds.message] },
      output: [{ id: exampleIds.message, providerId: 'wamid.HBgNNDkxNTExMjM0NTY3OBUCABIYFDNB' }],
    },
  }),
  update: mutation({
    summary: 'Change a waiting message',
    description:
      'Changes the content, time, priority, reference or validity while the message is scheduled or queued and was never attempted; after that, the response is 409. For another recipient, number or option, cancel it and send again. `message` alone changes the text; other content replaces all content, following the rules of POST /v1/messages.',
    rest: 'PATCH /v1/messages/{id}',
    scope: 'send',
    limitedBy: 'number',
    input: updateInput,
    output: message,
    errors: [
      'message:not_found',
      'message:not_editable',
      'file:not_found',
      'contact:not_found',
      'capability:unsupported',
    ],
    example: {
      input: { id: exampleIds.message, message: 'Your parcel has come.', priority: 'high' },
      output: { ...exampleMessage, message: 'Your parcel has come.', priority: 'high' },
    },
  }),
  cancel: mutation({
    summary: 'Cancel a waiting message',
    description: 'Cancels a scheduled or queued message. For any other, even a canceled message, the response is 409.',
    rest: 'POST /v1/messages/{id}/cancel',
    scope: 'send',
    limitedBy: 'number',
    input: z.object({ id: idOf('msg') }),
    output: message,
    errors: ['message:not_found', 'message:not_editable'],
    example: { input: { id: exampleIds.message }, output: canceled },
  }),
  retry: mutation({
    summary: 'Send a failed message again',
    description: 'Queues a failed or expired message again, valid for another 10 hours.',
    rest: 'POST /v1/messages/{id}/retry',
    scope: 'send',
    limitedBy: 'number',
    input: z.object({ id: idOf('msg') }),
    output: message,
    errors: ['message:not_found', 'message:not_retryable'],
    example: { input: { id: exampleIds.message }, output: exampleMessage },
  }),
  read: mutation({
    summary: 'Mark an incoming message as read',
    description:
      'Sends a read receipt to the customer, except in groups. Earlier messages in the chat keep their status.',
    rest: 'POST /v1/messages/{id}/read',
    scope: 'send',
    limitedBy: 'number',
    input: z.object({ id: messageReference.describe("Our id or the provider's id for the message") }),
    output: message,
    errors: ['message:not_found', 'message:not_incoming'],
    example: { input: { id: exampleIds.message }, output: exampleIncoming },
  }),
  receipts: query({
    summary: 'Show the receipts of a message',
    description:
      'Status of the message for each recipient, with times. In a group, the message follows its first participant to `delivered`, `read` and `played`, and `message:ack` is announced for each participant; it fails only if it reaches no one.',
    rest: 'GET /v1/messages/{id}/receipts',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ id: idOf('msg') }),
    output: z.array(receipt),
    errors: ['message:not_found'],
    example: {
      input: { id: exampleIds.message },
      output: [{ phone: '+4915112345678', status: 'sent', statusAt: { sent: '2026-11-20T08:30:00.000Z' } }],
    },
  }),
  trace,
}

export const messaging = {
  messages,
  chats,
  files,
  labels,
  notes,
  replies,
  views,
  automations,
  notifications,
  queues,
  lookups: lookupsOf(['message', 'file', 'chat', 'note'], exampleIds.message),
  capabilities: capabilityOperations,
  statistics,
  quarantine,
  installation,
  matches,
  ...upkeep,
}
