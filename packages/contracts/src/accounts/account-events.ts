import { z } from 'zod'
import { idOf } from '../ids.ts'
import { assignee } from '../messaging/chat.ts'
import { auditRecord } from './audit.ts'
import { workspaceChanged } from './workspace-settings.ts'

/** Events about workspaces, members and keys; part of the catalogue of events. */
export const accountEvents = {
  'member:updated': {
    when: 'A member was added to a workspace, or changed: chats can be assigned to them',
    data: assignee,
    internal: true,
  },
  'member:removed': {
    when: 'A member was removed from a workspace: their chats are assigned to nobody',
    data: z.object({ id: idOf('mem') }),
    internal: true,
  },
  'audit:recorded': {
    when: 'An operator or a key with the scope manage performed an action that belongs in the audit log',
    data: auditRecord,
    internal: true,
  },
  'workspace:updated': {
    when: 'The settings of a workspace were changed',
    data: workspaceChanged,
    internal: true,
  },
  'key:updated': {
    when: 'An API key was changed: gateways read it again',
    data: z.object({ key: idOf('key') }),
    internal: true,
  },
  'key:revoked': {
    when: 'An API key was revoked: gateways refuse it from now on',
    data: z.object({ key: idOf('key') }),
    internal: true,
  },
} as const
