import { z } from 'zod'
import { actor } from '../call-context.ts'
import { mutation } from '../contract.ts'
import { idOf } from '../ids.ts'
import { named } from '../names.ts'
import { time } from '../primitives.ts'
import { exampleIds, exampleMessage } from './examples.ts'

/** Seconds until a presence expires if it isn't repeated. */
export const presenceSeconds = 20

const present = named(
  'Presence',
  z.object({
    by: actor.describe('Member or key that has the chat open'),
    status: z.enum(['viewing', 'writing']).describe('viewing: has the chat open; writing: is typing'),
    at: time.describe('Time of the last report'),
  }),
)

/** Reports that the caller has a chat open. Returns the others who have it open. */
export const presence = mutation({
  summary: 'Report presence in a chat',
  description: `Reports that the caller is viewing the chat or typing, and returns the others who are doing so. A report lasts ${presenceSeconds} seconds; repeat it while the chat is open. The customer does not see it.`,
  rest: 'POST /v1/chats/{id}/presence',
  scope: 'read',
  limitedBy: 'number',
  input: z.object({
    id: idOf('chat'),
    status: z
      .enum(['viewing', 'writing', 'left'])
      .describe('viewing: has the chat open; writing: is typing; left: closed the chat'),
  }),
  output: z.object({ others: z.array(present).describe('Others who have the chat open, in the order they opened it') }),
  errors: ['chat:not_found'],
  example: {
    input: { id: exampleIds.chat, status: 'viewing' },
    output: { others: [{ by: exampleMessage.by, status: 'writing', at: exampleMessage.createdAt }] },
  },
})
