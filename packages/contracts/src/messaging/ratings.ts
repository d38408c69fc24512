import { z } from 'zod'
import { query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { named } from '../names.ts'
import { besideOtherFaults, oneOrMany, time } from '../primitives.ts'
import { exampleMember } from './examples.ts'
import { checkRange, dayMs, range } from './statistics-range.ts'

const daysMax = 366

const counts = named(
  'RatingCounts',
  z.object({
    asked: z.int().describe('Rating questions sent'),
    answers: z.int().describe('Rating questions answered'),
    average: z.number().nullable().describe('Average score, 1–5; null if there are no answers'),
    scores: z.array(z.int()).describe('Number of answers with each score from 1 to 5, in this order'),
  }),
)
const ofMember = named(
  'RatingsOfMember',
  counts.extend({ member: idOf('mem'), name: z.string().nullable().describe("Member's name; null if they have left") }),
  counts,
)
const ofDepartment = named('RatingsOfDepartment', counts.extend({ department: idOf('dep') }), counts)

const at = '2026-11-20T08:00:00.000Z'
const example = { asked: 20, answers: 8, average: 4.5, scores: [0, 0, 1, 2, 5] }

export const ratingStatistics = query({
  summary: 'Show how customers rate conversations',
  description:
    'Counts the rating questions sent in this period and their answers so far: in total, by the member who was assigned the chat when it was resolved, and by the current departments of these members. At most 366 days; the default is the last 30. Deleted chats are not counted.',
  rest: 'GET /v1/statistics/ratings',
  scope: 'read',
  limitedBy: 'number',
  input: z
    .object({ ...range, number: oneOrMany(idOf('num')).describe('Only these numbers') })
    .superRefine((input, ctx) => checkRange(input, ctx, daysMax * dayMs), besideOtherFaults),
  output: z.object({
    from: time,
    to: time,
    total: counts.describe('Totals for the whole range'),
    members: z.array(ofMember).describe('Totals for each member; unassigned chats count only in the total'),
    departments: z.array(ofDepartment).describe('Totals for each department'),
  }),
  errors: [],
  example: {
    input: {},
    output: {
      from: at,
      to: '2026-12-20T08:00:00.000Z',
      total: example,
      members: [{ member: exampleMember.id, name: exampleMember.name, ...example }],
      departments: [],
    },
  },
})
