import { z } from 'zod'
import { mutation } from '../contract.ts'
import { idOf } from '../ids.ts'
import { time } from '../primitives.ts'
import { exampleIds } from './examples.ts'

const graceHoursMax = 7 * 24

/** Signing secrets of webhooks. */
export const secrets = {
  rotate: mutation({
    summary: 'Give a webhook a new signing secret',
    description:
      'For `graceHours` deliveries are signed with the old secret too, so that no receiver refuses one while you change it there; with 0 the old ones end at once. At most five live at a time: the oldest ends. `signingSecret` is in this answer only.',
    rest: 'POST /v1/webhooks/{id}/rotate-secret',
    scope: 'manage',
    input: z.object({ id: idOf('whk'), graceHours: z.number().min(0).max(graceHoursMax).default(24) }),
    output: z.object({
      webhook: idOf('whk'),
      signingSecret: z.string(),
      previousExpireAt: time.describe('When the secrets before this one end'),
    }),
    errors: ['webhook:not_found'],
    example: {
      input: { id: exampleIds.webhook, graceHours: 24 },
      output: {
        webhook: exampleIds.webhook,
        signingSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
        previousExpireAt: '2026-11-21T08:30:00.000Z',
      },
    },
  }),
}
