import type { Role } from '../../api/auth.ts'

/** Whether a role can be limited to some numbers. The roles above agent have no limit. */
export const isLimitable = (role: Role): boolean => role === 'agent' || role === 'viewer'

/** Returns the roles that a person may grant. Owners may grant all roles, admins may grant roles below admin, and others may grant none. */
export function rolesUpTo(own: Role | undefined): Role[] {
  if (own === 'owner') return ['viewer', 'agent', 'admin', 'owner']
  return own === 'admin' ? ['viewer', 'agent'] : []
}
