import { z } from 'zod'
import { query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { oneOrMany, time } from '../primitives.ts'

/** Deliveries of one day, number and kind of event. */
export const usageOfWebhooks = z.object({
  day: z.string().describe('YYYY-MM-DD, UTC'),
  number: idOf('num').nullable().describe('null: the event is not about a number'),
  event: z.string().describe('Kind of the event'),
  delivered: z.int().describe('Accepted by the receiver'),
  failed: z.int().describe('Given up, or canceled with their webhook'),
  waiting: z.int().describe('Waiting for the next attempt, or parked'),
  attempts: z.int().describe('Attempts in all'),
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
    errors: [],
    example: {
      input: { from: '2026-10-22T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' },
      output: [exampleUsageOfWebhooks],
    },
  }),
}
