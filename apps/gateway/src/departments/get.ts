import type { Verb } from '@posthorn/chassis'
import { type accounts, fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { Department } from '../entities/department.ts'
import { presentDepartment } from './present.ts'

/** Shows a department of the caller's workspace. */
export const get: Verb<typeof accounts.departments.get, GatewayRuntime> = async ({ ctx, input }) =>
  presentDepartment(ctx, (await ctx.em.findOne(Department, { id: input.id })) ?? fail('department:not_found'))
