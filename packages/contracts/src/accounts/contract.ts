import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { assignee } from '../messaging/chat.ts'
import { exampleMember } from '../messaging/examples.ts'
import { quarantineOperations, restoreOperations, upkeep } from '../process.ts'
import { email, idOf, named, nameText, removed, text, time } from '../schemas.ts'
import { searchOperations } from '../search.ts'
import { audit } from './audit.ts'
import {
  apiKey,
  callerFields,
  exampleApiKey,
  exampleKeyText,
  isTest,
  keyBounds,
  keyOperations,
  keyScopes,
} from './keys.ts'
import { operatorOperations, peopleOperations } from './people.ts'
import { revokeKeys, teamOperations } from './team.ts'
import { ownWorkspaceOperations, workspace as workspaceOfWorkspace } from './workspace.ts'

const workspaceKey = apiKey.extend({ workspace: idOf('ws') })

const workspace = 'ws_01k5v2s8xgf9hb3m4q7r8t9w0y'
const { id } = exampleApiKey
const example = { ...exampleApiKey, workspace } as const satisfies z.input<typeof workspaceKey>

/** Operator operations on keys of all workspaces. */
const workspaceKeyOperations = {
  create: mutation({
    summary: 'Create an API key for a workspace',
    description:
      'For operators. Only this response contains the key itself; the system stores its id and an HMAC of its secret. With `numbers`, the key is limited to those numbers: it cannot see anything that belongs only to other numbers, or change anything that affects all numbers. With `cidrs`, the key works only from those addresses; other requests get 403.',
    scope: 'operator',
    input: z.object({
      workspace: idOf('ws'),
      name: nameText(100),
      scopes: keyScopes.default(['read', 'send', 'manage']),
      ...keyBounds,
      test: isTest,
      expiresAt: time.optional(),
    }),
    output: workspaceKey.extend({ key: z.string() }),
    errors: ['workspace:not_found', 'number:not_found', 'key:no_test_number'],
    example: { input: { workspace, name: 'shop' }, output: { ...example, key: exampleKeyText } },
  }),
  list: query({
    summary: 'List the API keys of workspaces',
    description: 'For operators. Covers one workspace, or all of them.',
    scope: 'operator',
    input: z.object({ workspace: idOf('ws').optional() }),
    output: z.array(workspaceKey),
    example: { input: {}, output: [example] },
  }),
  revoke: mutation({
    summary: 'Revoke an API key of a workspace',
    description: 'For operators. Every gateway refuses the key within one second. Revoking it twice changes nothing.',
    scope: 'operator',
    input: z.object({ id: idOf('key') }),
    output: workspaceKey,
    errors: ['key:not_found'],
    example: { input: { id }, output: { ...example, revokedAt: exampleApiKey.createdAt } },
  }),
}

/** Tool calls by assistants, which use the API over MCP. */
const assistantOperations = {
  record: mutation({
    summary: 'Record a tool call by an assistant',
    description:
      "Internal. Counts the call's recipients against the key's limit for the day (UTC), and records the call in the audit log before it takes effect. `released` gives back the recipients of a call that had no effect.",
    scope: 'operator',
    input: z.object({
      tool: text(1, 60),
      given: z.record(z.string(), z.json()).describe('Arguments of the call'),
      recipients: z.int().min(0).describe('People who get a message'),
      recipientsMax: z.int().min(0).describe('Daily limit of the key'),
      dryRun: z.boolean(),
      released: z.boolean().default(false).describe('True after a call that had no effect'),
    }),
    output: z.object({ recipients: z.int().describe('Recipients counted for the key on this day') }),
    errors: ['assistant:recipients_exceeded'],
    example: {
      input: {
        tool: 'send_message',
        given: { phone: '+4915112345678', message: 'Hello' },
        recipients: 1,
        recipientsMax: 500,
        dryRun: false,
      },
      output: { recipients: 1 },
    },
  }),
}

/** A member, as operators see them. */
export const member = assignee.extend({ createdAt: time })

