import { z } from 'zod'
import { query } from '../contract.ts'
import { actor, idOf, named, pageOf, paging, time } from '../schemas.ts'
import { automationRun } from './automation-run.ts'
import { assignee, chatChange, note, rating, snooze } from './chat.ts'
import { exampleIds, exampleMessage } from './examples.ts'
import { message } from './message.ts'

const item = named(
  'TimelineItem',
  z.object({
    type: z.enum(['message', 'note', 'change']).describe('Kind of item'),
    id: z.union([idOf('msg'), idOf('note'), idOf('chg')]).describe('Id of the message, note or change'),
    at: time,
    message: message.nullable().describe('The message, if the item is a message'),
    note: note.nullable().describe('The note, if the item is a note'),
    change: chatChange.nullable().describe('Kind of change'),
    by: actor.nullable().describe('Who made the change; null if the customer or a scheduled time caused it'),
    assignee: assignee.nullable().describe('Member assigned by the change'),
    snooze: snooze.nullable().describe('Snooze that the change set'),
    rating: rating.nullable().describe('With the change `rated`: what the customer chose'),
    run: automationRun.nullable().describe('With the change `automated`: what the automation did'),
  }),
)

const place = {
  around: idOf('msg').optional().describe('Page with this message of the chat in the middle'),
  after: idOf('msg').optional().describe('Only items after this message of the chat'),
}

export const timeline = query({
  summary: 'Show the timeline of a chat',
  description:
    'Messages, notes and changes in the chat, newest first: who assigned, resolved, snoozed, muted or labeled it and when, and each run of an automation.',
  rest: 'GET /v1/chats/{id}/timeline',
  scope: 'read',
  limitedBy: 'number',
  list: true,
  input: z.object({ id: idOf('chat'), ...place, size: paging.size, cursor: paging.cursor }),
  output: pageOf(item),
  errors: ['chat:not_found', 'message:not_found', 'cursor:invalid'],
  example: {
    input: { id: exampleIds.chat },
    output: {
      items: [
        {
          type: 'change',
          id: 'chg_01k5v2s8xgf9hb3m4q7r8t9w0y',
          at: exampleMessage.createdAt,
          change: 'resolved',
          by: exampleMessage.by,
        },
        { type: 'message', id: exampleMessage.id, at: exampleMessage.createdAt, message: exampleMessage },
      ],
      next: null,
    },
  },
})
