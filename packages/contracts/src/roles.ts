import { z } from 'zod'
import { named } from './names.ts'

/** The roles of members, the least first: each may do what those before it may. */
export const roles = ['viewer', 'agent', 'admin', 'owner'] as const

/** The role of a member in a workspace. */
export const role = named(
  'Role',
  z.enum(roles).describe('Role: a viewer reads, an agent answers, an admin manages, an owner changes admins'),
)

/** A value of that role. */
export type Role = z.output<typeof role>

/** Returns true when a role includes another one. */
export function includesRole(own: Role, least: Role): boolean {
  return roles.indexOf(own) >= roles.indexOf(least)
}
