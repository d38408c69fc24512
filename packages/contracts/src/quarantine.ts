import { z } from 'zod'
import { mutation, query } from './contract.ts'
import { time } from './primitives.ts'

export const quarantineStatus = z.object({
  since: time
    .nullable()
    .describe('Time when the service found that its Postgres had been restored; null: no quarantine'),
  due: z
    .record(z.string(), z.number().int())
    .describe('Number of actions of each kind that were due before that; the lost system may have already done them'),
})

/**
 * Quarantine operations for each service that calls other systems. A restored database may list work as waiting even though it was done
 * after the backup.
 */
export const quarantine = {
  get: query({
    summary: 'Show the quarantine',
    description:
      'For operators. If a service finds that its Postgres was restored, it accepts calls and events as usual, but sends nothing to the provider or webhooks until the quarantine ends.',
    scope: 'operator',
    input: z.object({}),
    output: quarantineStatus,
    errors: [],
    example: { input: {}, output: { since: '2026-11-20T08:30:00.000Z', due: { messages: 12 } } },
  }),
  release: mutation({
    summary: 'End the quarantine',
    description:
      'For operators. `due` applies to actions that were due before the restore: `give_up` does none of them (messages and group changes end with an unknown outcome unless the provider reports on them; deliveries are canceled), `go_on` does all of them, perhaps a second time. Later actions continue in both cases. Returns what was due.',
    scope: 'operator',
    input: z.object({ due: z.enum(['give_up', 'go_on']) }),
    output: quarantineStatus,
    errors: ['quarantine:not_in_force'],
    example: { input: { due: 'give_up' }, output: { since: null, due: { messages: 12 } } },
  }),
}
