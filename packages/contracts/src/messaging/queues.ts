import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { phone, reference, time } from '../primitives.ts'
import { exampleIds, exampleQueue } from './examples.ts'
import { queue } from './queue.ts'

/** Which waiting messages are meant: those that all of these are true of. */
const filter = {
  before: time.optional().describe('Accepted before this time'),
  phones: z.array(phone).min(1).max(1000).optional().describe('To one of these'),
  reference: reference.optional(),
}

/** More numbers than a workspace has. */
const queuesMax = 10_000

const example = { id: exampleIds.number }
const target = 'num_01k5v2s8xgf9hb3m4q7r8t9w0z'

/** Operations on the queue of a number. */
export const queues = {
  get: query({
    summary: 'Show the queue of a number',
    description: 'How much waits, how old the oldest is, and when all will be sent at the present rate.',
    rest: 'GET /v1/numbers/{id}/queue',
    scope: 'read',
    input: z.object({ id: idOf('num') }),
    output: queue,
    errors: ['number:not_found'],
    example: { input: example, output: exampleQueue },
  }),
  ofNumbers: query({
    summary: 'Show the queues of numbers',
    description: 'Those of them that are known here. Their figures become part of the numbers that REST shows.',
    scope: 'read',
    input: z.object({ ids: z.array(idOf('num')).max(queuesMax) }),
    output: z.array(queue),
    errors: [],
    example: { input: { ids: [exampleIds.number] }, output: [exampleQueue] },
  }),
  update: mutation({
    summary: 'Pause or resume a queue',
    description: 'paused: nothing leaves, all waits. draining: what is queued leaves, new messages wait. active: both.',
    rest: 'PATCH /v1/numbers/{id}/queue',
    scope: 'manage',
    input: z.object({ id: idOf('num'), state: z.enum(['active', 'paused', 'draining']) }),
    output: queue,
    errors: ['number:not_found'],
    example: { input: { ...example, state: 'paused' }, output: { ...exampleQueue, state: 'paused' } },
  }),
  purge: mutation({
    summary: 'Cancel what waits in a queue',
    description:
      'Cancels the waiting messages that the filter names, all when there is none; scheduled ones only with `includeScheduled`. Those being handed to the provider in this moment go on. Up to 20,000 at once: `remaining` says how many that match are left, so ask again. It does not reach what posts to channels have not put into the queue yet: `posts` lists them.',
    rest: 'DELETE /v1/numbers/{id}/queue',
    bulk: true,
    slow: true,
    scope: 'manage',
    input: z.object({ id: idOf('num'), ...filter, includeScheduled: z.boolean().default(false) }),
    output: z.object({
      canceled: z.int(),
      scheduled: z.int().describe('Those of them not yet due'),
      remaining: z.int(),
      posts: z
        .array(
          z.object({ post: idOf('pst'), waiting: z.int().describe('Messages it has not put into this queue yet') }),
        )
        .describe('Posts of this number that go on; stop or pause them to keep the queue empty'),
    }),
    errors: ['number:not_found'],
    example: {
      input: { ...example, reference: 'campaign-7', includeScheduled: true },
      output: { canceled: 120, scheduled: 20, remaining: 0, posts: [] },
    },
  }),
  move: mutation({
    summary: 'Move a queue to another number',
    description:
      'Waiting messages that the filter names leave from the other number instead, scheduled ones too, in their order and with their validity. Each goes to the chat of that number with the same recipient; a quote is dropped, as it means a message of the old number. Those being handed to the provider in this moment, and messages to groups, stay. Up to 20,000 at once: `remaining` says how many that match are left.',
    rest: 'POST /v1/numbers/{id}/queue/move',
    bulk: true,
    slow: true,
    scope: 'manage',
    input: z.object({ id: idOf('num'), number: idOf('num').describe('The number they leave from'), ...filter }),
    output: z.object({ moved: z.int(), chats: z.int().describe('Chats they belong to now'), remaining: z.int() }),
    errors: ['number:not_found', 'number:disconnected', 'number:same'],
    example: { input: { ...example, number: target }, output: { moved: 120, chats: 118, remaining: 0 } },
  }),
}
