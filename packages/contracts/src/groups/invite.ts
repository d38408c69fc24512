import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { exampleGroup, groupError } from './group.ts'

const invite = z.object({
  link: z.string().nullable().describe('Null until the group is made'),
  state: z.enum(['valid', 'renewing']).describe('renewing: the link is good until the provider has made the new one'),
  error: groupError.nullable().describe('Why it was not renewed'),
})

const { id } = exampleGroup
const link = 'https://chat.whatsapp.com/HlX0bQ7xYzA'
const byId = z.object({ id: idOf('grp') })

/** The invite link of groups. */
export const invites = {
  get: query({
    summary: 'Show the invite link of a group',
    description: 'Whoever follows it joins, or asks to where the group has `joinApproval`.',
    rest: 'GET /v1/groups/{id}/invite',
    scope: 'read',
    input: byId,
    output: invite,
    errors: ['group:not_found'],
    example: { input: { id }, output: { link, state: 'valid', error: null } },
  }),
  revoke: mutation({
    summary: 'Revoke the invite link of a group',
    description:
      'The provider makes a new one (`group:updated` with `changed`), and the old one opens the group no more: who was invited with it and has not joined is `canceled` and can be invited again.',
    rest: 'DELETE /v1/groups/{id}/invite',
    scope: 'manage',
    input: byId,
    output: invite,
    errors: ['group:not_found', 'group:not_active', 'group:suspended'],
    example: { input: { id }, output: { link, state: 'renewing', error: null } },
  }),
}
