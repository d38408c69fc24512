import { z } from 'zod'
import { query } from '../contract.ts'
import { text } from '../primitives.ts'
import { exampleIds } from './examples.ts'

const bound = text(1, 40)

/** Look-ups of things whose ids are known in part. */
export const lookups = {
  byRange: query({
    summary: 'Find a message, file or chat by the beginning of its id',
    description:
      'Internal. Returns the id in this range, both ends included, or null. An id whose last bits were cut off is in exactly one range.',
    scope: 'read',
    input: z.object({
      kind: z.enum(['message', 'file', 'chat']).describe('Kind of what is looked for'),
      from: bound.describe('Lowest id of the range'),
      to: bound.describe('Highest id of the range'),
    }),
    output: z.object({ id: z.string().nullable().describe('The id in the range; null: none') }),
    errors: [],
    example: {
      input: { kind: 'message', from: 'msg_01k5v2s8xgf9hb3m4q7r800000', to: 'msg_01k5v2s8xgf9hb3m4q7rfzzzzz' },
      output: { id: exampleIds.message },
    },
  }),
}
