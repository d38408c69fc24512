import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { named } from '../names.ts'
import { text, time } from '../primitives.ts'

/** A workspace: the tenant that owns keys, numbers, chats, contacts, groups and webhooks. */
export const workspace = z.object({
  id: idOf('ws'),
  name: z.string().describe('Name of the workspace'),
  createdAt: time,
})

/** Handling of a single message to a contact who has opted out. */
export const optedOutMessages = z
  .enum(['send', 'refuse'])
  .describe(
    'A single message to a contact who has opted out: `send` sends it and marks it `optedOut`; `refuse` refuses it with `contact:opted_out`. Posts to channels never reach such a contact.',
  )

/** A value of that setting. */
export type OptedOutMessages = z.output<typeof optedOutMessages>

/** The settings of a workspace. */
export const workspaceSettings = named('WorkspaceSettings', z.object({ optedOutMessages }))

/** The settings of a workspace as other services need them. */
export const workspaceChanged = z.object({ settings: workspaceSettings })

const ownWorkspace = named(
  'Workspace',
  workspace.extend({ settings: workspaceSettings.describe('Settings of the workspace') }),
)

/** The workspace of the `example`s. */
export const exampleWorkspace = {
  id: 'ws_01k5v2s8xgf9hb3m4q7r8t9w0y' as const,
  name: 'Shop',
  createdAt: '2026-11-20T08:30:00.000Z',
}
const example = { ...exampleWorkspace, settings: { optedOutMessages: 'send' as const } }

/** Operations on the caller's own workspace. */
export const ownWorkspaceOperations = {
  get: query({
    summary: 'Show the workspace',
    description: 'The workspace of the key, with its settings.',
    rest: 'GET /v1/workspace',
    scope: 'read',
    input: z.object({}),
    output: ownWorkspace,
    errors: ['workspace:not_found'],
    example: { input: {}, output: example },
  }),
  update: mutation({
    summary: 'Change the workspace',
    description:
      'Its name and its settings; absent fields stay as they are. A changed setting applies to messages that are accepted or due from then on, within about a second.',
    rest: 'PATCH /v1/workspace',
    scope: 'manage',
    input: z.object({
      name: text(1, 100).optional().describe('New name'),
      settings: workspaceSettings.partial().optional().describe('Settings to change; absent ones stay as they are'),
    }),
    output: ownWorkspace,
    errors: ['workspace:not_found'],
    example: {
      input: { settings: { optedOutMessages: 'refuse' } },
      output: { ...example, settings: { optedOutMessages: 'refuse' } },
    },
  }),
}
