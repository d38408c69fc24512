import { z } from 'zod'
import { query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { messageStatus } from '../message-statuses.ts'
import { named } from '../names.ts'
import { phone, time } from '../primitives.ts'
import { exampleIds } from './examples.ts'
import { messageError, statusAt } from './message.ts'
import { waiting } from './message-waiting.ts'

/** Status of a message for one person. */
export const receipt = named(
  'Receipt',
  z.object({
    phone: phone.nullable().describe('Phone of the person; null when hidden'),
    userId: z.string().nullable().describe("The provider's id of a person whose phone is hidden"),
    status: messageStatus.describe('Status of the message for this person'),
    statusAt,
    error: messageError.nullable().describe('Why it did not reach this person'),
  }),
)

export const traceEntry = named(
  'TraceEntry',
  z.object({
    at: time,
    what: z.enum(['accepted', 'waiting', 'attempt', 'status', 'webhook']).describe('Kind of the entry'),
    status: messageStatus.nullable().describe('Status that the message reached'),
    event: z.string().nullable().describe('Kind of the event that was posted to the webhook'),
    webhook: idOf('whk').nullable().describe('Webhook of the delivery'),
    delivery: idOf('dlv').nullable().describe('Id of the delivery'),
    attempt: z.int().nullable().describe('Number of the attempt at the provider, or of this delivery'),
    outcome: z
      .string()
      .nullable()
      .describe('Outcome of the attempt; of a delivery: delivered, refused, or the reason why there was no response'),
    httpStatus: z.int().nullable().describe('HTTP status of the response of the webhook'),
    latencyMs: z.int().nullable().describe('Duration of the attempt in milliseconds'),
    waiting: waiting.nullable().describe('Why the message waits'),
    error: messageError.nullable().describe('Error of the attempt, or of the status failed or expired'),
  }),
)

/** Everything that happened to a message, in one timeline. */
export const trace = query({
  summary: 'Trace a message',
  description:
    'One timeline: acceptance, waits with their reasons, attempts at the provider, statuses, and deliveries of its events to webhooks, with outcome and duration. Logs, events and deliveries have the same `traceId`.',
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
