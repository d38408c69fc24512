import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import type { ErrorCode } from '../errors.ts'
import { assignee, color } from '../messaging/chat.ts'
import { exampleMember } from '../messaging/examples.ts'
import { email, idOf, listOf, named, nameText, pageOf, removed, role, time } from '../schemas.ts'
import { departments } from './departments.ts'
import { apiKey } from './keys.ts'

const numbers = z
  .array(idOf('num'))
  .min(1)
  .max(100)
  .nullable()
  .optional()
  .describe('Numbers that an agent or viewer is limited to; null: all')

const limitedTo = z.array(idOf('num')).nullable().describe('Numbers that the member is limited to; null: all')

const member = named(
  'Member',
  assignee.extend({
    role,
    status: z
      .enum(['active', 'invited', 'disabled'])
      .describe('`invited`: has not signed in yet; `disabled`: cannot access the workspace'),
    numbers: limitedTo,
    color: color.nullable().describe('Color'),
    twoFactor: z.boolean().describe('True when the person signs in with a second factor'),
    lastSeenAt: time.nullable().describe('Time of the last activity in the dashboard; null: none yet'),
    createdAt: time,
  }),
)

const keysOfMember = z.array(apiKey).describe('Active keys that the member created')
/** Field of requests that remove a member. */
export const revokeKeys = z.boolean().default(false).describe('True to revoke the keys that the member created')
const leaving = 'Their open invitations end. Keys that they created still work unless `revokeKeys` is true.'

const at = '2026-11-20T08:30:00.000Z'
const id = 'mem_01k5v2s8xgf9hb3m4q7r8t9w0y'
const example: z.input<typeof member> = {
  ...exampleMember,
  id,
  role: 'agent',
  status: 'active',
  numbers: null,
  color: null,
  twoFactor: false,
  lastSeenAt: at,
  createdAt: at,
}

const invitation = named(
  'Invitation',
  z.object({
    id: idOf('tin'),
    email: z.string().describe('Email address of the invited person'),
    role,
    numbers: limitedTo,
    mailStatus: z
      .enum(['waiting', 'sent', 'failed'])
      .nullable()
      .describe('Email with the link; failed: share a new one; null: none'),
    expiresAt: time.describe('When the link expires'),
    createdAt: time,
  }),
)

const invitationId = 'tin_01k5v2s8xgf9hb3m4q7r8t9w0y' as const
const exampleInvitation: z.input<typeof invitation> = {
  id: invitationId,
  email: 'linus@shop.example.com',
  role: 'agent',
  numbers: null,
  mailStatus: null,
  expiresAt: '2026-11-27T08:30:00.000Z',
  createdAt: at,
}

const onlyOwners = 'Only owners can change admins and owners, after confirming their password.'

const one = z.object({ id: idOf('mem') })

const change = {
  scope: 'admin' as const,
  limitedBy: 'number' as const,
  output: named(
    'ChangedMember',
    member.extend({
      keys: keysOfMember
        .nullable()
        .describe('Active keys that the member created; null when the member lost no rights'),
    }),
    member,
  ),
  errors: ['member:not_found', 'member:last_owner', 'role:insufficient', 'confirmation:required'] satisfies ErrorCode[],
}

