import { z } from 'zod'
import { query } from '../contract.ts'
import { messageStatus } from '../message-statuses.ts'
import { besideOtherFaults, idOf, named, oneOrMany, time } from '../schemas.ts'
import { exampleUsageOfWebhooks, usageOfWebhooks } from '../webhooks/statistics.ts'
import { exampleIds } from './examples.ts'
import { answerStatistics, inboxStatistics, ratingStatistics } from './inbox-statistics.ts'
import { messageType } from './message-type.ts'
import { bucketsMax, checkRange, days, range } from './statistics-range.ts'

const daysMax = { deliveries: 31, usage: 92 }

const spread = named(
  'MessageTimes',
  z.object({
    p50: z.number().describe('Median in milliseconds'),
    p95: z.number().describe('95th percentile in milliseconds'),
  }),
).nullable()
const counts = z.partialRecord(messageStatus, z.int())

const deliveryStatistics = named(
  'DeliveryStatistics',
  z.object({
    total: z.int().describe('Messages accepted in this period'),
    statuses: counts.describe('Number of messages now in each status'),
    errors: z.record(z.string(), z.int()).describe('Number of messages that ended with each error code'),
    sentRate: z
      .number()
      .describe('Share of messages that the provider accepted, 0–1; waiting and canceled messages do not count'),
    deliveredRate: z.number().describe('Share of accepted messages that were delivered, 0–1'),
    queuedToSentMs: spread.describe('Time from due to acceptance by the provider'),
    sentToDeliveredMs: spread.describe('Time from acceptance by the provider to delivery'),
  }),
)

const bucket = named('DeliveryStatisticsBucket', deliveryStatistics.extend({ from: time }), deliveryStatistics)

const at = '2026-11-20T08:00:00.000Z'
const exampleStatistics = {
  total: 100,
  statuses: { delivered: 90, read: 7, failed: 3 },
  errors: { 'phone:undeliverable': 3 },
  sentRate: 0.97,
  deliveredRate: 1,
  queuedToSentMs: { p50: 180, p95: 420 },
  sentToDeliveredMs: { p50: 900, p95: 2600 },
}

export const statistics = {
  answers: answerStatistics,
  inbox: inboxStatistics,
  ratings: ratingStatistics,
  deliveries: query({
    summary: 'Show delivery statistics for a number',
    description:
      'Counts outgoing messages by the time they were accepted, with their current statuses, errors and durations. At most 31 days and 500 buckets; empty buckets are left out. The default is the last 8 hours by minute, 24 hours by hour, or 30 days by day.',
    rest: 'GET /v1/numbers/{id}/statistics',
    scope: 'read',
    limitedBy: 'number',
    input: z
      .object({
        id: idOf('num'),
        ...range,
        ...days,
        interval: z.enum(['minute', 'hour', 'day']).default('hour').describe('Length of each bucket'),
      })
      .superRefine(
        (input, ctx) => checkRange(input, ctx, { daysMax: daysMax.deliveries, bucketsMax }),
        besideOtherFaults,
      ),
    output: z.object({
      number: idOf('num'),
      from: time,
      to: time,
      total: deliveryStatistics.describe('Counts for the whole range'),
      buckets: z.array(bucket).describe('Counts for each bucket with messages'),
    }),
    errors: ['number:not_found'],
    example: {
      input: { id: exampleIds.number, interval: 'hour' },
      output: {
        number: exampleIds.number,
        from: at,
        to: '2026-11-21T08:00:00.000Z',
        total: exampleStatistics,
        buckets: [],
      },
    },
  }),
  ofDay: query({
    summary: 'Count the messages on a day',
    description:
      'Internal. Counts incoming and outgoing messages on a UTC day; for a key limited to numbers, only messages on those numbers. GET /v1/me shows the result.',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ day: z.iso.date() }),
    output: z.object({ in: z.int(), out: z.int() }),
    example: { input: { day: '2026-11-20' }, output: { in: 12, out: 40 } },
  }),
  usage: query({
    summary: 'Show usage',
    description:
      'Counts messages per day, number and type, for up to 92 days; the default is the last 30. Messages in deleted chats are not counted. Also counts deliveries to webhooks per UTC day, for the last 31 days.',
    rest: 'GET /v1/statistics/messages',
    scope: 'read',
    limitedBy: 'number',
    input: z
      .object({ ...range, ...days, number: oneOrMany(idOf('num')).describe('Only these numbers') })
      .superRefine((input, ctx) => checkRange(input, ctx, { daysMax: daysMax.usage }), besideOtherFaults),
    output: z.object({
      from: time,
      to: time,
      days: z
        .array(
          z.object({
            day: z.string().describe('YYYY-MM-DD, in the requested time zone'),
            number: idOf('num'),
            type: messageType,
            in: z.int().describe('Incoming messages'),
            out: z.int().describe('Outgoing messages'),
          }),
        )
        .describe('Messages by day, number and type'),
      pricing: z
        .array(
          z.object({
            day: z.string().describe('YYYY-MM-DD, in the requested time zone'),
            number: idOf('num'),
            category: z.string().describe("The provider's category, such as marketing or utility"),
            billable: z.boolean().describe('True when the provider charges for the messages'),
            messages: z.int().describe('Number of messages'),
          }),
        )
        .describe('Outgoing messages for which the provider reported pricing, by category'),
      deliveries: z
        .array(usageOfWebhooks)
        .nullable()
        .describe('Deliveries to webhooks by the day of the event; null while they cannot be counted'),
    }),
    example: {
      input: {},
      output: {
        from: '2026-10-22T00:00:00.000Z',
        to: '2026-11-21T00:00:00.000Z',
        days: [{ day: '2026-11-20', number: exampleIds.number, type: 'text', in: 12, out: 40 }],
        pricing: [{ day: '2026-11-20', number: exampleIds.number, category: 'utility', billable: true, messages: 40 }],
        deliveries: [exampleUsageOfWebhooks],
      },
    },
  }),
}
