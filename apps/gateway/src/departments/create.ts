import type { Verb } from '@posthorn/chassis'
import { type accounts, fail, newId } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { Department } from '../entities/department.ts'
import { keyOfName, refuseDuplicate } from './name-key.ts'
import { presentDepartment } from './present.ts'
import { setMembers } from './set-members.ts'

const departmentsMax = 100

/** Creates a department. */
export const create: Verb<typeof accounts.departments.create, GatewayRuntime> = async ({ ctx, input }) => {
  const { em, workspace: workspaceId } = ctx
  const { name, description = null, color = null, icon = null, members = [] } = input
  const [id, nameKey, now] = [newId('dep'), keyOfName(name), new Date()]
  await refuseDuplicate(ctx, id, nameKey)
  if ((await em.count(Department, {})) >= departmentsMax) fail('department:too_many')
  const fields = { id, name, nameKey, description, color, icon, version: 1, createdAt: now, updatedAt: now }
  const row = em.create(Department, { workspaceId, ...fields })
  await em.flush()
  await setMembers(ctx, id, members)
  return presentDepartment(ctx, row)
}
