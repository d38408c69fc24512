import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { pageOf, paging, text, time } from '../primitives.ts'
import { channels, subscribers } from './channel.ts'
import { posts } from './post.ts'

/** A group at the provider, made by one of our numbers. */
export const group = z.object({
  id: idOf('grp'),
  number: idOf('num'),
  name: z.string(),
  description: z.string().nullable(),
  state: z.enum(['creating', 'active', 'failed']),
  joinApproval: z.boolean(),
  inviteLink: z.string().nullable(),
  providerId: z.string().nullable(),
  error: z.object({ errorCode: z.string(), message: z.string() }).nullable(),
  createdAt: time,
  updatedAt: time,
})

const at = '2026-11-20T08:30:00.000Z'
const id = 'grp_01k5v2s8xgf9hb3m4q7r8t9w0y'
/** A group the provider has not confirmed yet. */
export const exampleGroup = {
  id,
  number: 'num_01k5v2s8xgf9hb3m4q7r8t9w0y',
  name: 'Drivers north',
  description: null,
  state: 'creating' as const,
  joinApproval: false,
  inviteLink: null,
  providerId: null,
  error: null,
  createdAt: at,
  updatedAt: at,
}

/** Operations of the groups service. */
export const groups = {
  groups: {
    create: mutation({
      summary: 'Create a group',
      description:
        'Answers at once with `state: creating`; it is `active`, with its invite link, when the provider confirms (`group:updated`).',
      rest: 'POST /v1/groups',
      status: 201,
      scope: 'manage',
      input: z.object({
        number: idOf('num'),
        name: text(1, 128).overwrite((value) => value.trim()),
        description: text(1, 2048).optional(),
        joinApproval: z.boolean().default(false),
      }),
      output: group,
      errors: ['number:not_found', 'number:disconnected'],
      example: { input: { number: exampleGroup.number, name: 'Drivers north' }, output: exampleGroup },
    }),
    list: query({
      summary: 'List groups',
      description: 'Newest first.',
      rest: 'GET /v1/groups',
      scope: 'read',
      list: true,
      input: z.object({
        number: idOf('num').optional(),
        state: z.enum(['creating', 'active', 'failed']).optional(),
        ...paging,
      }),
      output: pageOf(group),
      errors: ['cursor:invalid'],
      example: { input: { state: 'creating' }, output: { items: [exampleGroup], next: null } },
    }),
    get: query({
      summary: 'Show a group',
      description: 'With its state at the provider and its invite link.',
      rest: 'GET /v1/groups/{id}',
      scope: 'read',
      input: z.object({ id: idOf('grp') }),
      output: group,
      errors: ['group:not_found'],
      example: { input: { id }, output: exampleGroup },
    }),
  },
  channels,
  subscribers,
  posts,
}
