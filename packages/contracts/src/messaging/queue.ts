import { z } from 'zod'
import { idOf } from '../ids.ts'
import { waiting } from './message.ts'

/** The sending queue of one number. */
export const queue = z.object({
  number: idOf('num'),
  state: z.enum(['active', 'paused', 'draining']),
  waiting: z.int().describe('Due and not yet sent'),
  scheduled: z.int().describe('Not due yet'),
  sending: z.int().describe('Being handed to the provider now'),
  oldestAgeMs: z.int().describe('Age of the oldest due message'),
  ratePerSecond: z.number().describe('Most messages per second this number sends'),
  postsWaiting: z.int().describe('Messages that running posts have not put into this queue yet'),
  etaMs: z
    .int()
    .nullable()
    .describe(
      'Time to send all that is due, and what running posts will add, at that rate; null while nothing leaves the queue',
    ),
  blocked: waiting.nullable().describe('Why nothing leaves the queue now, and until when where that is known'),
})
