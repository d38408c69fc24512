import { z } from 'zod'
import { query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { named } from '../names.ts'
import { besideOtherFaults, oneOrMany, time } from '../primitives.ts'
import { bucketMs, bucketsMax, checkRange, dayMs, days, range } from './statistics-range.ts'

const daysMax = 31

const inboxCounts = named(
  'InboxCounts',
  z.object({
    in: z.int().describe('Incoming messages'),
    out: z.int().describe('Outgoing messages, not counting posts and automations'),
    answered: z.int().describe('Questions answered by the end of the range'),
    unanswered: z.int().describe('Questions without an answer'),
  }),
)

const bucket = named('InboxBucket', inboxCounts.extend({ from: time }), inboxCounts)

const at = '2026-11-20T08:00:00.000Z'
const example = { in: 12, out: 14, answered: 9, unanswered: 2 }

export const inboxStatistics = query({
  summary: 'Show inbox volume',
  description:
    'Counts messages and customer questions by hour or day, and the customers who are waiting now. A question is all customer messages before the next answer. Messages from posts and automations are not answers. At most 31 days and 500 buckets; the default is the last 24 hours by hour, or 30 days by day. Deleted chats are not counted.',
  rest: 'GET /v1/statistics/inbox',
  scope: 'read',
  limitedBy: 'number',
  input: z
    .object({
      ...range,
      ...days,
      interval: z.enum(['hour', 'day']).default('hour').describe('Length of each bucket'),
      number: oneOrMany(idOf('num')).describe('Only these numbers'),
    })
    .superRefine((input, ctx) => {
      // This check also runs when other fields are invalid, for example if `interval` is an object.
      const eachMs = input.interval === 'day' ? dayMs : bucketMs.hour
      checkRange(input, ctx, Math.min(daysMax * dayMs, bucketsMax * eachMs))
    }, besideOtherFaults),
  output: z.object({
    from: time,
    to: time,
    total: inboxCounts.describe('Counts for the whole range'),
    buckets: z.array(bucket).describe('Counts for each bucket with messages'),
    waiting: z
      .object({
        chats: z.int().describe('Chats with a customer waiting for an answer'),
        oldestAt: time.nullable().describe('Time when the longest wait began; null: no one is waiting'),
      })
      .describe('Customers who are waiting now, as in GET /v1/chats?waiting=true&snoozed=false&status=open,pending'),
  }),
  errors: [],
  example: {
    input: { interval: 'hour' },
    output: {
      from: at,
      to: '2026-11-21T08:00:00.000Z',
      total: example,
      buckets: [],
      waiting: { chats: 2, oldestAt: '2026-11-21T07:19:00.000Z' },
    },
  },
})
