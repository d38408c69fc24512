import { implement, upkeepVerbs } from '@posthorn/chassis'
import { accounts } from '@posthorn/contracts'
import { record } from './assistants/record.ts'
import { list as listAudit } from './audit/list.ts'
import { verify as verifyAudit } from './audit/verify.ts'
import { create as createDepartment } from './departments/create.ts'
import { get as getDepartment } from './departments/get.ts'
import { list as listDepartments } from './departments/list.ts'
import { remove as removeDepartment } from './departments/remove.ts'
import { update as updateDepartment } from './departments/update.ts'
import type { GatewayRuntime } from './deps.ts'
import { create as invite } from './invitations/create.ts'
import { get as getInvitation } from './invitations/get.ts'
import { list as listInvitations } from './invitations/list.ts'
import { remove as withdraw } from './invitations/remove.ts'
import { create as createKey } from './keys/create.ts'
import { get as getKey } from './keys/get.ts'
import { list as listKeys } from './keys/list.ts'
import { revoke as revokeKey } from './keys/revoke.ts'
import { rotate } from './keys/rotate.ts'
import { update as updateKey } from './keys/update.ts'
import { usage } from './keys/usage.ts'
import { get } from './me/get.ts'
import { create as createMember } from './members/create.ts'
import { list as listMembers } from './members/list.ts'
import { remove as removeMember } from './members/remove.ts'
import { update as updateMember } from './members/update.ts'
import { add as addOperator } from './operators/add.ts'
import { list as listOperators } from './operators/list.ts'
import { remove as removeOperator } from './operators/remove.ts'
import { confirm as confirmPerson } from './people/confirm.ts'
import { list as listPeople } from './people/list.ts'
import { reset } from './people/reset.ts'
import { welcome } from './people/welcome.ts'
import { get as getRestore } from './restore/get.ts'
import { list as listQuarantines, release as releaseQuarantines } from './restore/quarantines.ts'
import { find } from './search/find.ts'
import { disable, enable } from './team/disable.ts'
import { get as getMember } from './team/get.ts'
import { list as listTeam } from './team/list.ts'
import { remove as removeFromTeam } from './team/remove.ts'
import { update as updateTeam } from './team/update.ts'
import { create as createWorkspaceKey } from './workspace-keys/create.ts'
import { list as listWorkspaceKeys } from './workspace-keys/list.ts'
import { revoke as revokeWorkspaceKey } from './workspace-keys/revoke.ts'
import { create } from './workspaces/create.ts'
import { find as findWorkspace } from './workspaces/find.ts'
import { get as getWorkspace } from './workspaces/get.ts'
import { list } from './workspaces/list.ts'
import { update as updateWorkspace } from './workspaces/update.ts'

/** The gateway's own operations. */
export const router = implement<typeof accounts, GatewayRuntime>(accounts, {
  me: { get },
  team: { list: listTeam, get: getMember, update: updateTeam, disable, enable, remove: removeFromTeam },
  invitations: { list: listInvitations, get: getInvitation, create: invite, remove: withdraw },
  departments: {
    list: listDepartments,
    get: getDepartment,
    create: createDepartment,
    update: updateDepartment,
    remove: removeDepartment,
  },
  assistants: { record },
  audit: { list: listAudit, verify: verifyAudit },
  members: { create: createMember, update: updateMember, remove: removeMember, list: listMembers },
  people: { welcome, list: listPeople, confirm: confirmPerson, reset },
  operators: { add: addOperator, list: listOperators, remove: removeOperator },
  restore: { get: getRestore },
  quarantines: { list: listQuarantines, release: releaseQuarantines },
  workspace: { get: getWorkspace, update: updateWorkspace },
  workspaces: { create, list, find: findWorkspace },
  keys: { list: listKeys, get: getKey, create: createKey, update: updateKey, rotate, revoke: revokeKey, usage },
  workspaceKeys: { create: createWorkspaceKey, list: listWorkspaceKeys, revoke: revokeWorkspaceKey },
  search: { find },
  ...upkeepVerbs,
})
