import type { KeyScope } from './accounts/key-bounds.ts'
import type { CallContext } from './call-context.ts'
import type { Operation, Scope } from './contract.ts'
import { fail } from './fault.ts'
import type { Role } from './roles.ts'

/** The least role for an operation, by its scope, where the operation states none of its own. */
const leastByScope: Record<Scope, Role> = {
  read: 'viewer',
  send: 'agent',
  manage: 'admin',
  raw: 'admin',
  admin: 'admin',
  erase: 'owner',
  operator: 'owner',
}

/** Returns the least role that may call an operation. */
export function leastRoleOf({ least, scope }: Pick<Operation, 'least' | 'scope'>): Role {
  return least ?? (scope ? leastByScope[scope] : 'viewer')
}

/** The scopes that come with a role. */
const scopesByRole: Record<Role, readonly KeyScope[]> = {
  viewer: ['read'],
  agent: ['read', 'send'],
  admin: ['read', 'send', 'manage', 'raw', 'admin'],
  owner: ['read', 'send', 'manage', 'raw', 'admin', 'erase'],
}

/** Returns the scopes of a member with this role: none that a key of theirs could have beyond it. */
export function scopesOfRole(role: Role): KeyScope[] {
  return [...scopesByRole[role]]
}

/** Refuses a caller that is limited to numbers what concerns all of them. */
export function refuseLimited({ numbers }: Pick<CallContext, 'numbers'>): void {
  if (numbers) fail('numbers:limited')
}

/** Refuses a member who has not proven their password in the last ten minutes; a key needs none. For changes that are grave by what they give. */
export function refuseUnconfirmed({ session, confirmed }: Pick<CallContext, 'session' | 'confirmed'>): void {
  if (session && !confirmed) fail('confirmation:required')
}
