import { z } from 'zod'
import { keptError } from '../fault.ts'
import { idOf, named, time } from '../schemas.ts'

/** Why a change to a group failed. */
export const groupError = keptError

const groupChange = z.object({
  setting: z.enum(['name', 'description', 'image', 'invite', 'deletion']).describe('Setting to change'),
  status: z.enum(['pending', 'applied', 'failed']).describe('pending: the provider has not confirmed it yet'),
  to: z.string().nullable().describe('The requested name or description; for an image, the SHA-256 of its bytes'),
  error: groupError.nullable().describe('Reason for a failure; null: none'),
  requestedAt: time,
})

/** A group at the provider, created by a number of the workspace. */
export const group = named(
  'Group',
  z.object({
    id: idOf('grp'),
    number: idOf('num'),
    name: z.string().describe('Name of the group'),
    description: z.string().nullable().describe('Description of the group; null: none'),
    status: z
      .enum(['creating', 'active', 'suspended', 'deleting', 'deleted', 'failed'])
      .describe('Only an active group takes messages. suspended: by the provider, until it lifts the suspension'),
    joinApproval: z.boolean().describe('True when people who follow the link must be approved'),
    image: z
      .object({ sha256: z.string().describe('SHA-256 of the bytes, hexadecimal'), setAt: time })
      .nullable()
      .describe('Image of the group; null: none'),
    inviteLink: z.string().nullable().describe('Link to join the group; null until it is active'),
    providerId: z.string().nullable().describe("The provider's id for the group; null until it is active"),
    participants: z
      .object({
        joined: z.int().describe('People in the group; the number itself does not count'),
        invited: z.int().describe('Invited but not yet in the group'),
        requested: z.int().describe('Open requests to join'),
      })
      .describe('Counts of people; the provider allows 8 in a group'),
    changes: z.array(groupChange).describe('The last requested change to each setting, with its outcome'),
    error: groupError.nullable().describe('Why the group could not be created'),
    createdAt: time,
    updatedAt: time,
  }),
)

const at = '2026-11-20T08:30:00.000Z'
/** A group that the provider hasn't confirmed yet. */
export const exampleGroup = {
  id: 'grp_01k5v2s8xgf9hb3m4q7r8t9w0y',
  number: 'num_01k5v2s8xgf9hb3m4q7r8t9w0y',
  name: 'Drivers north',
  description: null,
  status: 'creating' as const,
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
