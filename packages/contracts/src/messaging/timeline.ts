import { z } from 'zod'
import { query } from '../contract.ts'
import { messageStatus } from '../message-statuses.ts'
import { actor, idOf, named, pageOf, paging, phone, time } from '../schemas.ts'
import { automationRun } from './automation.ts'
import { assignee, chatChange, note, rating, snooze } from './chat.ts'
import { exampleIds, exampleMessage } from './examples.ts'
import { message, messageError, statusAt } from './message.ts'
import { waiting } from './queues.ts'

const item = named(
  'TimelineItem',
  z.object({
    type: z.enum(['message', 'note', 'change']).describe('Kind of item'),
    id: z.union([idOf('msg'), idOf('note'), idOf('chg')]).describe('Id of the message, note or change'),
    at: time,
    message: message.nullable().describe('The message, if the item is a message'),
    note: note.nullable().describe('The note, if the item is a note'),
    change: chatChange.nullable().describe('Kind of change'),
    by: actor.nullable().describe('Who made the change; null if the customer or a scheduled time caused it'),
    assignee: assignee.nullable().describe('Member assigned by the change'),
    snooze: snooze.nullable().describe('Snooze that the change set'),
    rating: rating.nullable().describe('With the change `rated`: what the customer chose'),
    run: automationRun.nullable().describe('With the change `automated`: what the automation did'),
  }),
)

const place = {
  around: idOf('msg').optional().describe('Page with this message of the chat in the middle'),
  after: idOf('msg').optional().describe('Only items after this message of the chat'),
}

export const timeline = query({
  summary: 'Show the timeline of a chat',
  description:
    'Messages, notes and changes in the chat, newest first: who assigned, resolved, snoozed, muted or labeled it and when, and each run of an automation.',
  rest: 'GET /v1/chats/{id}/timeline',
  scope: 'read',
  limitedBy: 'number',
  input: z.object({ id: idOf('chat'), ...place, size: paging.size, cursor: paging.cursor }),
  output: pageOf(item),
  errors: ['chat:not_found', 'message:not_found'],
  example: {
    input: { id: exampleIds.chat },
    output: {
      items: [
        {
          type: 'change',
          id: 'chg_01k5v2s8xgf9hb3m4q7r8t9w0y',
          at: exampleMessage.createdAt,
          change: 'resolved',
          by: exampleMessage.by,
        },
        { type: 'message', id: exampleMessage.id, at: exampleMessage.createdAt, message: exampleMessage },
      ],
      next: null,
    },
  },
})

/** Status of a message for one person. */
export const receipt = named(
  'Receipt',
  z.object({
    phone: phone.nullable().describe("Person's phone number; null if hidden"),
    userId: z.string().nullable().describe("The provider's id if the phone number is hidden"),
    status: messageStatus.describe('Status of the message for this person'),
    statusAt,
    error: messageError.nullable().describe('Why it did not reach this person'),
  }),
)

const traceEntry = named(
  'TraceEntry',
  z.object({
    at: time,
    what: z.enum(['accepted', 'waiting', 'attempt', 'status', 'webhook']).describe('Kind of entry'),
    status: messageStatus.nullable().describe('Status that the message reached'),
    event: z.string().nullable().describe('Kind of event that was posted to the webhook'),
    webhook: idOf('whk').nullable().describe('Webhook of the delivery'),
    delivery: idOf('dlv').nullable().describe('Id of the delivery'),
    attempt: z.int().nullable().describe('Number of the attempt to send the message, or of this delivery attempt'),
    outcome: z
      .string()
      .nullable()
      .describe('Outcome of the attempt; for a delivery: delivered, refused, or why there was no response'),
    httpStatus: z.int().nullable().describe("HTTP status of the webhook's response"),
    latencyMs: z.int().nullable().describe('Duration of the attempt in milliseconds'),
    waiting: waiting.nullable().describe('Why the message is waiting'),
    error: messageError.nullable().describe('Error of the attempt, or of the failed or expired status'),
  }),
)

/** Everything that happened to a message, in one timeline. */
export const trace = query({
  summary: 'Trace a message',
  description:
    'One timeline: acceptance, waits and their reasons, send attempts, statuses, and deliveries of its events to webhooks, with outcomes and durations. Logs, events and deliveries have the same `traceId`.',
  rest: 'GET /v1/messages/{id}/trace',
  scope: 'read',
  limitedBy: 'number',
  input: z.object({ id: idOf('msg') }),
  output: z.object({
    id: idOf('msg'),
    traceId: z.string().nullable().describe('Trace id of the request (W3C Trace Context); null for incoming messages'),
    entries: z.array(traceEntry).describe('Entries of the timeline, oldest first'),
  }),
  errors: ['message:not_found'],
  example: {
    input: { id: exampleIds.message },
    output: { id: exampleIds.message, entries: [{ at: '2026-11-20T08:30:00.000Z', what: 'accepted' }] },
  },
})
