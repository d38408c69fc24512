import { z } from 'zod'
import { query } from '../contract.ts'
import { named } from '../names.ts'
import { time } from '../primitives.ts'

/** Work that rests in a quarantine. */
export const restingWork = z
  .enum(['messages', 'posts', 'webhooks'])
  .describe('messages: nothing is sent to customers; posts: no post or change of a group; webhooks: no delivery')

const restore = named(
  'Restore',
  z.object({
    since: time.nullable().describe('Time since which work rests; null: nothing rests'),
    resting: z.array(restingWork).describe('Work that rests until an operator decides what may be repeated'),
  }),
)

/** Operation for what rests in the whole installation after a restore. */
export const restoreOperations = {
  get: query({
    summary: 'Show what rests after a restore',
    description:
      'After a restore of Postgres, the installation accepts requests and events, but sends nothing until an operator decides what may be repeated. Any key may call it; the answer may be five seconds old.',
    rest: 'GET /v1/meta/restore',
    scope: null,
    limitedBy: 'nothing',
    input: z.object({}),
    output: restore,
    errors: [],
    example: { input: {}, output: { since: '2026-11-20T08:30:00.000Z', resting: ['messages', 'posts', 'webhooks'] } },
  }),
}
