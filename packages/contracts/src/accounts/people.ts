import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { email, idOf, removed, role, time } from '../schemas.ts'

const ws = 'ws_01k5v2s8xgf9hb3m4q7r8t9w0y' as const
const expiresAt = '2026-11-21T08:30:00.000Z'
const secret = 'q4yW0Zr8mJm2sXo7Tn5cVb1Lk9Hd3GfAe6UiPxRwYzQ'

/** A person who can sign in, as operators see them. */
const person = z.object({
  id: idOf('per'),
  name: z.string(),
  email: z.string(),
  proven: z.boolean().describe('True when an email or an operator has confirmed that the address is theirs'),
  twoFactor: z.boolean().describe('True when the person signs in with a second factor'),
  operator: z.boolean().describe('True for an operator of the installation'),
  workspaces: z
    .array(z.object({ id: idOf('ws'), name: z.string(), role }))
    .describe('Workspaces that the person belongs to'),
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
    summary: 'Create the link for the first owner',
    description:
      'For operators. Creates the secret of a link to become the owner of a workspace that has no owner who can sign in; earlier links stop working. Null if an owner can sign in. The link is `/app/welcome#<token>`.',
    scope: 'operator',
    input: z.object({ workspace: idOf('ws') }),
    output: z.object({ token: z.string().nullable(), expiresAt: time.nullable() }),
    errors: ['workspace:not_found'],
    example: { input: { workspace: ws }, output: { token: secret, expiresAt } },
  }),
  list: query({
    summary: 'Find people by email address',
    description:
      'For operators. Everyone who entered the address, with their workspaces; the person who confirmed it comes first. Several people can enter the same address: each joined a workspace with it without confirming it.',
    scope: 'operator',
    input: z.object({ email }),
    output: z.array(person),
    example: { input: { email: ada.email }, output: [ada] },
  }),
  confirm: mutation({
    summary: "Confirm a person's email address",
    description:
      'For operators, after they have verified the address, for example by email. Only a person with a confirmed address can become an operator, and only one person can confirm an address.',
    scope: 'operator',
    input: z.object({ person: idOf('per') }),
    output: person,
    errors: ['person:not_found', 'person:duplicate'],
    example: { input: { person: ada.id }, output: ada },
  }),
  reset: mutation({
    summary: 'Create a link to set a new password',
    description:
      'For operators. Creates the secret of a link for setting a new password; it works once, within 30 minutes. The link is `/app/reset#<token>`. With `endSecondFactor`, it also turns off the second factor, for someone who lost it.',
    scope: 'operator',
    input: z.object({ person: idOf('per'), endSecondFactor: z.boolean().default(false) }),
    output: z.object({ token: z.string(), expiresAt: time }),
    errors: ['person:not_found'],
    example: { input: { person: ada.id }, output: { token: secret, expiresAt } },
  }),
}

const operator = person.omit({ proven: true, operator: true }).extend({
  twoFactor: z.boolean().describe('False: this person cannot open the operator pages'),
  since: time,
})

const { id, name, email: adaEmail, twoFactor, workspaces } = ada
const exampleOperator = { id, name, email: adaEmail, twoFactor, workspaces, since: '2026-11-20T08:30:00.000Z' }

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
    example: { input: { person: id }, output: exampleOperator },
  }),
  list: query({
    summary: 'List the operators',
    description: 'For operators. Sorted by name.',
    scope: 'operator',
    input: z.object({}),
    output: z.array(operator),
    example: { input: {}, output: [exampleOperator] },
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
