import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { email, time } from '../primitives.ts'
import { role } from '../roles.ts'

const ws = 'ws_01k5v2s8xgf9hb3m4q7r8t9w0y' as const
const expiresAt = '2026-11-21T08:30:00.000Z'
const secret = 'q4yW0Zr8mJm2sXo7Tn5cVb1Lk9Hd3GfAe6UiPxRwYzQ'

/** A person who can sign in, as operators see them. */
export const person = z.object({
  id: idOf('per'),
  name: z.string(),
  email: z.string(),
  proven: z.boolean().describe('True when a mail or an operator has confirmed that the address is theirs'),
  twoFactor: z.boolean().describe('True when the person signs in with a second factor'),
  operator: z.boolean().describe('True for an operator of the installation'),
  workspaces: z
    .array(z.object({ id: idOf('ws'), name: z.string(), role }))
    .describe('Workspaces that the person is in'),
})

const ada = {
  id: 'per_01k5v2s8xgf9hb3m4q7r8t9w0y' as const,
  name: 'Ada Lovelace',
  email: 'ada@shop.example.com',
  proven: true,
  twoFactor: true,
  operator: false,
  workspaces: [{ id: ws, name: 'Shop', role: 'owner' as const }],
}

/** Operator operations that give people access. */
export const peopleOperations = {
  welcome: mutation({
    summary: 'Make the link of the first owner',
    description:
      'For operators. Makes the secret of a link that lets someone become the owner of a workspace that has none who can sign in; earlier ones are void. Null where there is such an owner. The link is `/app/welcome#<token>`.',
    scope: 'operator',
    input: z.object({ workspace: idOf('ws') }),
    output: z.object({ token: z.string().nullable(), expiresAt: time.nullable() }),
    errors: ['workspace:not_found'],
    example: { input: { workspace: ws }, output: { token: secret, expiresAt } },
  }),
  list: query({
    summary: 'List the people of an address',
    description:
      'For operators. Those who have entered the address, the one who has proven it first, with the workspaces that they are in. Several can have entered one address: each joined a workspace with it, and no one has proven it to be theirs.',
    scope: 'operator',
    input: z.object({ email }),
    output: z.array(person),
    errors: [],
    example: { input: { email: ada.email }, output: [ada] },
  }),
  confirm: mutation({
    summary: 'Confirm the address of a person',
    description:
      'For operators, who have made sure that the address is theirs, such as by a mail to it that they answered. Only a person with a proven address can become an operator, and only one person can have proven an address.',
    scope: 'operator',
    input: z.object({ person: idOf('per') }),
    output: person,
    errors: ['person:not_found', 'person:duplicate'],
    example: { input: { person: ada.id }, output: ada },
  }),
  reset: mutation({
    summary: 'Make a link for another password',
    description:
      'For operators. Makes the secret of a link that lets a person set another password, once, within 30 minutes. The link is `/app/reset#<token>`. With `endSecondFactor` its use ends the second factor too, for someone who has lost it.',
    scope: 'operator',
    input: z.object({ person: idOf('per'), endSecondFactor: z.boolean().default(false) }),
    output: z.object({ token: z.string(), expiresAt: time }),
    errors: ['person:not_found'],
    example: { input: { person: ada.id }, output: { token: secret, expiresAt } },
  }),
}
