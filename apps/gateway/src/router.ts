import { implement, upkeepVerbs } from '@posthorn/chassis'
import { accounts } from '@posthorn/contracts'
import {
  create as createKey,
  createWorkspaceKey,
  get as getKey,
  list as listKeys,
  listWorkspaceKeys,
  revoke as revokeKey,
  revokeWorkspaceKey,
  rotate,
  update as updateKey,
  usage,
} from './access/keys/keys.ts'
import {
  create as createDepartment,
  get as getDepartment,
  list as listDepartments,
  remove as removeDepartment,
  update as updateDepartment,
} from './accounts/departments.ts'
import {
  get as getInvitation,
  create as invite,
  list as listInvitations,
  remove as withdraw,
} from './accounts/invitations.ts'
import {
  create as createMember,
  list as listMembers,
  remove as removeMember,
  update as updateMember,
} from './accounts/members.ts'
import { confirm as confirmPerson, get, list as listPeople, reset, welcome } from './accounts/people.ts'
import {
  disable,
  enable,
  get as getMember,
  list as listTeam,
  remove as removeFromTeam,
  update as updateTeam,
} from './accounts/team.ts'
import {
  create,
  find as findWorkspace,
  get as getWorkspace,
  list,
  update as updateWorkspace,
} from './accounts/workspaces.ts'
import { record } from './assistants/assistants.sql.ts'
import { list as listAudit, verify as verifyAudit } from './audit/audit.sql.ts'
import type { GatewayRuntime } from './deps.ts'
import { add as addOperator, list as listOperators, remove as removeOperator } from './installation/operators.sql.ts'
import {
  get as getRestore,
  list as listQuarantines,
  release as releaseQuarantines,
} from './installation/quarantines.ts'
import { find } from './search/find.ts'

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
