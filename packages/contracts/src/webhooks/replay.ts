import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { named } from '../names.ts'
import { oneOrMany, pageOf, paging, text, time } from '../primitives.ts'
import { exampleIds } from './examples.ts'

/** A range of the event log that is delivered once more. */
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
      .describe('Kinds of events that are delivered; null: all kinds of the webhook'),
    chat: z.string().nullable().describe('Only events about this chat; null: all'),
    onlyFailed: z.boolean().describe('True when only events that were given up are delivered'),
    state: z.enum(['running', 'finished', 'stopped']).describe('State of the replay'),
    queued: z.int().describe('Deliveries queued so far, over all urls'),
    createdAt: time,
    finishedAt: time.nullable().describe('Time when the last event was queued, or the replay was stopped'),
  }),
)

const example = {
  id: exampleIds.replay,
  webhook: exampleIds.webhook,
  from: '2026-11-19T00:00:00.000Z',
  to: '2026-11-20T00:00:00.000Z',
  events: ['message:in'],
  chat: null,
  onlyFailed: false,
  state: 'running' as const,
  queued: 0,
  createdAt: '2026-11-20T08:30:00.000Z',
  finishedAt: null,
}

const byId = z.object({ id: idOf('whk'), replay: idOf('rpl') })
const input = { id: exampleIds.webhook, replay: exampleIds.replay }

/** Replays of webhooks. */
export const replays = {
  create: mutation({
    summary: 'Deliver past events again',
    description:
      'Events that happened from `from` until before `to`, at most 30 days ago, are delivered once more to every url of the webhook, if it subscribes to them: oldest first, same id, same bytes, with the header `Webhook-Replay: true`. `onlyFailed` selects only those that were given up. Waiting deliveries stay as they are. A replay uses at most half of the concurrency and of the rate of a url, so that new events continue; it survives restarts, and pauses while the webhook is not active.',
    rest: 'POST /v1/webhooks/{id}/replay',
    bulk: true,
    status: 202,
    scope: 'manage',
    input: z.object({
      id: idOf('whk'),
      from: time,
      to: time.optional().describe('Default: now'),
      events: oneOrMany(text(1, 60)).describe('Only these of the kinds of the webhook; `message:*` too'),
      chat: idOf('chat').optional().describe('Only events about this chat and its messages'),
      onlyFailed: z.boolean().default(false).describe('True to deliver only events that were given up'),
    }),
    output: replay,
    errors: ['webhook:not_found'],
    example: {
      input: {
        id: exampleIds.webhook,
        from: example.from,
        to: example.to,
        events: example.events,
      },
      output: example,
    },
  }),
  list: query({
    summary: 'List the replays of a webhook',
    description: 'Newest first.',
    rest: 'GET /v1/webhooks/{id}/replays',
    scope: 'read',
    list: true,
    input: z.object({ id: idOf('whk'), ...paging }),
    output: pageOf(replay),
    errors: ['webhook:not_found', 'cursor:invalid'],
    example: { input: { id: exampleIds.webhook }, output: { items: [example], next: null } },
  }),
  get: query({
    summary: 'Show a replay',
    description: 'With its progress. The state of each delivery: GET /v1/webhooks/{id}/deliveries.',
    rest: 'GET /v1/webhooks/{id}/replays/{replay}',
    scope: 'read',
    input: byId,
    output: replay,
    errors: ['webhook:not_found', 'replay:not_found'],
    example: { input, output: example },
  }),
  stop: mutation({
    summary: 'Stop a replay',
    description: 'No more events are queued; queued ones are delivered. A replay that has ended stays as it is.',
    rest: 'DELETE /v1/webhooks/{id}/replays/{replay}',
    scope: 'manage',
    input: byId,
    output: replay,
    errors: ['webhook:not_found', 'replay:not_found'],
    example: { input, output: { ...example, state: 'stopped', finishedAt: example.createdAt } },
  }),
}