const team = {
  list: query({
    summary: 'List the team',
    description: 'Members of the workspace, sorted by name; chats can be assigned to them.',
    rest: 'GET /v1/team',
    scope: 'read',
    limitedBy: 'number',
    input: z.object(listOf(member)),
    output: pageOf(member),
    example: { input: {}, output: { items: [example], next: null } },
  }),
  get: query({
    summary: 'Show a team member',
    description: 'Includes role, numbers and status.',
    rest: 'GET /v1/team/{id}',
    scope: 'read',
    limitedBy: 'number',
    input: one,
    output: member,
    errors: ['member:not_found'],
    example: { input: { id }, output: example },
  }),
  update: mutation({
    summary: 'Change a team member',
    description: `Changes the fields that you send. If the member loses rights, their open invitations end; \`keys\` lists the keys they created. The last owner stays an owner. ${onlyOwners}`,
    rest: 'PATCH /v1/team/{id}',
    ...change,
    input: one.extend({
      name: nameText(100).optional().describe('New name'),
      role: role.optional(),
      numbers,
      color: color.nullable().optional().describe('New color, #rrggbb; null removes it'),
      revokeKeys,
    }),
    errors: [...change.errors, 'number:not_found'],
    example: { input: { id, role: 'agent' }, output: example },
  }),
  disable: mutation({
    summary: 'Disable a team member',
    description: `The member cannot access the workspace until enabled. ${leaving} The last owner stays an owner. ${onlyOwners}`,
    rest: 'POST /v1/team/{id}/disable',
    ...change,
    input: one.extend({ revokeKeys }),
    example: { input: { id }, output: { ...example, status: 'disabled', keys: [] } },
  }),
  enable: mutation({
    summary: 'Enable a team member',
    description: `The member can access the workspace again. ${onlyOwners}`,
    rest: 'POST /v1/team/{id}/enable',
    ...change,
    input: one,
    output: member,
    errors: ['member:not_found', 'role:insufficient', 'confirmation:required'],
    example: { input: { id }, output: example },
  }),
  remove: mutation({
    summary: 'Remove a member from the team',
    description: `The member's chats become unassigned, each announced as \`chat:updated\`. ${leaving} The last owner stays an owner. ${onlyOwners}`,
    rest: 'POST /v1/team/{id}/remove',
    ...change,
    input: one.extend({ revokeKeys }),
    output: removed,
    example: { input: { id }, output: { id, deleted: true } },
  }),
}

const invitations = {
  list: query({
    summary: 'List invitations to the team',
    description: 'Open invitations, newest first.',
    rest: 'GET /v1/invitations',
    scope: 'admin',
    limitedBy: 'number',
    input: z.object(listOf(invitation)),
    output: pageOf(invitation),
    example: { input: {}, output: { items: [exampleInvitation], next: null } },
  }),
  get: query({
    summary: 'Show an invitation to the team',
    description: 'Does not include its link.',
    rest: 'GET /v1/invitations/{id}',
    scope: 'admin',
    limitedBy: 'number',
    input: z.object({ id: idOf('tin') }),
    output: invitation,
    errors: ['invitation:not_found'],
    example: { input: { id: invitationId }, output: exampleInvitation },
  }),
  create: mutation({
    summary: 'Invite someone to the team',
    description: `Only this response contains the link, which works once within seven days. It replaces earlier ones to the address. An agent or viewer with \`numbers\` sees only the chats of those numbers, but all contacts, segments and files. ${onlyOwners}`,
    rest: 'POST /v1/invitations',
    status: 201,
    scope: 'admin',
    limitedBy: 'number',
    input: z.object({
      email: email.describe('Email address'),
      role,
      numbers,
      name: nameText(100).optional().describe('Makes the person a member at once, with the status `invited`'),
      mail: z.boolean().default(true).describe('False: no email is sent'),
    }),
    output: named(
      'NewInvitation',
      invitation.extend({
        link: z.string().describe('URL of the page for joining; without `PUBLIC_URL`, only its path'),
      }),
      invitation,
    ),
    errors: [
      'member:duplicate',
      'role:insufficient',
      'confirmation:required',
      'number:not_found',
      'invitation:too_many',
    ],
    example: {
      input: { email: exampleInvitation.email, role: 'agent' },
      output: { ...exampleInvitation, link: '/app/welcome#q4yW0Zr8mJm2sXo7Tn5cVb1Lk9Hd3GfAe6UiPxRwYzQ' },
    },
  }),
  remove: mutation({
    summary: 'Withdraw an invitation',
    description: 'Its link no longer works.',
    rest: 'DELETE /v1/invitations/{id}',
    scope: 'admin',
    limitedBy: 'number',
    input: z.object({ id: idOf('tin') }),
    output: removed,
    errors: ['invitation:not_found', 'role:insufficient', 'confirmation:required'],
    example: { input: { id: invitationId }, output: { id: invitationId, deleted: true } },
  }),
}

/** Operations on people in the caller's workspace. */
export const teamOperations = { team, invitations, departments }
