import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { time } from '../primitives.ts'
import { removed } from '../removed.ts'
import { person } from './people.ts'

const operator = person.omit({ proven: true, operator: true }).extend({
  twoFactor: z.boolean().describe('False: this person cannot open the operator pages'),
  since: time,
})

const id = 'per_01k5v2s8xgf9hb3m4q7r8t9w0y' as const

const ada = {
  id,
  name: 'Ada Lovelace',
  email: 'ada@shop.example.com',
  twoFactor: true,
  workspaces: [{ id: 'ws_01k5v2s8xgf9hb3m4q7r8t9w0y' as const, name: 'Shop', role: 'owner' as const }],
  since: '2026-11-20T08:30:00.000Z',
}

/** Operations on people who may operate the installation in the dashboard. */
export const operatorOperations = {
  add: mutation({
    summary: 'Make a person an operator',
    description:
      'For operators. The person needs an account with a confirmed address; the response shows their workspaces. They can open the operator pages in the dashboard once they sign in with a second factor.',
    scope: 'operator',
    input: z.object({ person: idOf('per') }),
    output: operator,
    errors: ['person:not_found', 'person:unproven'],
    example: { input: { person: id }, output: ada },
  }),
  list: query({
    summary: 'List the operators',
    description: 'For operators. Sorted by name.',
    scope: 'operator',
    input: z.object({}),
    output: z.array(operator),
    errors: [],
    example: { input: {}, output: [ada] },
  }),
  remove: mutation({
    summary: 'Remove an operator',
    description: 'For operators. The person loses access to the operator pages at once.',
    scope: 'operator',
    input: z.object({ person: idOf('per') }),
    output: removed,
    errors: ['person:not_found'],
    example: { input: { person: id }, output: { id, deleted: true } },
  }),
}
