import { z } from 'zod'
import { query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { named } from '../names.ts'
import { besideOtherFaults, oneOrMany, time } from '../primitives.ts'
import { exampleIds, exampleMember } from './examples.ts'
import { bucketMs, bucketsMax, checkRange, dayMs, days, range } from './statistics-range.ts'

/** Maximum length of the range, in days. */
const daysMax = 92

const answerTimes = named(
  'AnswerTimes',
  z
    .object({
      p50: z.int().describe('Median in milliseconds'),
      p90: z.int().describe('90th percentile in milliseconds'),
    })
    .describe("Time from the customer's first unanswered message to the answer"),
)

const answersGiven = named(
  'AnswersGiven',
  z.object({
    out: z.int().describe('Outgoing messages, not counting posts and automations'),
    answers: z.int().describe('First outgoing messages after a customer message'),
    answerMs: answerTimes.nullable().describe('Time to answer; null: no answers'),
  }),
)

const answerCounts = named(
  'AnswerCounts',
  z.object({ in: z.int().describe('Incoming messages'), ...answersGiven.shape }),
  answersGiven,
)
const bucket = named('AnswerBucket', answerCounts.extend({ from: time }), answerCounts)
const ofNumber = named('AnswersOfNumber', answerCounts.extend({ number: idOf('num') }), answerCounts)
const ofMember = named(
  'AnswersOfMember',
  z.object({
    member: idOf('mem'),
    name: z.string().nullable().describe("Member's name at the time of their latest answer"),
    ...answersGiven.shape,
  }),
  answersGiven,
)

const at = '2026-11-20T08:00:00.000Z'
const example = { in: 12, out: 14, answers: 9, answerMs: { p50: 180_000, p90: 900_000 } }

/** Operation that measures how fast customers get answers. */
export const answerStatistics = query({
  summary: 'Show how fast customers get answers',
  description:
    'Counts messages and measures answer times: in total, by hour or day, by number, and by member. An answer is the first outgoing message after a customer message, except messages from posts and automations; answers from programs count toward no member. At most 92 days and 500 buckets; the default is the last 7 days. Deleted chats are not counted.',
  rest: 'GET /v1/statistics/answers',
  scope: 'read',
  limitedBy: 'number',
  input: z
    .object({
      ...range,
      ...days,
      interval: z.enum(['hour', 'day']).default('day').describe('Length of each bucket'),
      number: oneOrMany(idOf('num')).describe('Only these numbers'),
    })
    .superRefine((input, ctx) => {
      // This also runs when other fields are invalid, for example when the interval is an object.
      const eachMs = input.interval === 'hour' ? bucketMs.hour : dayMs
      checkRange(input, ctx, Math.min(daysMax * dayMs, bucketsMax * eachMs))
    }, besideOtherFaults),
  output: z.object({
    from: time,
    to: time,
    total: answerCounts.describe('Counts for the whole range'),
    buckets: z.array(bucket).describe('Counts for each bucket with messages; an answer counts at the time it was sent'),
    numbers: z.array(ofNumber).describe('Counts for each number with messages'),
    members: z.array(ofMember).describe('Counts for each member who sent messages'),
  }),
  errors: [],
  example: {
    input: { interval: 'day' },
    output: {
      from: at,
      to: '2026-11-27T08:00:00.000Z',
      total: example,
      buckets: [],
      numbers: [{ number: exampleIds.number, ...example }],
      members: [
        { member: exampleMember.id, name: exampleMember.name, out: 14, answers: 9, answerMs: example.answerMs },
      ],
    },
  },
})
