import { z } from 'zod'
import { query } from '../contract.ts'
import { eventEnvelope } from '../events.ts'
import { idOf } from '../ids.ts'
import { oneOrMany, paging, streamed, text } from '../primitives.ts'
import { exampleEvent, exampleIds } from './examples.ts'

const exampleChunk = `id: 1042\nevent: ${exampleEvent.event}\ndata: ${JSON.stringify(exampleEvent)}\n\n`

/** The numbered log of events. */
export const events = {
  list: query({
    summary: 'Read the event log',
    description:
      "The workspace's numbered log, oldest first, from `after` on; a sequence has no gaps, so a receiver that missed webhooks catches up here. `wait` holds the answer until there is something, at most 30 s; such a request counts among the 20 streams of a workspace.",
    rest: 'GET /v1/events',
    scope: 'read',
    slow: true,
    waits: 'wait',
    input: z.object({
      after: z.int().min(0).default(0).describe('Answer events with a greater sequence'),
      kinds: oneOrMany(text(1, 60)),
      size: paging.size,
      wait: z.int().min(0).max(30).default(0).describe('Seconds to wait when there is nothing yet'),
    }),
    output: z.array(eventEnvelope),
    errors: [],
    example: { input: { after: 1041 }, output: [exampleEvent] },
  }),
  stream: query({
    summary: 'Stream events as they happen',
    description:
      'Server-sent events: `id` is the sequence, `event` the kind, `data` the envelope as webhooks get it. Begins after the sequence in `Last-Event-ID` or `after`, so a client that reconnects misses nothing; without either, with what happens from now on. A comment every 15 s keeps the connection alive. At most 20 streams a workspace.',
    rest: 'GET /v1/events/stream',
    scope: 'read',
    slow: true,
    stream: 'text/event-stream',
    input: z.object({
      after: z.int().min(0).optional().describe('Begin after this sequence; `Last-Event-ID` says the same'),
      kinds: oneOrMany(text(1, 60)).describe('Only these, as a webhook names them: `message:*` too'),
      cursor: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional()
        .describe('How the stream goes on from chunk to chunk; use `after`'),
    }),
    output: streamed,
    errors: ['rate:limited'],
    example: { input: { after: 1041 }, output: { chunk: exampleChunk, next: '1042' } },
  }),
  get: query({
    summary: 'Show an event',
    description: 'Exactly what was or will be delivered.',
    rest: 'GET /v1/events/{id}',
    scope: 'read',
    input: z.object({ id: idOf('evt') }),
    output: eventEnvelope,
    errors: ['event:not_found'],
    example: { input: { id: exampleIds.event }, output: exampleEvent },
  }),
  kinds: query({
    summary: 'List the kinds of events',
    description: 'What a webhook can subscribe to, when each happens, and a sample.',
    rest: 'GET /v1/events/kinds',
    scope: 'read',
    input: z.object({}),
    output: z.array(z.object({ kind: z.string(), when: z.string(), sample: eventEnvelope })),
    errors: [],
    example: {
      input: {},
      output: [{ kind: 'message:in', when: 'An incoming message was received', sample: exampleEvent }],
    },
  }),
}
