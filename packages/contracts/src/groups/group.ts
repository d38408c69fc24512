import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { keptError } from '../fault.ts'
import { userIdForm } from '../identifiers.ts'
import { onWindowClosed } from '../messaging/template-content.ts'
import { idOf, listOf, named, oneOrMany, pageOf, phone, text, time } from '../schemas.ts'

const groupChange = z.object({
  setting: z.enum(['name', 'description', 'image', 'invite', 'deletion']).describe('Setting to change'),
  status: z.enum(['pending', 'applied', 'failed']).describe('pending: the provider has not confirmed it yet'),
  to: z.string().nullable().describe('The requested name or description; for an image, the SHA-256 of its bytes'),
  error: keptError.nullable().describe('Reason for a failure; null: none'),
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
    error: keptError.nullable().describe('Why the group could not be created'),
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

/** Maximum number of people in a group, not counting the number itself. */
export const groupPeopleMax = 8

const status = named(
  'ParticipantStatus',
  z
    .enum(['invited', 'joined', 'removing', 'removed', 'left', 'canceled', 'failed'])
    .describe(
      'removed: by you, and can never rejoin; left: the person left; canceled: the invitation was withdrawn or its link revoked; failed: it did not reach the person',
    ),
)

/** A person who is in, was in, or is invited to a group. */
export const participant = named(
  'Participant',
  z.object({
    phone: z.string().nullable().describe('Null for people who hide it'),
    userId: z.string().nullable().describe("The provider's id for the person"),
    status,
    invitation: z
      .object({
        id: idOf('inv').describe('Reference of its message: GET /v1/messages?reference={id}'),
        status: z
          .enum(['waiting', 'queued', 'sent', 'delivered', 'read', 'failed'])
          .describe('waiting: until the group is active'),
      })
      .nullable()
      .describe('Invitation to the person; null: none was sent'),
    error: keptError.nullable().describe('Reason for a failure; null: none'),
    invitedAt: time.nullable().describe('Time of the invitation; null: none'),
    joinedAt: time.nullable().describe('Time when the person joined; null: not joined'),
    leftAt: time.nullable().describe('Time when the person left or was removed; null: neither'),
  }),
)

/** Input to invite people with a message that contains the link, sent through the number's queue. */
export const invitationInput = named(
  'InvitationText',
  z
    .object({
      message: text(1, 1024)
        .optional()
        .describe('`{link}` is replaced with the link; without `{link}`, the link follows the text'),
      onWindowClosed: onWindowClosed
        .optional()
        .describe(
          'For people who have sent no message within 24 h; `{link}` in its texts is the link. Without a template, their invitations fail',
        ),
    })
    .strict(),
)

/** A person in a path or body: a phone number, or the user id if the phone number is hidden. */
const person = z
  .union([phone, z.string().regex(userIdForm, 'must be a phone number, or a user id such as DE.1349')])
  .meta({ description: 'Phone number, or the user id of a person who hides it', example: '+4915112345678' })

const { id } = exampleGroup
const exampleParticipant = {
  phone: '+4915112345678',
  userId: null,
  status: 'invited' as const,
  invitation: { id: 'inv_01k5v2s8xgf9hb3m4q7r8t9w0y', status: 'queued' as const },
  error: null,
  invitedAt: at,
  joinedAt: null,
  leftAt: null,
}
const removing = { ...exampleParticipant, status: 'canceled' as const, leftAt: at }
const byId = z.object({ id: idOf('grp') })

export const participants = {
  list: query({
    summary: 'List the people of a group',
    description: 'Sorted by phone number. People who left or were removed stay listed with their status.',
    rest: 'GET /v1/groups/{id}/participants',
    scope: 'read',
    limitedBy: 'number',
    input: byId.extend({
      status: oneOrMany(status).describe('Only people with these statuses'),
      ...listOf(participant),
    }),
    output: pageOf(participant),
    errors: ['group:not_found'],
    example: { input: { id }, output: { items: [exampleParticipant], next: null } },
  }),
  invite: mutation({
    summary: 'Invite people to a group',
    description:
      'The provider cannot add people: each person gets the invite link and is `invited` until they follow it (`group:updated` with `participants`). People who joined or were invited stay as they are; people who were removed are not invited; people beyond the limit of 8 are `failed` with `group:full`.',
    rest: 'POST /v1/groups/{id}/participants',
    scope: 'manage',
    limitedBy: 'number',
    input: byId.extend({
      phones: z.array(phone).min(1).max(groupPeopleMax).describe('Phone numbers of the people to invite, 1 to 8'),
      invitation: invitationInput.optional().describe('Text of the invitation; default: a standard text'),
    }),
    output: z.array(participant),
    errors: ['group:not_found', 'group:not_active', 'group:suspended'],
    example: { input: { id, phones: [exampleParticipant.phone] }, output: [exampleParticipant] },
  }),
  remove: mutation({
    summary: 'Remove people from a group',
    description:
      'Removes several people at once. People who have joined are `removing` until the provider confirms, then `removed`: they can never rejoin through a link. A pending invitation is `canceled`; its link works until it is revoked.',
    rest: 'POST /v1/groups/{id}/participants/remove',
    scope: 'manage',
    limitedBy: 'number',
    input: byId.extend({
      participants: z
        .array(person)
        .min(1)
        .max(groupPeopleMax)
        .describe('Phone numbers or user ids of the people to remove'),
    }),
    output: z.array(participant),
    errors: ['group:not_found', 'participant:not_found', 'group:not_active', 'group:suspended'],
    example: { input: { id, participants: [exampleParticipant.phone] }, output: [removing] },
  }),
}

const invite = named(
  'GroupInvite',
  z.object({
    link: z.string().nullable().describe('Null until the group is active'),
    status: z.enum(['valid', 'renewing']).describe('renewing: the link works until the provider has made the new one'),
    error: keptError.nullable().describe('Why the link was not renewed'),
  }),
)

const link = 'https://chat.whatsapp.com/HlX0bQ7xYzA'

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
