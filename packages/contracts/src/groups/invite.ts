import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { named } from '../names.ts'
import { exampleGroup, groupError } from './group.ts'

const invite = named(
  'GroupInvite',
  z.object({
    link: z.string().nullable().describe('Null until the group is active'),
    status: z.enum(['valid', 'renewing']).describe('renewing: the link works until the provider has made the new one'),
    error: groupError.nullable().describe('Why the link was not renewed'),
  }),
)

const { id } = exampleGroup
const link = 'https://chat.whatsapp.com/HlX0bQ7xYzA'
const byId = z.object({ id: idOf('grp') })

/** Invite links for groups. */
export const invites = {
  get: query({
    summary: 'Show the invite link of a group',
    description: 'People who follow it join, or request to join if the group has `joinApproval`.',
    rest: 'GET /v1/groups/{id}/invite',
    scope: 'read',
    limitedBy: 'number',
    input: byId,
    output: invite,
    errors: ['group:not_found'],
    example: { input: { id }, output: { link, status: 'valid', error: null } },
  }),
  revoke: mutation({
    summary: 'Revoke the invite link of a group',
    description:
      'The provider makes a new link (`group:updated` with `changed`), and the old one stops working: people who were invited with it and have not joined are `canceled` and can be invited again.',
    rest: 'POST /v1/groups/{id}/invite/revoke',
    scope: 'manage',
    limitedBy: 'number',
    input: byId,
    output: invite,
    errors: ['group:not_found', 'group:not_active', 'group:suspended'],
    example: { input: { id }, output: { link, status: 'renewing', error: null } },
  }),
}
