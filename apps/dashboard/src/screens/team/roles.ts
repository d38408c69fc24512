import type { Role } from '../../api/auth.ts'

/** Returns the roles that someone may give: an owner all of them, an admin those below an admin; no one else gives any. */
export function rolesUpTo(own: Role | undefined): Role[] {
  if (own === 'owner') return ['viewer', 'agent', 'admin', 'owner']
  return own === 'admin' ? ['viewer', 'agent'] : []
}
