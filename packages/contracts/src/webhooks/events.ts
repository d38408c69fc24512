import { z } from 'zod'
import { query } from '../contract.ts'
import { eventCatalog, eventEnvelope } from '../events.ts'
import { idOf, oneOrMany, paging, streamed, text, time } from '../schemas.ts'
import { exampleDelivery, exampleEvent, webhookExampleIds } from './examples.ts'
import { delivery } from './webhook.ts'

const sample = {
  ...exampleEvent,
  event: 'contact:deleted',
  data: { id: 'con_01k5v2s8xgf9hb3m4q7r8t9w0y', deletedAt: exampleEvent.occurredAt, mergedInto: null },
}

const exampleChunk = `id: 1042\nevent: ${sample.event}\ndata: ${JSON.stringify(sample)}\n\n`

export const events = {
  list: query({
    summary: 'Read the event log',
    description:
      "The numbered log of the workspace, oldest first. The sequence has no gaps, so a receiver that missed webhooks can catch up here. A caller limited to numbers reads only the events of those numbers. A request with `wait` counts as one of the workspace's 20 streams.",
    rest: 'GET /v1/events',
    scope: 'read',
    limitedBy: 'number',
    slow: true,
    waits: 'wait',
    input: z.object({
      after: z.int().min(0).default(0).describe('Return events with a greater sequence'),
      order: z
        .enum(['asc', 'desc'])
        .default('asc')
        .describe('desc: the newest events first, without waiting; `before` continues a page'),
      before: z.int().min(1).optional().describe('Return events with a smaller sequence'),
      occurredAfter: time.optional().describe('Only events at this time or later'),
      occurredBefore: time.optional().describe('Only events before this time'),
      message: idOf('msg').optional().describe('Return events about this message'),
      chat: idOf('chat')
        .optional()
        .describe('Return events about this chat and its messages, including messages moved into or out of it'),
      number: oneOrMany(idOf('num')).describe('Return events of these numbers'),
      events: oneOrMany(text(1, 60)).describe('Only these kinds of events, as in a webhook; `message:*` is allowed'),
      size: paging.size,
      wait: z.int().min(0).max(30).default(0).describe('Seconds to wait for an event'),
    }),
    output: z.array(eventEnvelope),
    following({ order, size }, events) {
      const last = events.length < size ? undefined : events.at(-1)?.sequence
      return last === undefined ? undefined : { [order === 'asc' ? 'after' : 'before']: last }
    },
    example: { input: { after: 1041 }, output: [exampleEvent] },
  }),
  stream: query({
    summary: 'Stream events as they happen',
    description:
      'Server-sent events: `id` is the sequence, `event` the kind, `data` the envelope as in webhooks. The stream begins after the sequence in `Last-Event-ID` or `after`, or with new events. A workspace has at most 20 streams. Signed-in members also get `event: notifications` without an `id`, whenever their notifications change.',
    rest: 'GET /v1/events/stream',
    scope: 'read',
    limitedBy: 'number',
    slow: true,
    stream: 'text/event-stream',
    input: z.object({
      after: z.int().min(0).optional().describe('Begin after this sequence; `Last-Event-ID` has the same effect'),
      events: oneOrMany(text(1, 60)).describe('Only these kinds of events, as in a webhook; `message:*` is allowed'),
      cursor: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional()
        .describe('Internal position between two chunks; use `after` instead'),
    }),
    output: streamed,
    errors: ['rate:limited'],
    example: { input: { after: 1041 }, output: { chunk: exampleChunk, next: '1042' } },
  }),
  get: query({
    summary: 'Show an event',
    description: 'Returns the event exactly as it is delivered.',
    rest: 'GET /v1/events/{id}',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ id: idOf('evt') }),
    output: eventEnvelope,
    errors: ['event:not_found'],
    example: { input: { id: webhookExampleIds.event }, output: exampleEvent },
  }),
  deliveries: query({
    summary: 'List the deliveries of an event',
    description: 'One for each subscribed endpoint.',
    rest: 'GET /v1/events/{id}/deliveries',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ id: idOf('evt') }),
    output: z.array(delivery),
    errors: ['event:not_found'],
    example: { input: { id: webhookExampleIds.event }, output: [exampleDelivery] },
  }),
  kinds: query({
    summary: 'List the kinds of events',
    description: 'Kinds that a webhook can subscribe to, with a sample of each and when it occurs.',
    rest: 'GET /v1/events/kinds',
    scope: 'read',
    limitedBy: 'nothing',
    input: z.object({}),
    output: z.array(
      z.object({
        event: z.string().describe('Kind of the event'),
        when: z.string().describe('When the event occurs'),
        sample: eventEnvelope.describe('Event of this kind as it is delivered'),
      }),
    ),
    example: { input: {}, output: [{ event: 'contact:deleted', when: eventCatalog['contact:deleted'].when, sample }] },
  }),
}
