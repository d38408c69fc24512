import type { Verb } from '@posthorn/chassis'
import { type accounts, fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { Department } from '../entities/department.ts'

/** Deletes a department; its members stay in the team. */
export const remove: Verb<typeof accounts.departments.remove, GatewayRuntime> = async ({ ctx, input }) => {
  if ((await ctx.em.nativeDelete(Department, { id: input.id })) === 0) fail('department:not_found')
  return { id: input.id, deleted: true }
}
