import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { actor, idOf, listOf, named, pageOf, removed, text, time } from '../schemas.ts'
import { chatSort, viewFilter } from './chat-filter.ts'
import { exampleMessage } from './examples.ts'

const name = text(1, 60).describe('Name, unique among the team’s or the caller’s own views, ignoring case')

const filter = viewFilter.describe('Conditions on chats, as in GET /v1/chats; all must be met')

const sort = chatSort

const savedView = named(
  'SavedView',
  z.object({
    id: idOf('view'),
    name,
    shared: z.boolean().describe('True: shared with the whole team; false: only for its author'),
    filter,
    sort,
    by: actor.describe('Author of the view'),
    version: z.int().describe('Increases with each change'),
    createdAt: time,
    updatedAt: time,
  }),
)

const example = {
  id: 'view_01k5v2s8xgf9hb3m4q7r8t9w0y',
  name: 'Closing soon',
  shared: true,
  filter: { status: ['open' as const], window: 'closing' as const },
  sort: 'windowClosesAt:asc' as const,
  by: exampleMessage.by,
  version: 1,
  createdAt: exampleMessage.createdAt,
  updatedAt: exampleMessage.createdAt,
}

const one = z.object({ id: idOf('view') })

export const views = {
  list: query({
    summary: 'List saved views',
    description: 'The team’s views and the caller’s own views, by name.',
    rest: 'GET /v1/views',
    scope: 'read',
    limitedBy: 'number',
    list: true,
    input: z.object({
      shared: z.boolean().optional().describe('Only the team’s views, or only the caller’s own if false'),
      ...listOf(savedView),
    }),
    output: pageOf(savedView),
    errors: ['cursor:invalid'],
    example: { input: {}, output: { items: [example], next: null } },
  }),
  get: query({
    summary: 'Show a saved view',
    description: 'One of the team’s views or the caller’s own views.',
    rest: 'GET /v1/views/{id}',
    scope: 'read',
    limitedBy: 'number',
    input: one,
    output: savedView,
    errors: ['view:not_found'],
    example: { input: { id: example.id }, output: example },
  }),
  create: mutation({
    summary: 'Save a view',
    description: 'Saves a chat filter under a name. A workspace can have up to 500 views.',
    rest: 'POST /v1/views',
    status: 201,
    scope: 'send',
    limitedBy: 'number',
    input: z.object({
      name,
      shared: z.boolean().default(false).describe('True to share the view with the team'),
      filter,
      sort: sort.default('lastMessageAt:desc'),
    }),
    output: savedView,
    errors: ['view:duplicate', 'view:too_many', 'label:not_found', 'number:not_found', 'member:not_found'],
    example: {
      input: { name: example.name, shared: true, filter: example.filter, sort: example.sort },
      output: example,
    },
  }),
  update: mutation({
    summary: 'Change a saved view',
    description: 'Changes only the fields that you send. A filter completely replaces the current filter.',
    rest: 'PATCH /v1/views/{id}',
    scope: 'send',
    limitedBy: 'number',
    input: one.extend({
      name: name.optional(),
      shared: z.literal(true).optional().describe('Shares the view with the team; cannot be undone'),
      filter: filter.optional(),
      sort: sort.optional(),
    }),
    output: savedView,
    errors: ['view:not_found', 'view:duplicate', 'label:not_found', 'number:not_found', 'member:not_found'],
    example: { input: { id: example.id, name: 'Closing' }, output: { ...example, name: 'Closing', version: 2 } },
  }),
  remove: mutation({
    summary: 'Delete a saved view',
    description: 'Deletes the view; its chats do not change.',
    rest: 'DELETE /v1/views/{id}',
    scope: 'send',
    limitedBy: 'number',
    input: one,
    output: removed,
    errors: ['view:not_found'],
    example: { input: { id: example.id }, output: { id: example.id, deleted: true } },
  }),
}