const account = named(
  'Account',
  z.object({
    ...callerFields,
    usage: z
      .object({
        day: z.string().describe('YYYY-MM-DD, UTC'),
        in: z.int().nullable().describe('Incoming messages on that day'),
        out: z.int().nullable().describe('Outgoing messages on that day'),
      })
      .describe("Today's messages; null while they cannot be counted, and for keys without the `read` scope"),
  }),
)

const ws = 'ws_01k5v2s8xgf9hb3m4q7r8t9w0y'
const key = 'key_01k5v2s8xgf9hb3m4q7r8t9w0y'
const at = '2026-11-20T08:30:00.000Z'
const ada = { ...exampleMember, createdAt: at }

/** Operator operations on members of all workspaces. */
const people = {
  members: {
    create: mutation({
      summary: 'Add a member to a workspace',
      description: 'For operators. Chats can then be assigned to the member.',
      scope: 'operator',
      input: z.object({ workspace: idOf('ws'), name: nameText(100), email }),
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
        'For operators. Changes the name and email address. Each chat assigned to the member is announced as `chat:updated`.',
      scope: 'operator',
      input: z.object({ id: idOf('mem'), name: nameText(100).optional(), email: email.optional() }),
      output: member.extend({ workspace: idOf('ws') }),
      errors: ['member:not_found', 'member:duplicate'],
      example: { input: { id: ada.id, name: exampleMember.name }, output: { ...ada, workspace: ws } },
    }),
    remove: mutation({
      summary: 'Remove a member from a workspace',
      description:
        "For operators. The member's chats become unassigned, each announced as `chat:updated`; the member's open invitations are withdrawn.",
      scope: 'operator',
      input: z.object({ id: idOf('mem'), revokeKeys }),
      output: removed,
      errors: ['member:not_found'],
      example: { input: { id: ada.id }, output: { id: ada.id, deleted: true } },
    }),
    list: query({
      summary: 'List members',
      description: 'For operators. Covers one workspace, or all of them.',
      scope: 'operator',
      input: z.object({ workspace: idOf('ws').optional() }),
      output: z.array(member.extend({ workspace: idOf('ws') })),
      example: { input: {}, output: [{ ...ada, workspace: ws }] },
    }),
  },
}

/** The gateway's own operations: the caller's account, the team and the audit log, and for operators also workspaces, members and keys. */
export const accounts = {
  ...teamOperations,
  ...people,
  audit,
  assistants: assistantOperations,
  people: peopleOperations,
  operators: operatorOperations,
  restore: restoreOperations,
  quarantines: quarantineOperations,
  me: {
    get: query({
      summary: "Show the caller's account",
      description:
        "Workspace, key or member, permitted operations, limits, and today's messages. Use it to test a connection.",
      rest: 'GET /v1/me',
      scope: null,
      limitedBy: 'number',
      input: z.object({}),
      output: account,
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
      input: z.object({ name: nameText(100) }),
      output: workspaceOfWorkspace,
      example: { input: { name: 'Shop' }, output: { id: ws, name: 'Shop', createdAt: at } },
    }),
    list: query({
      summary: 'List all workspaces',
      description: 'For operators. Oldest first.',
      scope: 'operator',
      input: z.object({}),
      output: z.array(workspaceOfWorkspace),
      example: { input: {}, output: [{ id: ws, name: 'Shop', createdAt: at }] },
    }),
    find: query({
      summary: 'Find the workspace of a key or number',
      description:
        'For a directory of several installations. Returns the workspace with this id, this number, or a key with this public part; null if this installation has none.',
      scope: 'operator',
      input: z.object({ by: z.enum(['key', 'number', 'workspace']), id: text(1, 64) }),
      output: z.object({ workspace: idOf('ws').nullable() }),
      example: { input: { by: 'key', id: '4fQ2mZ7aBk3J' }, output: { workspace: ws } },
    }),
  },
  keys: keyOperations,
  workspaceKeys: workspaceKeyOperations,
  search: searchOperations,
  ...upkeep,
}
