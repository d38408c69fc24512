import type { Role } from '../../api/auth.ts'

/** Whether a role can be limited to some numbers. The roles above agent have no limit. */
export const isLimitable = (role: Role): boolean => role === 'agent' || role === 'viewer'

/**
 * Returns the roles that a person may grant, and whose members they may manage. Owners may do so with all roles, admins with roles below
 * admin, and others with none.
 */
export function grantableRoles(own: Role | undefined): Role[] {
  if (own === 'owner') return ['viewer', 'agent', 'admin', 'owner']
  return own === 'admin' ? ['viewer', 'agent'] : []
}
