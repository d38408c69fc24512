import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { email, time } from '../primitives.ts'

const operator = z.object({
  name: z.string(),
  email: z.string(),
  twoFactor: z.boolean().describe('False: the pages of operators stay closed to this person'),
  since: time,
})

const ada = {
  name: 'Ada Lovelace',
  email: 'ada@shop.example.com',
  twoFactor: true,
  since: '2026-11-20T08:30:00.000Z',
}

/** Operations on the people who may operate the installation in the dashboard. */
export const operatorOperations = {
  add: mutation({
    summary: 'Make a person an operator',
    description:
      'For operators. The person has an account already. They see the pages of operators in the dashboard once they sign in with a second factor.',
    scope: 'operator',
    input: z.object({ email }),
    output: operator,
    errors: ['member:not_found'],
    example: { input: { email: ada.email }, output: ada },
  }),
  list: query({
    summary: 'List the operators',
    description: 'For operators. By name.',
    scope: 'operator',
    input: z.object({}),
    output: z.array(operator),
    errors: [],
    example: { input: {}, output: [ada] },
  }),
  remove: mutation({
    summary: 'Take the permission of an operator back',
    description: 'For operators. The pages of operators are closed to the person at once.',
    scope: 'operator',
    input: z.object({ email }),
    output: z.object({ email: z.string(), removed: z.literal(true) }),
    errors: ['member:not_found'],
    example: { input: { email: ada.email }, output: { email: ada.email, removed: true } },
  }),
}
