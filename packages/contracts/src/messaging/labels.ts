import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { besideOtherFaults, idOf, listOf, nameText, pageOf, removed, text } from '../schemas.ts'
import { chat, color, label, labelReference, note } from './chat.ts'
import { exampleChat, exampleIds, exampleLabel, exampleNote } from './examples.ts'

const { description: _, createdAt: __, updatedAt: ___, ...shown } = exampleLabel
const labeled = { ...exampleChat, labels: [shown] }
const fields = {
  name: nameText(60).describe('Unique, ignoring case'),
  color,
  description: text(0, 300).describe('Your description of the label, at most 300 characters'),
}
const some = z.array(labelReference).min(1).max(50)
const byChat = { id: exampleIds.chat }

export const labels = {
  list: query({
    summary: 'List labels',
    description: 'All labels in the workspace, by name.',
    rest: 'GET /v1/labels',
    scope: 'read',
    limitedBy: 'nothing',
    input: z.object(listOf(label)),
    output: pageOf(label),
    example: { input: {}, output: { items: [exampleLabel], next: null } },
  }),
  get: query({
    summary: 'Show a label',
    description: 'With its color and description.',
    rest: 'GET /v1/labels/{id}',
    scope: 'read',
    limitedBy: 'nothing',
    input: z.object({ id: idOf('lbl') }),
    output: label,
    errors: ['label:not_found'],
    example: { input: { id: exampleLabel.id }, output: exampleLabel },
  }),
  create: mutation({
    summary: 'Create a label',
    description: 'Labels group chats. A workspace can have up to 500.',
    rest: 'POST /v1/labels',
    status: 201,
    scope: 'manage',
    // A new label isn't on any chat yet.
    limitedBy: 'nothing',
    least: 'agent',
    input: z.object({
      name: fields.name,
      color: fields.color.default('#8e8e93'),
      description: fields.description.optional(),
    }),
    output: label,
    errors: ['label:duplicate', 'label:too_many'],
    example: { input: { name: 'Returns', color: '#2f80ed' }, output: exampleLabel },
  }),
  update: mutation({
    summary: 'Change a label',
    description:
      'Each chat with the label is announced as `chat:updated` with `change: renamed`; many events follow within moments. `description: null` clears the description.',
    rest: 'PATCH /v1/labels/{id}',
    scope: 'manage',
    limitedBy: 'workspace',
    input: z.object({
      id: idOf('lbl'),
      name: fields.name.optional(),
      color: fields.color.optional(),
      description: fields.description.nullable().optional(),
    }),
    output: label,
    errors: ['label:not_found', 'label:duplicate'],
    example: { input: { id: exampleLabel.id, name: 'Refunds' }, output: { ...exampleLabel, name: 'Refunds' } },
  }),
  remove: mutation({
    summary: 'Delete a label',
    description:
      'Removes the label from all chats, each announced as `chat:updated` with `change: labeled`; many events follow within moments.',
    rest: 'DELETE /v1/labels/{id}',
    scope: 'manage',
    limitedBy: 'workspace',
    input: z.object({ id: idOf('lbl') }),
    output: removed,
    errors: ['label:not_found'],
    example: { input: { id: exampleLabel.id }, output: { id: exampleLabel.id, deleted: true } },
  }),
  merge: mutation({
    summary: 'Merge two labels',
    description:
      'Chats with the label `from` get `into` instead, each announced as `chat:updated` with `change: labeled`; many events follow within moments. Saved views and automations then use `into`, and `from` is deleted.',
    rest: 'POST /v1/labels/merge',
    scope: 'manage',
    limitedBy: 'workspace',
    input: z.object({ into: idOf('lbl'), from: idOf('lbl') }).refine(({ into, from }) => into !== from, {
      path: ['from'],
      message: 'must differ from into',
      ...besideOtherFaults,
    }),
    output: label,
    errors: ['label:not_found'],
    example: { input: { into: exampleLabel.id, from: 'lbl_01k5v2s8xgf9hb3m4q7r8t9w0z' }, output: exampleLabel },
  }),
  add: mutation({
    summary: 'Add labels to a chat',
    description: "Adds to the chat's labels, at most 50 in total; labels already on the chat are ignored.",
    rest: 'POST /v1/chats/{id}/labels',
    scope: 'send',
    limitedBy: 'number',
    input: z.object({ id: idOf('chat'), labels: some.describe('Labels to add, by id or name') }),
    output: chat,
    errors: ['chat:not_found', 'label:not_found', 'chat:too_many_labels'],
    example: { input: { ...byChat, labels: [exampleLabel.id] }, output: labeled },
  }),
  removeFromChat: mutation({
    summary: 'Remove a label from a chat',
    description: 'A label that the chat does not have is ignored.',
    rest: 'DELETE /v1/chats/{id}/labels/{label}',
    scope: 'send',
    limitedBy: 'number',
    input: z.object({ id: idOf('chat'), label: idOf('lbl') }),
    output: chat,
    errors: ['chat:not_found', 'label:not_found'],
    example: { input: { ...byChat, label: exampleLabel.id }, output: exampleChat },
  }),
}

