import { z } from 'zod'
import { query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { pageOf, paging, time } from '../primitives.ts'
import { exampleContact } from './contact.ts'

/** Services that keep something about people. */
const erasing = z.enum(['numbers', 'contacts', 'groups', 'messaging', 'webhooks'])

/** Hours after which the last copies that age by themselves are gone: those on the bus. */
export const agesOutHours = 72

/** The forgetting of a person after their contact was deleted: how far each service is. */
export const erasure = z.object({
  id: idOf('ers'),
  contact: idOf('con').describe('The id that the contact had'),
  state: z.enum(['running', 'finished']),
  services: z.array(
    z.object({
      service: erasing,
      state: z.enum(['waiting', 'running', 'finished']).describe('waiting: for another service to finish first'),
      finishedAt: time.nullable(),
    }),
  ),
  requestedAt: time,
  finishedAt: time.nullable(),
  agedOutAt: time
    .nullable()
    .describe(
      `When the copies are gone that nobody can read through the API and that age by themselves: sealed answers for repeated requests (48 h), events on the internal bus and what the provider reports late (${agesOutHours} h); null until finished`,
    ),
})

const id = 'ers_01k5v2s8xgf9hb3m4q7r8t9w0y'
const at = exampleContact.createdAt

/** An erasure that has ended. */
export const exampleErasure = {
  id,
  contact: exampleContact.id,
  state: 'finished' as const,
  services: erasing.options.map((service) => ({ service, state: 'finished' as const, finishedAt: at })),
  requestedAt: at,
  finishedAt: at,
  agedOutAt: '2026-11-23T08:30:00.000Z',
}

/** Operations on erasures. */
export const erasureOperations = {
  list: query({
    summary: 'List erasures',
    description: 'Newest first; they stay listed as proof, with ids and times only.',
    rest: 'GET /v1/erasures',
    scope: 'read',
    list: true,
    input: z.object({
      contact: idOf('con').optional(),
      state: z.enum(['running', 'finished']).optional(),
      ...paging,
    }),
    output: pageOf(erasure),
    errors: ['cursor:invalid'],
    example: { input: { state: 'finished' as const }, output: { items: [exampleErasure], next: null } },
  }),
  get: query({
    summary: 'Show an erasure',
    description:
      'How far each service is with forgetting a person whose contact was deleted. It is finished, usually within seconds, when no service holds a name, phone or text of theirs.',
    rest: 'GET /v1/erasures/{id}',
    scope: 'read',
    input: z.object({ id: idOf('ers') }),
    output: erasure,
    errors: ['erasure:not_found'],
    example: { input: { id }, output: exampleErasure },
  }),
}

/** A person whom these services are to forget; `sealed` holds phones, provider ids, name and e-mail address, readable by services only. */
export const erasureRequested = z.object({
  erasure: idOf('ers'),
  contact: idOf('con'),
  requestedAt: time,
  services: z.array(erasing),
  sealed: z.string(),
})

/** A service that has nothing left of the person; `sealed` holds ids it had given them, by which later services find what else names them. */
export const erasureDone = z.object({ erasure: idOf('ers'), service: erasing, sealed: z.string().optional() })
