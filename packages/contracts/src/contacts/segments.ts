import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { idOf, listOf, named, nameText, pageOf, removed, text, time } from '../schemas.ts'
import { contact, exampleContact } from './contact.ts'
import { contactFilter } from './filter.ts'

/** A saved contact filter, evaluated each time it is used. */
export const segment = named(
  'Segment',
  z.object({
    id: idOf('seg'),
    name: z.string().describe('Name of the segment'),
    description: z.string().nullable().describe('Your description of the segment; null: none'),
    filter: contactFilter.describe('Conditions that a contact must meet'),
    count: z.int().describe('Number of contacts that match now'),
    createdAt: time,
    updatedAt: time,
  }),
)

const id = 'seg_01k5v2s8xgf9hb3m4q7r8t9w0y'
const filter = {
  all: [
    { tag: 'vip' },
    {
      any: [
        { field: 'plan', is: 'gold' },
        { attribute: 'country' as const, in: ['DE', 'AT'] },
      ],
    },
    { not: { attribute: 'lastMessageAt' as const, withinDays: 30 } },
    { attribute: 'optedOut' as const, is: false },
  ],
}
const at = exampleContact.createdAt

const exampleSegment = { id, name: 'Quiet VIPs', description: null, filter, count: 1, createdAt: at, updatedAt: at }

const name = nameText(100).describe('Name of the segment')
const description = text(1, 500).describe('Your description of the segment')

export const segmentOperations = {
  create: mutation({
    summary: 'Save a segment',
    description: 'Saves a contact filter under a name.',
    rest: 'POST /v1/segments',
    status: 201,
    scope: 'manage',
    limitedBy: 'number',
    input: z.object({
      name,
      description: description.optional(),
      filter: contactFilter.describe('Conditions that a contact must meet'),
    }),
    output: segment,
    errors: ['segment:duplicate'],
    example: { input: { name: 'Quiet VIPs', filter }, output: exampleSegment },
  }),
  list: query({
    summary: 'List segments',
    description: 'Newest first, each with its current count.',
    rest: 'GET /v1/segments',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ ...listOf(segment), size: z.int().min(1).max(50).default(20).describe('Items per page') }),
    output: pageOf(segment),
    example: { input: {}, output: { items: [exampleSegment], next: null } },
  }),
  get: query({
    summary: 'Show a segment',
    description: 'Includes its current count.',
    rest: 'GET /v1/segments/{id}',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ id: idOf('seg') }),
    output: segment,
    errors: ['segment:not_found'],
    example: { input: { id }, output: exampleSegment },
  }),
  update: mutation({
    summary: 'Change a segment',
    description: 'Changes the given fields; a new filter replaces the whole tree.',
    rest: 'PATCH /v1/segments/{id}',
    scope: 'manage',
    limitedBy: 'workspace',
    input: z.object({
      id: idOf('seg'),
      name: name.optional().describe('New name'),
      description: description.nullable().optional().describe('New description; null clears it'),
      filter: contactFilter.optional().describe('New conditions, which replace all of the old conditions'),
    }),
    output: segment,
    errors: ['segment:not_found', 'segment:duplicate'],
    example: { input: { id, description: null }, output: exampleSegment },
  }),
  remove: mutation({
    summary: 'Delete a segment',
    description:
      'Deletes the filter, not its contacts. A channel that has the segment as its audience then reaches no one.',
    rest: 'DELETE /v1/segments/{id}',
    scope: 'manage',
    limitedBy: 'workspace',
    input: z.object({ id: idOf('seg') }),
    output: removed,
    errors: ['segment:not_found'],
    example: { input: { id }, output: { id, deleted: true } },
  }),
  preview: mutation({
    summary: 'Preview a filter',
    description: 'Counts the matching contacts and returns the newest of them; nothing is saved.',
    rest: 'POST /v1/segments/preview',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({
      filter: contactFilter.describe('Conditions that a contact must meet'),
      size: z.int().min(1).max(50).default(10).describe('Contacts to return'),
    }),
    output: z.object({
      count: z.int().describe('Number of contacts that match'),
      contacts: z.array(contact).describe('Newest matching contacts'),
    }),
    example: { input: { filter: { tag: 'vip' } }, output: { count: 0, contacts: [] } },
  }),
}
