import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { pageOf, paging, text } from '../primitives.ts'
import { channels, subscribers } from './channel.ts'
import { exampleGroup, group } from './group.ts'
import { posts } from './post.ts'

const { id } = exampleGroup

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
        state: group.shape.state.optional(),
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
