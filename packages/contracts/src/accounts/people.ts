import { z } from 'zod'
import { mutation } from '../contract.ts'
import { idOf } from '../ids.ts'
import { email, time } from '../primitives.ts'

const ws = 'ws_01k5v2s8xgf9hb3m4q7r8t9w0y' as const
const expiresAt = '2026-11-21T08:30:00.000Z'
const secret = 'q4yW0Zr8mJm2sXo7Tn5cVb1Lk9Hd3GfAe6UiPxRwYzQ'

/** Operations with which operators let people in. */
export const peopleOperations = {
  welcome: mutation({
    summary: 'Make the link of the first owner',
    description:
      'For operators. Makes the secret of a link with which somebody becomes the owner of a workspace that has none who can sign in; earlier ones are void. Null where there is such an owner. The link is `/app/welcome#<token>`.',
    scope: 'operator',
    input: z.object({ workspace: idOf('ws') }),
    output: z.object({ token: z.string().nullable(), expiresAt: time.nullable() }),
    errors: ['workspace:not_found'],
    example: { input: { workspace: ws }, output: { token: secret, expiresAt } },
  }),
  reset: mutation({
    summary: 'Make a link for another password',
    description:
      'For operators. Makes the secret of a link with which a person sets another password, once, within 30 minutes. The link is `/app/reset#<token>`.',
    scope: 'operator',
    input: z.object({ email }),
    output: z.object({ token: z.string(), expiresAt: time }),
    errors: ['member:not_found'],
    example: { input: { email: 'ada@shop.example.com' }, output: { token: secret, expiresAt } },
  }),
}
