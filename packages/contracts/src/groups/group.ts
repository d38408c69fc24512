import { z } from 'zod'
import { idOf } from '../ids.ts'
import { time } from '../primitives.ts'

/** Why something about a group was not done. */
export const groupError = z.object({ errorCode: z.string(), message: z.string() })

const groupChange = z.object({
  setting: z.enum(['name', 'description', 'image', 'invite', 'deletion']),
  state: z.enum(['pending', 'applied', 'failed']).describe('pending: the provider has not confirmed it yet'),
  to: z.string().nullable().describe('The name or description asked for; of an image the sha256 of its bytes'),
  error: groupError.nullable(),
  requestedAt: time,
})

/** A group at the provider, made by one of our numbers. */
export const group = z.object({
  id: idOf('grp'),
  number: idOf('num'),
  name: z.string(),
  description: z.string().nullable(),
  state: z
    .enum(['creating', 'active', 'suspended', 'deleting', 'deleted', 'failed'])
    .describe('Only an active group takes messages. suspended: by the provider, until it clears that'),
  joinApproval: z.boolean().describe('Whoever follows the link must be let in'),
  image: z.object({ sha256: z.string().describe('Of its bytes, hexadecimal'), setAt: time }).nullable(),
  inviteLink: z.string().nullable(),
  providerId: z.string().nullable().describe('Of the group at the provider; null until it is made'),
  participants: z
    .object({
      joined: z.int().describe('People in the group; the number itself does not count'),
      invited: z.int().describe('Invited, and not yet in it'),
      requested: z.int().describe('Waiting to be let in'),
    })
    .describe('How many; the provider takes 8 people into a group'),
  changes: z.array(groupChange).describe('The last change asked for of each setting, and what became of it'),
  error: groupError.nullable().describe('Why it could not be made'),
  createdAt: time,
  updatedAt: time,
})

const at = '2026-11-20T08:30:00.000Z'
/** A group the provider has not confirmed yet. */
export const exampleGroup = {
  id: 'grp_01k5v2s8xgf9hb3m4q7r8t9w0y',
  number: 'num_01k5v2s8xgf9hb3m4q7r8t9w0y',
  name: 'Drivers north',
  description: null,
  state: 'creating' as const,
  joinApproval: false,
  image: null,
  inviteLink: null,
  providerId: null,
  participants: { joined: 0, invited: 0, requested: 0 },
  changes: [],
  error: null,
  createdAt: at,
  updatedAt: at,
}
