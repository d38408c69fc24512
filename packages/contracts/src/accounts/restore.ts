import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { quarantine, quarantineStatus } from '../process.ts'
import { named, time } from '../schemas.ts'

const restingWork = z
  .enum(['messages', 'posts', 'webhooks'])
  .describe('messages: nothing is sent to customers; posts: no posts or group changes; webhooks: no deliveries')

const restore = named(
  'Restore',
  z.object({
    since: time.nullable().describe('Time when work was put on hold; null: nothing is on hold'),
    resting: z.array(restingWork).describe('Work on hold until an operator decides what may be repeated'),
  }),
)

export const restoreOperations = {
  get: query({
    summary: 'Show what is on hold after a restore',
    description:
      'After a restore of Postgres, the installation accepts requests and events, but sends nothing until an operator decides what may be repeated. Any key can call it; the response can be up to five seconds old.',
    rest: 'GET /v1/meta/restore',
    scope: null,
    limitedBy: 'nothing',
    input: z.object({}),
    output: restore,
    errors: [],
    example: { input: {}, output: { since: '2026-11-20T08:30:00.000Z', resting: ['messages', 'posts', 'webhooks'] } },
  }),
}

const service = z.enum(['messaging', 'groups', 'webhooks'])
const serviceQuarantine = quarantineStatus.extend({ service })
const example = { service: 'messaging' as const, since: '2026-11-20T08:30:00.000Z', due: { messages: 12 } }

/** Operations on the quarantines of all services, for operators who can reach only the gateway. */
export const quarantineOperations = {
  list: query({
    summary: 'List the quarantines',
    description: 'For operators. One item for each service that sends to other systems.',
    scope: 'operator',
    input: z.object({}),
    output: z.array(serviceQuarantine),
    errors: [],
    example: { input: {}, output: [example] },
  }),
  release: mutation({
    summary: 'End the quarantines',
    description:
      'For operators. Ends the quarantine of one service, or of all. `due` applies to actions that were due before the restore, as for a single service. Returns what was due.',
    scope: 'operator',
    input: quarantine.release.input.extend({ service: service.optional().describe('Default: all services') }),
    output: z.array(serviceQuarantine),
    errors: [],
    example: { input: { due: 'give_up' }, output: [{ ...example, since: null }] },
  }),
}
