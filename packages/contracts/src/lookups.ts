import { z } from 'zod'
import { query } from './contract.ts'
import { text } from './primitives.ts'

const bound = text(1, 40)

/** Lookups of a service's objects by partial id. `example`: an id of the first kind. */
export const lookupsOf = <const Kind extends string>(kinds: readonly [Kind, ...Kind[]], example: string) => ({
  byRange: query({
    summary: 'Find an object by the start of its id',
    description:
      'Internal. Returns the id in this range, both ends included, or null. An id whose last bits were cut off is in exactly one range.',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({
      kind: z.enum(kinds).describe('Kind of object to find'),
      from: bound.describe('Lowest id of the range'),
      to: bound.describe('Highest id of the range'),
    }),
    output: z.object({ id: z.string().nullable().describe('The id in the range; null: none') }),
    errors: [],
    example: {
      input: { kind: kinds[0], from: example.replace(/.{5}$/, '00000'), to: example.replace(/.{5}$/, 'zzzzz') },
      output: { id: example },
    },
  }),
})

export type Lookups = ReturnType<typeof lookupsOf>
