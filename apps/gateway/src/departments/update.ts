import { LockMode } from '@mikro-orm/core'
import type { Verb } from '@posthorn/chassis'
import { type accounts, fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { Department } from '../entities/department.ts'
import { keyOfName, refuseDuplicate } from './name-key.ts'
import { presentDepartment } from './present.ts'
import { setMembers } from './set-members.ts'

/** Changes name, description, colour, icon and members of a department. */
export const update: Verb<typeof accounts.departments.update, GatewayRuntime> = async ({ ctx, input }) => {
  const { id, members } = input
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const row = (await ctx.em.findOne(Department, { id }, { lockMode })) ?? fail('department:not_found')
  const { name = row.name, description = row.description ?? null, color = row.color, icon = row.icon } = input
  const nameKey = keyOfName(name)
  await refuseDuplicate(ctx, id, nameKey)
  ctx.em.assign(row, { name, nameKey, description, color, icon, version: row.version + 1, updatedAt: new Date() })
  await ctx.em.flush()
  if (members) await setMembers(ctx, id, members)
  return presentDepartment(ctx, row)
}
