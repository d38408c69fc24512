import { implement } from '@posthorn/chassis'
import { accounts } from '@posthorn/contracts'
import { record } from './assistants/record.ts'
import { list as listAudit } from './audit/list.ts'
import { verify as verifyAudit } from './audit/verify.ts'
import type { GatewayRuntime } from './deps.ts'
import { create as createKey } from './keys/create.ts'
import { list as listKeys } from './keys/list.ts'
import { revoke } from './keys/revoke.ts'
import { get } from './me/get.ts'
import { create as createMember } from './members/create.ts'
import { list as listMembers } from './members/list.ts'
import { remove as removeMember } from './members/remove.ts'
import { update as updateMember } from './members/update.ts'
import { reset } from './people/reset.ts'
import { welcome } from './people/welcome.ts'
import { list as listTeam } from './team/list.ts'
import { create } from './workspaces/create.ts'
import { get as getWorkspace } from './workspaces/get.ts'
import { list } from './workspaces/list.ts'
import { update as updateWorkspace } from './workspaces/update.ts'

/** The gateway's own operations. */
export const router = implement<typeof accounts, GatewayRuntime>(accounts, {
  me: { get },
  team: { list: listTeam },
  assistants: { record },
  audit: { list: listAudit, verify: verifyAudit },
  members: { create: createMember, update: updateMember, remove: removeMember, list: listMembers },
  people: { welcome, reset },
  workspace: { get: getWorkspace, update: updateWorkspace },
  workspaces: { create, list },
  keys: { create: createKey, list: listKeys, revoke },
})
