import { z } from 'zod'
import { type Addition, query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { time } from '../primitives.ts'
import { exampleIds } from './examples.ts'

/** One attempt to tell a webhook of a message. */
const toldOfMessage = z.object({
  at: time,
  event: z.string(),
  webhook: idOf('whk'),
  delivery: idOf('dlv'),
  attempt: z.int(),
  status: z.int().nullable(),
  latencyMs: z.int(),
  error: z.string().nullable(),
})

type Told = z.output<typeof toldOfMessage>
type Trace = { entries: { at: string }[] }

/** The way of a message goes on at the webhooks that were told of it, which only the webhooks service knows. */
export const withWebhooks: Addition = {
  from: 'webhooks.deliveries.ofMessage',
  ask: ({ id }: { id: string }) => ({ id }),
  put: (output: Trace, told: Told[]) => ({
    ...output,
    entries: [...output.entries, ...told.map(entryOf)].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
  }),
}

function entryOf({ at, event, webhook, delivery, attempt, status, latencyMs, error }: Told) {
  const answered = status === null ? {} : { httpStatus: status }
  const outcome = error ?? (status !== null && status >= 200 && status < 300 ? 'delivered' : 'refused')
  return { at, what: 'webhook' as const, event, webhook, delivery, attempt, ...answered, outcome, latencyMs }
}

/** What became of telling webhooks of a message. */
export const toldOperations = {
  ofMessage: query({
    summary: 'List the attempts to tell webhooks of a message',
    description: 'In the order of time, 500 at most. They become part of the trace that REST shows.',
    scope: 'read',
    input: z.object({ id: idOf('msg') }),
    output: z.array(toldOfMessage),
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