const noteText = text(1, 4096).describe('Text of the note, at most 4,096 characters')
const newText = 'Asked for a new size.'
const mentions = z
  .array(idOf('mem'))
  .max(20)
  .describe('Members mentioned in the note; each can find the chat with `mentioned`')

export const notes = {
  list: query({
    summary: 'List the notes of a chat',
    description: 'Newest first.',
    rest: 'GET /v1/chats/{id}/notes',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ id: idOf('chat'), ...listOf(note) }),
    output: pageOf(note),
    errors: ['chat:not_found'],
    example: { input: byChat, output: { items: [exampleNote], next: null } },
  }),
  get: query({
    summary: 'Show a note',
    description: 'With its author and the members mentioned in it.',
    rest: 'GET /v1/chats/{id}/notes/{note}',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ id: idOf('chat'), note: idOf('note') }),
    output: note,
    errors: ['chat:not_found', 'note:not_found'],
    example: { input: { ...byChat, note: exampleNote.id }, output: exampleNote },
  }),
  create: mutation({
    summary: 'Add a note to a chat',
    description: 'The note is private: the customer never sees it. Announced as `chat:updated` with `change: noted`.',
    rest: 'POST /v1/chats/{id}/notes',
    status: 201,
    scope: 'send',
    limitedBy: 'number',
    input: z.object({ id: idOf('chat'), message: noteText, mentions: mentions.default([]) }),
    output: note,
    errors: ['chat:not_found', 'member:not_found'],
    example: { input: { ...byChat, message: exampleNote.message }, output: exampleNote },
  }),
  update: mutation({
    summary: 'Change a note',
    description: "Replaces the note's text or mentions. Announced as `chat:updated` with `change: noted`.",
    rest: 'PATCH /v1/chats/{id}/notes/{note}',
    scope: 'send',
    limitedBy: 'number',
    input: z.object({
      id: idOf('chat'),
      note: idOf('note'),
      message: noteText.optional(),
      mentions: mentions.optional(),
    }),
    output: note,
    errors: ['chat:not_found', 'note:not_found', 'member:not_found'],
    example: {
      input: { ...byChat, note: exampleNote.id, message: newText },
      output: { ...exampleNote, message: newText, editedAt: exampleNote.createdAt },
    },
  }),
  remove: mutation({
    summary: 'Delete a note',
    description: 'Deletes the note permanently.',
    rest: 'DELETE /v1/chats/{id}/notes/{note}',
    scope: 'send',
    limitedBy: 'number',
    input: z.object({ id: idOf('chat'), note: idOf('note') }),
    output: removed,
    errors: ['chat:not_found', 'note:not_found'],
    example: { input: { ...byChat, note: exampleNote.id }, output: { id: exampleNote.id, deleted: true } },
  }),
}
