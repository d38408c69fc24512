import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { idOf, named, phone, reference, time, timeFilters } from '../schemas.ts'
import { exampleIds, exampleQueue } from './examples.ts'

export const waiting = named(
  'MessageWaiting',
  z.object({
    reason: z
      .enum([
        'schedule',
        'order',
        'pacing',
        'pair_limit',
        'number_paused',
        'number_draining',
        'number_offline',
        'number_throttled',
        'number_refused',
        'provider_outage',
        'quarantine',
        'window_closed',
        'quiet_hours',
        'typing',
        'retry',
        'outcome',
      ])
      .describe(
        'number_draining: accepted while the queue was draining; number_throttled: the provider asked for a pause; number_refused: the provider refused the number or its token; provider_outage: calls to the provider fail, and messages are tried one at a time; quarantine: Postgres was restored, and an operator has to release the messages; outcome: the response to the call was lost, and without a status, `onUnknown` decides at `until`',
      ),
    until: time.nullable(),
  }),
)

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

export const queue = named('Queue', z.object({ number: idOf('num'), ...queueStatus.shape }), queueStatus)

/** Filter for waiting messages. All conditions must match. */
const filter = {
  createdBefore: timeFilters.createdBefore,
  phones: z.array(phone).min(1).max(1000).optional().describe('Only messages to these phone numbers'),
  reference: reference.optional(),
}

/** No workspace has this many numbers. */
const queuesMax = 10_000

const example = { id: exampleIds.number }
const target = 'num_01k5v2s8xgf9hb3m4q7r8t9w0z'

const control = {
  scope: 'manage' as const,
  limitedBy: 'number' as const,
  input: z.object({ id: idOf('num') }),
  output: queue,
  errors: ['number:not_found' as const],
}

