import { z } from 'zod'
import { type Addition, query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { time } from '../primitives.ts'
import { exampleIds } from './examples.ts'

/** One attempt to deliver an event about a message. */
const messageAttempt = z.object({
  at: time,
  event: z.string(),
  webhook: idOf('whk'),
  delivery: idOf('dlv'),
  attempt: z.int(),
  status: z.int().nullable(),
  latencyMs: z.int(),
  error: z.string().nullable(),
})

type MessageAttempt = z.output<typeof messageAttempt>
type Trace = { entries: { at: string }[] }

/** Adds the delivery attempts of a message to its trace; only the webhooks service knows them. */
export const withWebhooks: Addition = {
  from: 'webhooks.deliveries.ofMessage',
  ask: ({ id }: { id: string }) => ({ id }),
  put: (output: Trace, attempts: MessageAttempt[]) => ({
    ...output,
    entries: [...output.entries, ...attempts.map(buildTraceEntry)].sort((a, b) =>
      a.at < b.at ? -1 : a.at > b.at ? 1 : 0,
    ),
  }),
}

function buildTraceEntry({ at, event, webhook, delivery, attempt, status, latencyMs, error }: MessageAttempt) {
  const httpStatus = status === null ? {} : { httpStatus: status }
  const outcome = error ?? (status !== null && status >= 200 && status < 300 ? 'delivered' : 'refused')
  return { at, what: 'webhook' as const, event, webhook, delivery, attempt, ...httpStatus, outcome, latencyMs }
}

/** Delivery attempts of a message. */
export const messageAttemptOperations = {
  ofMessage: query({
    summary: 'List the delivery attempts of a message',
    description: 'In the order of time, 500 at most. REST shows them as part of the trace.',
    scope: 'read',
    input: z.object({ id: idOf('msg') }),
    output: z.array(messageAttempt),
    errors: [],
    example: {
      input: { id: 'msg_01k5v2s8xgf9hb3m4q7r8t9w0y' },
      output: [
        {
          at: '2026-11-20T08:30:01.000Z',
          event: 'message:out',
          webhook: exampleIds.webhook,
          delivery: exampleIds.delivery,
          attempt: 1,
          status: 200,
          latencyMs: 40,
          error: null,
        },
      ],
    },
  }),
}
