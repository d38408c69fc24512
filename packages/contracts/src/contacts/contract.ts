import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { pageOf, paging, phone, text, time } from '../primitives.ts'

/** A person the workspace talks to. The phone is one of the identities, not the key. */
export const contact = z.object({
  id: idOf('con'),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  identities: z.array(z.object({ type: z.enum(['phone', 'provider_user']), value: z.string() })),
  email: z.string().nullable(),
  company: z.string().nullable(),
  source: z.enum(['api', 'message']),
  createdAt: time,
  updatedAt: time,
  lastMessageAt: time.nullable(),
})

const at = '2026-11-20T08:30:00.000Z'
const id = 'con_01k5v2s8xgf9hb3m4q7r8t9w0y'
/** A contact made over the API. */
export const exampleContact = {
  id,
  name: 'Ada Lovelace',
  phone: '+4915112345678',
  identities: [{ type: 'phone' as const, value: '+4915112345678' }],
  email: 'ada@example.com',
  company: null,
  source: 'api' as const,
  createdAt: at,
  updatedAt: at,
  lastMessageAt: null,
}

/** Operations of the contacts service. */
export const contacts = {
  contacts: {
    create: mutation({
      summary: 'Create a contact',
      description:
        'A phone that exists already is 409 with its id in `errors`, or updates that contact with `upsert: true`.',
      rest: 'POST /v1/contacts',
      status: 201,
      scope: 'manage',
      input: z.object({
        phone,
        name: text(1, 200).optional(),
        email: z.email().max(254).optional(),
        company: text(1, 200).optional(),
        upsert: z.boolean().default(false),
      }),
      output: contact,
      errors: ['phone:invalid', 'contact:duplicate'],
      example: {
        input: { phone: '+4915112345678', name: 'Ada Lovelace', email: 'ada@example.com' },
        output: exampleContact,
      },
    }),
    list: query({
      summary: 'List contacts',
      description: 'Newest first; `search` looks into names and takes the beginning of a phone or e-mail address.',
      rest: 'GET /v1/contacts',
      scope: 'read',
      list: true,
      input: z.object({
        search: text(1, 200).optional(),
        phone: phone.optional(),
        updatedAfter: time.optional(),
        ...paging,
      }),
      output: pageOf(contact),
      errors: ['cursor:invalid'],
      example: { input: { search: 'ada' }, output: { items: [exampleContact], next: null } },
    }),
    get: query({
      summary: 'Show a contact',
      description: 'With all identities we know.',
      rest: 'GET /v1/contacts/{id}',
      scope: 'read',
      input: z.object({ id: idOf('con') }),
      output: contact,
      errors: ['contact:not_found'],
      example: { input: { id }, output: exampleContact },
    }),
  },
}