export const queues = {
  get: query({
    summary: 'Show the queue of a number',
    description: 'Shows waiting messages, the age of the oldest, and the time to send all of them at the current rate.',
    rest: 'GET /v1/numbers/{id}/queue',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ id: idOf('num') }),
    output: queue,
    errors: ['number:not_found'],
    example: { input: example, output: exampleQueue },
  }),
  ofNumbers: query({
    summary: 'Show the queues of numbers',
    description: 'Internal. Returns the queues of known numbers; REST shows them as part of each number.',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ ids: z.array(idOf('num')).max(queuesMax) }),
    output: z.array(queue),
    example: { input: { ids: [exampleIds.number] }, output: [exampleQueue] },
  }),
  update: mutation({
    summary: 'Change a queue',
    description:
      'With `refuses`, new messages are refused with `queue:refusing`, whatever the status of the queue. Pausing, draining and resuming are separate operations.',
    rest: 'PATCH /v1/numbers/{id}/queue',
    ...control,
    input: z.object({
      id: idOf('num'),
      refuses: z.boolean().optional().describe('True to refuse new messages, false to accept them again'),
    }),
    example: { input: { ...example, refuses: true }, output: { ...exampleQueue, refuses: true } },
  }),
  pause: mutation({
    summary: 'Pause a queue',
    description: 'All messages wait until the queue is resumed.',
    rest: 'POST /v1/numbers/{id}/queue/pause',
    ...control,
    example: { input: example, output: { ...exampleQueue, status: 'paused' } },
  }),
  drain: mutation({
    summary: 'Drain a queue',
    description: 'Messages that are queued now are sent; new messages wait until the queue is resumed.',
    rest: 'POST /v1/numbers/{id}/queue/drain',
    ...control,
    example: { input: example, output: { ...exampleQueue, status: 'draining' } },
  }),
  resume: mutation({
    summary: 'Resume a queue',
    description: 'Sends all messages again.',
    rest: 'POST /v1/numbers/{id}/queue/resume',
    ...control,
    example: { input: example, output: exampleQueue },
  }),
  purge: mutation({
    summary: 'Cancel the waiting messages of a queue',
    description:
      'Cancels all waiting messages, or those that match the filter; scheduled messages only with `includeScheduled`. Messages that are being sent are not canceled. One request cancels up to 20,000: repeat it while `remaining` is above 0. `posts` lists posts whose messages are not all in the queue yet.',
    rest: 'POST /v1/numbers/{id}/queue/purge',
    bulk: true,
    slow: true,
    scope: 'manage',
    limitedBy: 'number',
    confirmed: true,
    input: z.object({
      id: idOf('num'),
      ...filter,
      includeScheduled: z.boolean().default(false).describe('True to cancel scheduled messages too'),
    }),
    output: z.object({
      canceled: z.int().describe('Number of canceled messages'),
      scheduled: z.int().describe('Canceled messages that were not due yet'),
      remaining: z.int().describe('Matching messages that are left'),
      posts: z
        .array(
          z.object({
            post: idOf('pst'),
            waiting: z.int().describe('Messages from the post that are not in this queue yet'),
          }),
        )
        .describe('Running posts on this number; stop or pause them to keep the queue empty'),
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
      'The other number sends the waiting messages that match the filter, including scheduled messages, in the same order; quotes of messages that stay are removed. Messages that are being sent and messages to groups stay. A reaction goes or stays with its message. One request moves up to 20,000: repeat it while `remaining` is above 0.',
    rest: 'POST /v1/numbers/{id}/queue/move',
    bulk: true,
    slow: true,
    scope: 'manage',
    limitedBy: 'number',
    confirmed: true,
    input: z.object({ id: idOf('num'), number: idOf('num').describe('Number that will send the messages'), ...filter }),
    output: z.object({
      moved: z.int().describe('Number of moved messages'),
      chats: z.int().describe('Number of chats that the messages now belong to'),
      remaining: z.int().describe('Matching messages that are left'),
    }),
    errors: ['number:not_found', 'number:disconnected', 'number:same'],
    example: { input: { ...example, number: target }, output: { moved: 120, chats: 118, remaining: 0 } },
  }),
}

const workspace = 'ws_01k5v2s8xgf9hb3m4q7r8t9w0y'

const queueOfInstallation = z.object({
  workspace: idOf('ws'),
  number: idOf('num'),
  name: z.string(),
  phone: z.string().nullable(),
  status: z.enum(['active', 'paused', 'draining']),
  connected: z.boolean(),
  waiting: z.int().describe('Messages that are due'),
  scheduled: z.int().describe('Scheduled messages'),
  sending: z.int().describe('Messages that are being sent'),
  oldestAgeMs: z.int().nullable().describe('How long the oldest due message has been due; null: none is due'),
  blocked: waiting.shape.reason.nullable().describe('Why this number is not sending'),
})

const failure = z.object({
  workspace: idOf('ws'),
  number: idOf('num'),
  errorCode: z.string(),
  count: z.int().describe('Attempts that ended with this error'),
  lastAt: time,
  message: idOf('msg').describe('The latest message with this error'),
})

/** Maximum number of rows in a response. */
export const installationRowsMax = 200

/** Operator operations across the numbers of all workspaces. */
export const installation = {
  queues: query({
    summary: 'List the queues of all workspaces',
    description: `For operators. Longest wait first, at most ${installationRowsMax}.`,
    scope: 'operator',
    input: z.object({}),
    output: z.object({ queues: z.array(queueOfInstallation), more: z.boolean() }),
    example: {
      input: {},
      output: {
        queues: [
          {
            workspace,
            number: exampleIds.number,
            name: 'Shop',
            phone: '+15552969866',
            status: 'paused',
            connected: true,
            waiting: 12,
            scheduled: 0,
            sending: 0,
            oldestAgeMs: 720_000,
            blocked: 'number_paused',
          },
        ],
        more: false,
      },
    },
  }),
  failures: query({
    summary: 'Count recent failed attempts in all workspaces',
    description:
      'For operators. Counts those of the latest 20,000 attempts in the last 24 hours that the provider refused, throttled or did not answer, by workspace, number and error, most frequent first.',
    scope: 'operator',
    input: z.object({}),
    output: z.array(failure),
    example: {
      input: {},
      output: [
        {
          workspace,
          number: exampleIds.number,
          errorCode: 'phone:undeliverable',
          count: 3,
          lastAt: '2026-11-20T08:30:00.000Z',
          message: exampleIds.message,
        },
      ],
    },
  }),
}
