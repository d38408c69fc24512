import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { assignee } from '../messaging/chat.ts'
import { exampleMember } from '../messaging/examples.ts'
import { named } from '../names.ts'
import { email, pageOf, paging, text, time } from '../primitives.ts'
import { assistantOperations } from './assistants.ts'
import { audit } from './audit.ts'
import { bounds, callerFields } from './caller.ts'
import { keyBounds, keyScopes } from './key-bounds.ts'
import { peopleOperations } from './people.ts'
import { ownWorkspaceOperations, workspace } from './workspace.ts'

/** A person of the workspace, to whom chats can be assigned. */
export const member = named('Member', assignee.extend({ createdAt: time }))

/** An API key as lists show it: never the secret. */
export const apiKey = z.object({
  id: idOf('key'),
  workspace: idOf('ws'),
  name: z.string(),
  hint: z.string().describe('Public part of the key, by which you recognise it'),
  scopes: keyScopes,
  ...bounds,
  expiresAt: time.nullable(),
  revokedAt: time.nullable(),
  lastUsedAt: time.nullable(),
  createdAt: time,
})

const account = named(
  'Account',
  z.object({
    ...callerFields,
    usage: z
      .object({
        day: z.string().describe('YYYY-MM-DD, UTC'),
        in: z.int().nullable().describe('Incoming messages of the day'),
        out: z.int().nullable().describe('Outgoing messages of the day'),
      })
      .describe(
        'Messages of today; null while they cannot be counted, and for keys without the scope `read`. More: GET /v1/usage',
      ),
  }),
)

const ws = 'ws_01k5v2s8xgf9hb3m4q7r8t9w0y'
const key = 'key_01k5v2s8xgf9hb3m4q7r8t9w0y'
const at = '2026-11-20T08:30:00.000Z'
const exampleKey = {
  id: key,
  workspace: ws,
  name: 'shop',
  hint: 'ph_live_k3J9xQ2mZ7aB',
  scopes: ['read' as const, 'send' as const, 'manage' as const],
  numbers: null,
  cidrs: null,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  createdAt: at,
}

const ada = { ...exampleMember, createdAt: at }

/** Operations on the people of a workspace. */
const people = {
  team: {
    list: query({
      summary: 'List the team',
      description: 'Members of the workspace, to whom chats can be assigned, by name.',
      rest: 'GET /v1/team',
      scope: 'read',
      list: true,
      input: z.object(paging),
      output: pageOf(member),
      errors: ['cursor:invalid'],
      example: { input: {}, output: { items: [ada], next: null } },
    }),
  },
  members: {
    create: mutation({
      summary: 'Add a member to a workspace',
      description: 'For operators. Chats can then be assigned to the member.',
      scope: 'operator',
      input: z.object({ workspace: idOf('ws'), name: text(1, 100), email }),
      output: member.extend({ workspace: idOf('ws') }),
      errors: ['workspace:not_found', 'member:duplicate'],
      example: {
        input: { workspace: ws, name: exampleMember.name, email: exampleMember.email },
        output: { ...ada, workspace: ws },
      },
    }),
    update: mutation({
      summary: 'Change a member',
      description:
        'For operators. Changes name and e-mail address. Each chat that is assigned to the member is announced as `chat:updated`.',
      scope: 'operator',
      input: z.object({ id: idOf('mem'), name: text(1, 100).optional(), email: email.optional() }),
      output: member.extend({ workspace: idOf('ws') }),
      errors: ['member:not_found', 'member:duplicate'],
      example: { input: { id: ada.id, name: exampleMember.name }, output: { ...ada, workspace: ws } },
    }),
    remove: mutation({
      summary: 'Remove a member from a workspace',
      description:
        'For operators. The chats of the member are then assigned to nobody, each announced as `chat:updated`.',
      scope: 'operator',
      input: z.object({ id: idOf('mem') }),
      output: z.object({ id: idOf('mem'), removed: z.literal(true) }),
      errors: ['member:not_found'],
      example: { input: { id: ada.id }, output: { id: ada.id, removed: true } },
    }),
    list: query({
      summary: 'List members',
      description: 'For operators. Lists those of one workspace, or of all.',
      scope: 'operator',
      input: z.object({ workspace: idOf('ws').optional() }),
      output: z.array(member.extend({ workspace: idOf('ws') })),
      errors: [],
      example: { input: {}, output: [{ ...ada, workspace: ws }] },
    }),
  },
}

