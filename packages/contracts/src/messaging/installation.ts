import { z } from 'zod'
import { query } from '../contract.ts'
import { idOf, time } from '../schemas.ts'
import { exampleIds } from './examples.ts'
import { waiting } from './queues.ts'

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
    errors: [],
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
    errors: [],
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
