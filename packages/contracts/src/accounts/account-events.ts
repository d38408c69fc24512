import { z } from 'zod'
import { assignee } from '../messaging/chat.ts'
import { idOf, named, role } from '../schemas.ts'
import { auditRecord } from './audit.ts'
import { workspaceChanged } from './workspace.ts'

/** A changed key. Contains only its id, because readers of the log may not have the `admin` scope. */
const changedKey = named('ChangedKeyData', z.object({ key: idOf('key') }))

const changedMember = named(
  'ChangedMemberData',
  assignee.extend({
    role: role.nullable().describe('Role of the member; null: not stated'),
    disabled: z.boolean().nullable().describe('True when the member cannot access the workspace'),
  }),
)

/** Events about workspaces, members and keys. */
export const accountEvents = {
  'member:updated': { when: 'A member was added to the workspace, or changed', data: changedMember },
  'member:removed': {
    when: 'A member was removed from the workspace; chats assigned to them are assigned to no one',
    data: named('RemovedMemberData', z.object({ id: idOf('mem') })),
  },
  'member:notified': {
    when: 'These members got notifications, or read some',
    data: z.object({ members: z.array(idOf('mem')) }),
    internal: true,
  },
  'member:alerted': {
    when: 'A chat was assigned to a member, a note mentioned them, or a customer sent a message in a chat assigned to them',
    data: z.object({
      member: idOf('mem'),
      kind: z.enum(['assigned', 'mention', 'message']),
      chat: idOf('chat'),
      number: idOf('num'),
      message: idOf('msg').nullable(),
    }),
    internal: true,
  },
  'department:updated': {
    when: 'A department was created or changed',
    data: z.object({ id: idOf('dep'), name: z.string(), members: z.array(idOf('mem')) }),
    internal: true,
  },
  'department:removed': { when: 'A department was deleted', data: z.object({ id: idOf('dep') }), internal: true },
  'session:ended': {
    when: 'Sessions of the person behind this member have ended',
    data: z.object({ member: idOf('mem') }),
    internal: true,
  },
  'audit:recorded': {
    when: 'An operator or a key with the manage scope performed an action that belongs in the audit log',
    data: auditRecord,
    internal: true,
  },
  'workspace:updated': { when: 'The settings of a workspace were changed', data: workspaceChanged, internal: true },
  'key:created': { when: 'An API key was created through the API, or to replace another key', data: changedKey },
  'key:updated': { when: 'An API key was changed, or was given an expiry because it was replaced', data: changedKey },
  'key:revoked': { when: 'An API key was revoked and no longer works', data: changedKey },
} as const
