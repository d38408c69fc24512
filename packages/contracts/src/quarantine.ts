import { z } from 'zod'
import { mutation, query } from './contract.ts'
import { time } from './primitives.ts'

const quarantineState = z.object({
  /** When the service found that its Postgres had been restored; null: it works as usual. */
  since: time.nullable(),
  /** How much of each kind was due before that, and may have been done by the system that was lost. */
  due: z.record(z.string(), z.number().int()),
})

/** Operations of each service that reaches outside: what a restored database holds as waiting may have been done since its backup. */
export const quarantine = {
  get: query({
    summary: 'Show the quarantine',
    description:
      'For operators. A service that finds its Postgres restored takes calls and events as ever, but sends nothing to the provider and to webhooks until it is released.',
    scope: 'operator',
    input: z.object({}),
    output: quarantineState,
    errors: [],
    example: { input: {}, output: { since: '2026-11-20T08:30:00.000Z', due: { messages: 12 } } },
  }),
  release: mutation({
    summary: 'End the quarantine',
    description:
      'For operators. `due` says what becomes of what was due before the restore: `give_up` does none of it again (messages and changes of groups end as of unknown outcome unless the provider tells of them, deliveries are canceled), `go_on` does all of it, perhaps a second time. What is due later goes on in either case. Answers what was due.',
    scope: 'operator',
    input: z.object({ due: z.enum(['give_up', 'go_on']) }),
    output: quarantineState,
    errors: ['quarantine:not_in_force'],
    example: { input: { due: 'give_up' }, output: { since: null, due: { messages: 12 } } },
  }),
}
