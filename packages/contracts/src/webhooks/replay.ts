import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { idOf, listOf, named, oneOrMany, pageOf, text, time } from '../schemas.ts'
import { webhookExampleIds } from './examples.ts'
import { answersOfReceiver } from './statistics.ts'

const beforeCounts = named(
  'AnswersBefore',
  answersOfReceiver.extend({ none: z.int().describe('Deliveries that were never attempted before') }),
  answersOfReceiver,
)

/** A range of the event log to deliver again. */
const replay = named(
  'Replay',
  z.object({
    id: idOf('rpl'),
    webhook: idOf('whk'),
    from: time,
    to: time,
    events: z
      .array(z.string())
      .nullable()
      .describe("Kinds of events that are delivered; null: all of the webhook's kinds"),
    chat: z.string().nullable().describe('Only events about this chat; null: all'),
    onlyFailed: z.boolean().describe('True when only events whose delivery was given up are delivered'),
    withWaiting: z.boolean().describe('True when deliveries waiting for another attempt are also made at once'),
    speed: z
      .number()
      .nullable()
      .describe('Multiple of the original speed of the events; null: as fast as the receiver accepts them'),
    status: z.enum(['running', 'finished', 'stopped']).describe('Status of the replay'),
    position: time.describe('Events before this time have been considered'),
    queued: z.int().describe('Deliveries queued so far, across all URLs'),
    before: beforeCounts.describe('Queued deliveries by their last response before the replay'),
    now: answersOfReceiver.describe('Queued deliveries by their last response in the replay'),
    fixed: z.int().describe('Deliveries with a 2xx response in the replay but not before'),
    broken: z.int().describe('Deliveries with a 2xx response before but not in the replay'),
    createdAt: time,
    completedAt: time.nullable().describe('Time when the last event was queued, or the replay was stopped'),
  }),
)

const example = {
  id: webhookExampleIds.replay,
  webhook: webhookExampleIds.webhook,
  from: '2026-11-19T00:00:00.000Z',
  to: '2026-11-20T00:00:00.000Z',
  events: ['message:in'],
  chat: null,
  onlyFailed: false,
  withWaiting: false,
  speed: null,
  status: 'running' as const,
  position: '2026-11-19T12:00:00.000Z',
  queued: 41,
  before: { ok: 0, refused: 40, silent: 1, none: 0 },
  now: { ok: 38, refused: 3, silent: 0 },
  fixed: 38,
  broken: 0,
  createdAt: '2026-11-20T08:30:00.000Z',
  completedAt: null,
}

const range = {
  id: idOf('whk'),
  from: time,
  to: time.optional().describe('Default: now'),
  events: oneOrMany(text(1, 60)).describe('Only these of the webhook’s event kinds; `message:*` is allowed'),
  chat: idOf('chat').optional().describe('Only events about this chat and its messages'),
}

const byId = z.object({ id: idOf('whk'), replay: idOf('rpl') })
const input = { id: webhookExampleIds.webhook, replay: webhookExampleIds.replay }

export const replays = {
  create: mutation({
    summary: 'Deliver past events again',
    description:
      "Delivers events from `from`, at most 30 days ago, up to `to` again, to every URL of the webhook that subscribes to them: oldest first, with the same id and bytes and the header `Webhook-Replay: true`. A replay uses at most half of a URL's rate, and pauses with the webhook.",
    rest: 'POST /v1/webhooks/{id}/replays',
    bulk: true,
    status: 202,
    scope: 'manage',
    limitedBy: 'number',
    input: z.object({
      ...range,
      speed: z
        .number()
        .min(1)
        .max(100)
        .optional()
        .describe('Multiple of the original speed of the events; default: as fast as the receiver accepts them'),
      onlyFailed: z.boolean().default(false).describe('True to deliver only events whose delivery was given up'),
      withWaiting: z
        .boolean()
        .default(false)
        .describe(
          'True to also make deliveries that are waiting for another attempt now; with `onlyFailed`, they count as failed',
        ),
    }),
    output: replay,
    errors: ['webhook:not_found', 'replay:too_many'],
    example: {
      input: { id: webhookExampleIds.webhook, from: example.from, to: example.to, events: example.events },
      output: example,
    },
  }),
  preview: mutation({
    summary: 'Count what a replay would deliver',
    description:
      'Takes the times and filters of a replay, but does not start one. For a webhook with another format, events not sent in that format are counted too.',
    rest: 'POST /v1/webhooks/{id}/replays/preview',
    scope: 'read',
    limitedBy: 'number',
    input: z.object(range),
    output: z.object({
      webhook: idOf('whk'),
      from: time,
      to: time,
      events: z.int().describe('Events that would be delivered to each URL'),
      failed: z.int().describe('Deliveries that `onlyFailed` selects, across all URLs'),
      waiting: z.int().describe('Deliveries that `withWaiting` selects, across all URLs'),
      oldest: time.nullable().describe('Time of the first of these events; null: none'),
      newest: time.nullable().describe('Time of the last of these events; null: none'),
    }),
    errors: ['webhook:not_found'],
    example: {
      input: { id: webhookExampleIds.webhook, from: example.from, to: example.to },
      output: {
        webhook: webhookExampleIds.webhook,
        from: example.from,
        to: example.to,
        events: 1203,
        failed: 41,
        waiting: 3,
        oldest: '2026-11-19T00:00:02.114Z',
        newest: '2026-11-19T23:58:40.020Z',
      },
    },
  }),
  list: query({
    summary: 'List the replays of a webhook',
    description: 'Newest first.',
    rest: 'GET /v1/webhooks/{id}/replays',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ id: idOf('whk'), ...listOf(replay) }),
    output: pageOf(replay),
    errors: ['webhook:not_found'],
    example: { input: { id: webhookExampleIds.webhook }, output: { items: [example], next: null } },
  }),
  get: query({
    summary: 'Show a replay',
    description: 'Includes its progress. For each delivery: GET /v1/webhooks/{id}/deliveries.',
    rest: 'GET /v1/webhooks/{id}/replays/{replay}',
    scope: 'read',
    limitedBy: 'number',
    input: byId,
    output: replay,
    errors: ['webhook:not_found', 'replay:not_found'],
    example: { input, output: example },
  }),
  stop: mutation({
    summary: 'Stop a replay',
    description:
      'No more events are queued; queued events are still delivered. A replay that has ended stays as it is.',
    rest: 'POST /v1/webhooks/{id}/replays/{replay}/stop',
    scope: 'manage',
    limitedBy: 'number',
    input: byId,
    output: replay,
    errors: ['webhook:not_found', 'replay:not_found'],
    example: { input, output: { ...example, status: 'stopped', completedAt: example.createdAt } },
  }),
}
