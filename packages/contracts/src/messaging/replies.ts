import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { actor, idOf, listOf, named, nameText, pageOf, removed, text, textCharactersMax, time } from '../schemas.ts'
import { exampleMessage } from './examples.ts'

const name = nameText(100).describe('Name, unique in the workspace, ignoring case')
const shortcut = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,29}$/, 'must be 1–30 lowercase letters, digits, _ or -')
  .describe('Short word for inserting the reply, unique in the workspace')
const folder = nameText(60).describe('Folder that groups replies')
const message = text(1, textCharactersMax).describe('Text of the reply, at most 4,096 characters')

const savedReply = named(
  'SavedReply',
  z.object({
    id: idOf('rep'),
    name,
    shortcut: shortcut.nullable(),
    folder: folder.nullable(),
    message,
    by: actor.describe('Author of the reply'),
    version: z.int().describe('Increases with each change'),
    createdAt: time,
    updatedAt: time,
  }),
)

const example = {
  id: 'rep_01k5v2s8xgf9hb3m4q7r8t9w0y',
  name: 'On its way',
  shortcut: 'way',
  folder: 'Parcels',
  message: 'Your parcel is on its way.',
  by: exampleMessage.by,
  version: 1,
  createdAt: exampleMessage.createdAt,
  updatedAt: exampleMessage.createdAt,
}

const one = z.object({ id: idOf('rep') })

export const replies = {
  list: query({
    summary: 'List saved replies',
    description: 'All saved replies in the workspace, by name.',
    rest: 'GET /v1/replies',
    scope: 'read',
    limitedBy: 'nothing',
    input: z.object({
      search: text(1, 100).optional().describe('Part of the name, shortcut or text, ignoring case'),
      folder: folder.optional().describe('Only replies in this folder'),
      ...listOf(savedReply),
    }),
    output: pageOf(savedReply),
    example: { input: {}, output: { items: [example], next: null } },
  }),
  get: query({
    summary: 'Show a saved reply',
    description: 'With its text, shortcut and folder.',
    rest: 'GET /v1/replies/{id}',
    scope: 'read',
    limitedBy: 'nothing',
    input: one,
    output: savedReply,
    errors: ['reply:not_found'],
    example: { input: { id: example.id }, output: example },
  }),
  create: mutation({
    summary: 'Save a reply',
    description: 'Saves a text that the team sends often. A workspace can have up to 1,000.',
    rest: 'POST /v1/replies',
    status: 201,
    scope: 'send',
    // A new reply doesn't change a reply that others use.
    limitedBy: 'nothing',
    input: z.object({ name, shortcut: shortcut.optional(), folder: folder.optional(), message }),
    output: savedReply,
    errors: ['reply:duplicate', 'reply:too_many'],
    example: { input: { name: example.name, folder: example.folder, message: example.message }, output: example },
  }),
  update: mutation({
    summary: 'Change a saved reply',
    description: 'Changes only the fields that you send; null clears the shortcut or folder.',
    rest: 'PATCH /v1/replies/{id}',
    scope: 'send',
    limitedBy: 'workspace',
    input: one.extend({
      name: name.optional(),
      shortcut: shortcut.nullable().optional(),
      folder: folder.nullable().optional(),
      message: message.optional(),
    }),
    output: savedReply,
    errors: ['reply:not_found', 'reply:duplicate'],
    example: { input: { id: example.id, folder: 'Orders' }, output: { ...example, folder: 'Orders', version: 2 } },
  }),
  remove: mutation({
    summary: 'Delete a saved reply',
    description: 'Deletes the reply; messages sent with it are not affected.',
    rest: 'DELETE /v1/replies/{id}',
    scope: 'send',
    limitedBy: 'workspace',
    input: one,
    output: removed,
    errors: ['reply:not_found'],
    example: { input: { id: example.id }, output: { id: example.id, deleted: true } },
  }),
}
