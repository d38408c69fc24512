import { z } from 'zod'
import { query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { time } from '../primitives.ts'
import { webhookExampleIds } from './examples.ts'

const messageAttempt = z.object({
  at: time,
  event: z.string(),
  webhook: idOf('whk'),
  delivery: idOf('dlv'),
  attempt: z.int(),
  httpStatus: z.int().nullable(),
  latencyMs: z.int(),
  error: z.string().nullable(),
})

export const messageAttemptOperations = {
  ofMessage: query({
    summary: 'List the delivery attempts of a message',
    description: 'Internal. In the order of time, at most 500; part of GET /v1/messages/{id}/trace.',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ id: idOf('msg') }),
    output: z.array(messageAttempt),
    errors: [],
    example: {
      input: { id: 'msg_01k5v2s8xgf9hb3m4q7r8t9w0y' },
      output: [
        {
          at: '2026-11-20T08:30:01.000Z',
          event: 'message:out',
          webhook: webhookExampleIds.webhook,
          delivery: webhookExampleIds.delivery,
          attempt: 1,
          httpStatus: 200,
          latencyMs: 40,
          error: null,
        },
      ],
    },
  }),
}