/** Operations of the gateway itself: the caller's account, the team, the audit log, and workspaces, members and keys for operators. */
export const accounts = {
  ...people,
  audit,
  assistants: assistantOperations,
  people: peopleOperations,
  me: {
    get: query({
      summary: 'Show the account of the caller',
      description:
        'Returns the workspace, the key with its scopes or the member with their role, what the caller may do, its limits, and the number of messages today. Use it to test a connection.',
      rest: 'GET /v1/me',
      scope: null,
      input: z.object({}),
      output: account,
      errors: [],
      example: {
        input: {},
        output: {
          workspace: { id: ws, name: 'Shop' },
          key: { id: key, name: 'shop', scopes: ['read', 'send'], numbers: null, cidrs: null, expiresAt: null },
          member: null,
          may: ['messages.send', 'messages.list'],
          csrf: null,
          workspaces: [],
          limits: { perKey: { perSecond: 50, burst: 100 }, perWorkspace: { perSecond: 100, burst: 200 } },
          usage: { day: '2026-11-20', in: 12, out: 40 },
        },
      },
    }),
  },
  workspace: ownWorkspaceOperations,
  workspaces: {
    create: mutation({
      summary: 'Create a workspace',
      description: 'For operators. The workspace starts empty; create a key for it next.',
      scope: 'operator',
      input: z.object({ name: text(1, 100) }),
      output: workspace,
      errors: [],
      example: { input: { name: 'Shop' }, output: { id: ws, name: 'Shop', createdAt: at } },
    }),
    list: query({
      summary: 'List all workspaces',
      description: 'For operators. Oldest first.',
      scope: 'operator',
      input: z.object({}),
      output: z.array(workspace),
      errors: [],
      example: { input: {}, output: [{ id: ws, name: 'Shop', createdAt: at }] },
    }),
  },
  keys: {
    create: mutation({
      summary: 'Create an API key',
      description:
        'For operators. Only this response contains the key itself; the system stores its id and an HMAC of its secret. With `numbers` the key is limited to these numbers and their chats, messages, groups, channels and webhooks; anything of another number does not exist for it (404, left out of lists). Contacts, segments, files, labels and the team belong to the whole workspace. With `cidrs` the key works from these addresses only; requests from any other get 403.',
      scope: 'operator',
      input: z.object({
        workspace: idOf('ws'),
        name: text(1, 100),
        scopes: keyScopes.default(['read', 'send', 'manage']),
        ...keyBounds,
        expiresAt: time.optional(),
      }),
      output: apiKey.extend({ key: z.string() }),
      errors: ['workspace:not_found', 'number:not_found'],
      example: {
        input: { workspace: ws, name: 'shop' },
        output: { ...exampleKey, key: 'ph_live_k3J9xQ2mZ7aB_Yw1R5tE8uI2oP4aS6dF7gH9jK1lZ3xC5vB7n2c4f6a' },
      },
    }),
    list: query({
      summary: 'List API keys',
      description: 'For operators. Lists those of one workspace, or of all.',
      scope: 'operator',
      input: z.object({ workspace: idOf('ws').optional() }),
      output: z.array(apiKey),
      errors: [],
      example: { input: {}, output: [exampleKey] },
    }),
    revoke: mutation({
      summary: 'Revoke an API key',
      description: 'For operators. Every gateway refuses the key within one second. Revoking it twice changes nothing.',
      scope: 'operator',
      input: z.object({ id: idOf('key') }),
      output: apiKey,
      errors: ['key:not_found'],
      example: { input: { id: key }, output: { ...exampleKey, revokedAt: at } },
    }),
  },
}
