import { z } from 'zod'
import { query } from '../contract.ts'
import { checkRange, range } from '../messaging/statistics-range.ts'
import { besideOtherFaults, idOf, named, oneOrMany, time } from '../schemas.ts'
import { webhookExampleIds } from './examples.ts'

/** Maximum number of intervals in a response: one day at one-minute intervals. */
const intervalsMax = 1_440
const daysMax = 31

/** Delivery counts, grouped by how the receiver last responded. */
export const answersOfReceiver = named(
  'AnswersOfReceiver',
  z.object({
    ok: z.int().describe('Deliveries with a 2xx response'),
    refused: z.int().describe('Deliveries whose last response had another status'),
    silent: z.int().describe('Deliveries whose last attempt got no response'),
  }),
)

const latency = z.int().nullable()

const deliveryAnswers = named(
  'DeliveryAnswers',
  answersOfReceiver.extend({
    waiting: z.int().describe('Deliveries that have not been attempted yet, or ended without an attempt'),
    p50: latency.describe('Median of the last attempts in milliseconds; null: not measured'),
    p95: latency.describe('95th percentile in milliseconds; null: not measured'),
  }),
  answersOfReceiver,
)

const deliveryInterval = named('DeliveryInterval', deliveryAnswers.extend({ from: time }), deliveryAnswers)

const deliveryHole = named(
  'DeliveryHole',
  z.object({
    from: time.describe('Time of its first event'),
    to: time.describe('Time of its last event'),
    events: z.int().describe('Events of the webhook in it'),
    firstSequence: z.int().describe('Sequence of its first event'),
    lastSequence: z.int().describe('Sequence of its last event'),
  }),
)

const at = '2026-11-20T08:00:00.000Z'
const exampleAnswers = { ok: 38, refused: 2, silent: 1, waiting: 0, p50: 98, p95: 212 }

/** Maximum number of gaps in a response. */
export const holesMax = 100

export const webhookStatistics = {
  statistics: query({
    summary: 'Show statistics of a webhook',
    description: `Counts deliveries by the time of their event and the last response of the receiver. At most ${daysMax} days and ${intervalsMax.toLocaleString('en')} intervals; empty intervals are omitted. The default is the last 24 hours by minute or by hour, or 30 days by day. \`holes\` are the newest ${holesMax} runs of events that the receiver has not accepted although it accepted a later event in the range.`,
    rest: 'GET /v1/webhooks/{id}/statistics',
    scope: 'read',
    limitedBy: 'number',
    input: z
      .object({
        id: idOf('whk'),
        ...range,
        interval: z.enum(['minute', 'hour', 'day']).default('hour').describe('Length of an interval'),
      })
      .superRefine((input, ctx) => checkRange(input, ctx, { daysMax, bucketsMax: intervalsMax }), besideOtherFaults),
    output: z.object({
      webhook: idOf('whk'),
      from: time,
      to: time,
      backlog: z
        .object({
          deliveries: z.int().describe('Deliveries that are waiting for an attempt or parked, from any time'),
          oldestAt: time.nullable().describe('Time of the oldest event; null: none'),
        })
        .describe('Deliveries still to be made'),
      total: deliveryAnswers.describe('Counts for the whole range'),
      intervals: z.array(deliveryInterval).describe('Counts for each interval that has deliveries, oldest first'),
      holes: z.array(deliveryHole).describe('Newest first'),
    }),
    errors: ['webhook:not_found'],
    example: {
      input: { id: webhookExampleIds.webhook, interval: 'minute' },
      output: {
        webhook: webhookExampleIds.webhook,
        from: at,
        to: '2026-11-21T08:00:00.000Z',
        backlog: { deliveries: 0, oldestAt: null },
        total: exampleAnswers,
        intervals: [],
        holes: [{ from: at, to: at, events: 3, firstSequence: 1042, lastSequence: 1044 }],
      },
    },
  }),
}

/** Deliveries for one day, number, and kind of event. */
export const usageOfWebhooks = z.object({
  day: z.string().describe('YYYY-MM-DD, UTC'),
  number: idOf('num').nullable().describe('null: the event is not about a number'),
  event: z.string().describe('Kind of the event'),
  delivered: z.int().describe('Accepted by the receiver'),
  failed: z.int().describe('Given up, or canceled with their webhook'),
  waiting: z.int().describe('Waiting for the next attempt, or parked'),
  attempts: z.int().describe('Total attempts'),
})

export const exampleUsageOfWebhooks = {
  day: '2026-11-20',
  number: 'num_01k5v2s8xgf9hb3m4q7r8t9w0y' as const,
  event: 'message:in',
  delivered: 12,
  failed: 0,
  waiting: 0,
  attempts: 13,
}

export const usage = {
  deliveries: query({
    summary: 'Count deliveries to webhooks',
    description:
      'Internal. Counts per day of the event (UTC), number and kind; GET /v1/statistics/messages shows the result.',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ from: time, to: time, number: oneOrMany(idOf('num')) }),
    output: z.array(usageOfWebhooks),
    example: {
      input: { from: '2026-10-22T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' },
      output: [exampleUsageOfWebhooks],
    },
  }),
}

const messageAttempt = z.object({
  at: time,
  event: z.string(),
  webhook: idOf('whk'),
  delivery: idOf('dlv'),
  attempt: z.int(),
  httpStatus: z.int().nullable(),
  latencyMs: z.int(),
  error: z.string().nullable(),
})

export const messageAttemptOperations = {
  ofMessage: query({
    summary: 'List the delivery attempts of a message',
    description: 'Internal. In chronological order, at most 500; part of GET /v1/messages/{id}/trace.',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ id: idOf('msg') }),
    output: z.array(messageAttempt),
    example: {
      input: { id: 'msg_01k5v2s8xgf9hb3m4q7r8t9w0y' },
      output: [
        {
          at: '2026-11-20T08:30:01.000Z',
          event: 'message:out',
          webhook: webhookExampleIds.webhook,
          delivery: webhookExampleIds.delivery,
          attempt: 1,
          httpStatus: 200,
          latencyMs: 40,
          error: null,
        },
      ],
    },
  }),
}
