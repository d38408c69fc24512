import { z } from 'zod'
import { mutation } from '../contract.ts'
import { idOf, time } from '../schemas.ts'
import { webhookExampleIds } from './examples.ts'

const graceHoursMax = 7 * 24

export const secrets = {
  rotate: mutation({
    summary: 'Rotate the signing secret of a webhook',
    description:
      'For `graceHours`, deliveries are also signed with the old secret, until you change it at the receiver; with 0, the old secrets expire at once. At most five are valid; the oldest expires first. Only this response contains `signingSecret`.',
    rest: 'POST /v1/webhooks/{id}/rotate-secret',
    scope: 'manage',
    limitedBy: 'number',
    confirmed: true,
    input: z.object({
      id: idOf('whk'),
      graceHours: z
        .number()
        .min(0)
        .max(graceHoursMax)
        .default(24)
        .describe('Hours during which the old secret also signs'),
    }),
    output: z.object({
      webhook: idOf('whk'),
      signingSecret: z.string().describe('The new secret; shown only here'),
      previousExpiresAt: time.describe('When the earlier secrets expire'),
    }),
    errors: ['webhook:not_found'],
    example: {
      input: { id: webhookExampleIds.webhook, graceHours: 24 },
      output: {
        webhook: webhookExampleIds.webhook,
        signingSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
        previousExpiresAt: '2026-11-21T08:30:00.000Z',
      },
    },
  }),
}
