import { z } from 'zod'
import { idOf } from '../ids.ts'
import { named } from '../names.ts'
import { waiting } from './message-waiting.ts'

export const queueStatus = named(
  'QueueStatus',
  z.object({
    status: z
      .enum(['active', 'paused', 'draining'])
      .describe('`active`: sends; `paused`: all messages wait; `draining`: queued messages are sent, new ones wait'),
    refuses: z.boolean().describe('New messages of callers are refused with `queue:refusing`; posts continue'),
    waiting: z.int().describe('Due and not yet sent'),
    scheduled: z.int().describe('Not due yet'),
    sending: z.int().describe('Being sent to the provider now'),
    oldestAgeMs: z.int().describe('Age of the oldest due message'),
    ratePerSecond: z.number().describe('Maximum messages per second'),
    postsWaiting: z.int().describe('Messages of running posts that are not in this queue yet'),
    etaMs: z
      .int()
      .nullable()
      .describe(
        'Time to send all due messages, with those that running posts will add; null while the queue sends nothing',
      ),
    blocked: waiting.nullable().describe('Why the queue sends nothing now, and its end if known'),
  }),
)

/** A number's sending queue. */
export const queue = named('Queue', z.object({ number: idOf('num'), ...queueStatus.shape }), queueStatus)
