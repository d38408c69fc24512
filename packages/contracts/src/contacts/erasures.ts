import { z } from 'zod'
import { query } from '../contract.ts'
import { idOf, listOf, named, pageOf, time } from '../schemas.ts'
import { exampleContact } from './contact.ts'

/** Services that store personal data. */
const erasing = z.enum(['numbers', 'contacts', 'groups', 'messaging', 'webhooks'])

/** Hours until the last copies have expired: the provider retries a callback for seven days. */
export const agesOutHours = 168

/** Erasure of a person, with each service's progress. */
export const erasure = named(
  'Erasure',
  z.object({
    id: idOf('ers'),
    contact: idOf('con').describe('The id that the contact had'),
    status: z.enum(['running', 'finished']).describe('Status of the erasure'),
    services: z
      .array(
        z.object({
          service: erasing.describe('Name of the service'),
          status: z.enum(['waiting', 'running', 'finished']).describe('waiting: for another service to finish first'),
          completedAt: time.nullable().describe('Time when the service finished; null: not finished'),
        }),
      )
      .describe('Progress of each service'),
    requestedAt: time,
    completedAt: time.nullable().describe('Time when all services had finished; null: not finished'),
    agedOutAt: time
      .nullable()
      .describe(
        `Time when the last copies, which the API cannot read, have expired: sealed responses to repeated requests (48 h), internal events (72 h) and late reports from the provider (${agesOutHours} h); null until finished`,
      ),
  }),
)

const id = 'ers_01k5v2s8xgf9hb3m4q7r8t9w0y'
const at = exampleContact.createdAt

export const exampleErasure = {
  id,
  contact: exampleContact.id,
  status: 'finished' as const,
  services: [{ service: 'messaging' as const, status: 'finished' as const, completedAt: at }],
  requestedAt: at,
  completedAt: at,
  agedOutAt: '2026-11-27T08:30:00.000Z',
}

export const erasureOperations = {
  list: query({
    summary: 'List erasures',
    description: 'Newest first. Erasures stay listed as proof, with ids and times only.',
    rest: 'GET /v1/erasures',
    scope: 'read',
    limitedBy: 'workspace',
    input: z.object({
      contact: idOf('con').optional().describe('Only the erasure of this contact'),
      status: z.enum(['running', 'finished']).optional().describe('Only erasures with this status'),
      ...listOf(erasure),
    }),
    output: pageOf(erasure),
    example: { input: { status: 'finished' as const }, output: { items: [exampleErasure], next: null } },
  }),
  get: query({
    summary: 'Show an erasure',
    description:
      "An erasure is finished, usually within seconds, when no service has the person's name, phone number or texts.",
    rest: 'GET /v1/erasures/{id}',
    scope: 'read',
    limitedBy: 'workspace',
    input: z.object({ id: idOf('ers') }),
    output: erasure,
    errors: ['erasure:not_found'],
    example: { input: { id }, output: exampleErasure },
  }),
}

/** A person whom these services must erase. `sealed`: phone numbers, provider ids, name and email address, encrypted for the services. */
export const erasureRequested = z.object({
  erasure: idOf('ers'),
  contact: idOf('con'),
  requestedAt: time,
  services: z.array(erasing),
  sealed: z.string(),
})

/** Report that a service has erased the person. `sealed`: ids that it used for them, which later services need to find more data. */
export const erasureDone = z.object({ erasure: idOf('ers'), service: erasing, sealed: z.string().optional() })
