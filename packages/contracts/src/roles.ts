import { z } from 'zod'
import { named } from './names.ts'

/** Roles of members, lowest first. Each role may do everything that the lower roles may do. */
export const roles = ['viewer', 'agent', 'admin', 'owner'] as const

export const role = named(
  'Role',
  z.enum(roles).describe('Role: a viewer reads, an agent answers, an admin manages, an owner changes admins'),
)

export type Role = z.output<typeof role>

/** Whether a role includes another role. */
export function includesRole(own: Role, least: Role): boolean {
  return roles.indexOf(own) >= roles.indexOf(least)
}
