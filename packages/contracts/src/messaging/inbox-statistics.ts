import { z } from 'zod'
import { query } from '../contract.ts'
import { besideOtherFaults, idOf, named, oneOrMany, time } from '../schemas.ts'
import { exampleIds, exampleMember } from './examples.ts'
import { bucketsMax, checkRange, days, range } from './statistics-range.ts'

/** Maximum length of each range, in days. */
const daysMax = { answers: 92, ratings: 366, inbox: 31 }

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
  z.object({ in: z.int().describe('Customer messages'), ...answersGiven.shape }),
  answersGiven,
)
const answerBucket = named('AnswerBucket', answerCounts.extend({ from: time }), answerCounts)
const answersOfNumber = named('AnswersOfNumber', answerCounts.extend({ number: idOf('num') }), answerCounts)
const answersOfMember = named(
  'AnswersOfMember',
  z.object({
    member: idOf('mem'),
    name: z.string().nullable().describe("Member's name at the time of their latest answer"),
    ...answersGiven.shape,
  }),
  answersGiven,
)

const at = '2026-11-20T08:00:00.000Z'
const exampleAnswers = { in: 12, out: 14, answers: 9, answerMs: { p50: 180_000, p90: 900_000 } }

/** Returns the input of statistics by hour or day. `usual`: default length of a bucket. */
function bucketed(usual: 'hour' | 'day', rangeDaysMax: number) {
  return z
    .object({
      ...range,
      ...days,
      interval: z.enum(['hour', 'day']).default(usual).describe('Length of each bucket'),
      number: oneOrMany(idOf('num')).describe('Only these numbers'),
    })
    .superRefine((input, ctx) => checkRange(input, ctx, { daysMax: rangeDaysMax, bucketsMax }), besideOtherFaults)
}

export const answerStatistics = query({
  summary: 'Show how fast customers get answers',
  description:
    'Counts messages and measures answer times: in total, by hour or day, by number, and by member. An answer is the first outgoing message after a customer message, except messages from posts and automations; answers from programs count toward no member. At most 92 days and 500 buckets; the default is the last 7 days. Deleted chats are not counted.',
  rest: 'GET /v1/statistics/answers',
  scope: 'read',
  limitedBy: 'number',
  input: bucketed('day', daysMax.answers),
  output: z.object({
    from: time,
    to: time,
    total: answerCounts.describe('Counts for the whole range'),
    buckets: z
      .array(answerBucket)
      .describe('Counts for each bucket with messages; an answer counts at the time it was sent'),
    numbers: z.array(answersOfNumber).describe('Counts for each number with messages'),
    members: z.array(answersOfMember).describe('Counts for each member who sent messages'),
  }),
  example: {
    input: { interval: 'day' },
    output: {
      from: at,
      to: '2026-11-27T08:00:00.000Z',
      total: exampleAnswers,
      buckets: [],
      numbers: [{ number: exampleIds.number, ...exampleAnswers }],
      members: [
        { member: exampleMember.id, name: exampleMember.name, out: 14, answers: 9, answerMs: exampleAnswers.answerMs },
      ],
    },
  },
})

const counts = named(
  'RatingCounts',
  z.object({
    asked: z.int().describe('Rating questions sent'),
    answers: z.int().describe('Rating questions answered'),
    average: z.number().nullable().describe('Average score, 1–5; null if there are no answers'),
    scores: z.array(z.int()).describe('Number of answers with each score from 1 to 5, in this order'),
  }),
)
const ratingsOfMember = named(
  'RatingsOfMember',
  counts.extend({ member: idOf('mem'), name: z.string().nullable().describe("Member's name; null if they have left") }),
  counts,
)
const ratingsOfDepartment = named('RatingsOfDepartment', counts.extend({ department: idOf('dep') }), counts)

const exampleRatings = { asked: 20, answers: 8, average: 4.5, scores: [0, 0, 1, 2, 5] }

export const ratingStatistics = query({
  summary: 'Show how customers rate conversations',
  description:
    'Counts the rating questions sent in this period and their answers so far: in total, by the member who was assigned the chat when it was resolved, and by the current departments of these members. At most 366 days; the default is the last 30. Deleted chats are not counted.',
  rest: 'GET /v1/statistics/ratings',
  scope: 'read',
  limitedBy: 'number',
  input: z
    .object({ ...range, number: oneOrMany(idOf('num')).describe('Only these numbers') })
    .superRefine((input, ctx) => checkRange(input, ctx, { daysMax: daysMax.ratings }), besideOtherFaults),
  output: z.object({
    from: time,
    to: time,
    total: counts.describe('Totals for the whole range'),
    members: z.array(ratingsOfMember).describe('Totals for each member; unassigned chats count only in the total'),
    departments: z.array(ratingsOfDepartment).describe('Totals for each department'),
  }),
  example: {
    input: {},
    output: {
      from: at,
      to: '2026-12-20T08:00:00.000Z',
      total: exampleRatings,
      members: [{ member: exampleMember.id, name: exampleMember.name, ...exampleRatings }],
      departments: [],
    },
  },
})

const inboxCounts = named(
  'InboxCounts',
  z.object({
    in: z.int().describe('Customer messages'),
    out: z.int().describe('Outgoing messages, not counting posts and automations'),
    answered: z.int().describe('Questions answered by the end of the range'),
    unanswered: z.int().describe('Questions without an answer'),
  }),
)

const inboxBucket = named('InboxBucket', inboxCounts.extend({ from: time }), inboxCounts)

const exampleVolume = { in: 12, out: 14, answered: 9, unanswered: 2 }

export const inboxStatistics = query({
  summary: 'Show inbox volume',
  description:
    'Counts messages and customer questions by hour or day, and the customers waiting now. A question is all customer messages before the next answer. Messages from posts and automations are not answers. At most 31 days and 500 buckets; the default is the last 24 hours by hour, or 30 days by day. Deleted chats are not counted.',
  rest: 'GET /v1/statistics/inbox',
  scope: 'read',
  limitedBy: 'number',
  input: bucketed('hour', daysMax.inbox),
  output: z.object({
    from: time,
    to: time,
    total: inboxCounts.describe('Counts for the whole range'),
    buckets: z.array(inboxBucket).describe('Counts for each bucket with messages'),
    waiting: z
      .object({
        chats: z.int().describe('Chats with a customer waiting for an answer'),
        oldestAt: time.nullable().describe('Time when the longest wait began; null: no one is waiting'),
      })
      .describe('Customers who are waiting now, as in GET /v1/chats?waiting=true&snoozed=false&status=open,pending'),
  }),
  example: {
    input: { interval: 'hour' },
    output: {
      from: at,
      to: '2026-11-21T08:00:00.000Z',
      total: exampleVolume,
      buckets: [],
      waiting: { chats: 2, oldestAt: '2026-11-21T07:19:00.000Z' },
    },
  },
})
