import { implement, upkeepVerbs } from '@posthorn/chassis'
import { accounts } from '@posthorn/contracts'
import { record } from './assistants/record.ts'
import { list as listAudit, verify as verifyAudit } from './audit/entries.ts'
import {
  create as createDepartment,
  get as getDepartment,
  list as listDepartments,
  remove as removeDepartment,
  update as updateDepartment,
} from './departments/departments.ts'
import type { GatewayRuntime } from './deps.ts'
import {
  get as getInvitation,
  create as invite,
  list as listInvitations,
  remove as withdraw,
} from './invitations/invitations.ts'
import {
  create as createKey,
  get as getKey,
  list as listKeys,
  revoke as revokeKey,
  rotate,
  update as updateKey,
  usage,
} from './keys/keys.ts'
import { get } from './me/get.ts'
import {
  create as createMember,
  list as listMembers,
  remove as removeMember,
  update as updateMember,
} from './members/members.ts'
import { add as addOperator, list as listOperators, remove as removeOperator } from './operators/operators.ts'
import { confirm as confirmPerson, list as listPeople, reset, welcome } from './people/people.ts'
import { get as getRestore } from './restore/get.ts'
import { list as listQuarantines, release as releaseQuarantines } from './restore/quarantines.ts'
import { find } from './search/find.ts'
import {
  disable,
  enable,
  get as getMember,
  list as listTeam,
  remove as removeFromTeam,
  update as updateTeam,
} from './team/team.ts'
import {
  create as createWorkspaceKey,
  list as listWorkspaceKeys,
  revoke as revokeWorkspaceKey,
} from './workspace-keys/workspace-keys.ts'
import {
  create,
  find as findWorkspace,
  get as getWorkspace,
  list,
  update as updateWorkspace,
} from './workspaces/workspaces.ts'

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
