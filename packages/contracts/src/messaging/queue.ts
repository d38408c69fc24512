import { z } from 'zod'
import { idOf } from '../ids.ts'
import { named } from '../names.ts'
import { waiting } from './message-waiting.ts'

export const queueStatus = named(
  'QueueStatus',
  z.object({
    status: z
      .enum(['active', 'paused', 'draining'])
      .describe(
        '`active`: sends; `paused`: all messages wait; `draining`: sends queued messages, and new messages wait',
      ),
    refuses: z.boolean().describe('True to refuse new messages from callers with `queue:refusing`; posts continue'),
    waiting: z.int().describe('Messages that are due but not sent yet'),
    scheduled: z.int().describe('Messages that are not due yet'),
    sending: z.int().describe('Messages being sent to the provider now'),
    oldestAgeMs: z.int().describe('Age of the oldest due message in milliseconds'),
    ratePerSecond: z.number().describe('Maximum messages per second'),
    postsWaiting: z.int().describe('Messages from running posts that are not in this queue yet'),
    etaMs: z
      .int()
      .nullable()
      .describe(
        'Milliseconds to send all due messages and those that running posts will add; null while the queue is not sending',
      ),
    blocked: waiting.nullable().describe('Why the queue is not sending now, and until when if known'),
  }),
)

/** A number's sending queue. */
export const queue = named('Queue', z.object({ number: idOf('num'), ...queueStatus.shape }), queueStatus)
