import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { named } from '../names.ts'
import { text, time } from '../primitives.ts'
import { settingsChange, usualSettings, workspaceSettings } from './workspace-settings.ts'

/** The tenant that owns keys, numbers, chats, contacts, groups and webhooks. */
export const workspace = z.object({
  id: idOf('ws'),
  name: z.string().describe('Name of the workspace'),
  createdAt: time,
})

const ownWorkspace = named(
  'Workspace',
  workspace.extend({ settings: workspaceSettings.describe('Settings of the workspace') }),
)

export const exampleWorkspace = {
  id: 'ws_01k5v2s8xgf9hb3m4q7r8t9w0y' as const,
  name: 'Shop',
  createdAt: '2026-11-20T08:30:00.000Z',
}
const example = { ...exampleWorkspace, settings: { ...usualSettings, country: 'DE', timeZone: 'Europe/Berlin' } }

export const ownWorkspaceOperations = {
  get: query({
    summary: 'Show the workspace',
    description: 'The workspace of the key, including its settings.',
    rest: 'GET /v1/workspace',
    scope: 'read',
    limitedBy: 'nothing',
    input: z.object({}),
    output: ownWorkspace,
    errors: ['workspace:not_found'],
    example: { input: {}, output: example },
  }),
  update: mutation({
    summary: 'Change the workspace',
    description:
      'Changes the name and settings; omitted fields stay. Settings apply within seconds; `retentionDays` also applies to older messages.',
    rest: 'PATCH /v1/workspace',
    scope: 'manage',
    limitedBy: 'workspace',
    input: z.object({
      name: text(1, 100).optional().describe('New name'),
      settings: settingsChange.optional().describe('Settings to change; omitted settings stay as they are'),
    }),
    output: ownWorkspace,
    errors: ['workspace:not_found', 'confirmation:required'],
    example: {
      input: { settings: { optedOutMessages: 'refuse' } },
      output: { ...example, settings: { ...example.settings, optedOutMessages: 'refuse' } },
    },
  }),
}
