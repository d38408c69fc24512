import type { KeyScope } from './accounts/keys.ts'
import type { CallContext } from './call-context.ts'
import type { Mutation, Operation, Query, Scope } from './contract.ts'
import { fail } from './fault.ts'
import type { Role } from './schemas.ts'

/** Default minimum role for an operation, by its scope. */
const leastByScope: Record<Scope, Role> = {
  read: 'viewer',
  send: 'agent',
  manage: 'admin',
  raw: 'admin',
  admin: 'admin',
  erase: 'owner',
  operator: 'owner',
}

/** Returns the lowest role that may call an operation. */
export const leastRoleOf = ({ least, scope }: Pick<Operation, 'least' | 'scope'>): Role =>
  least ?? (scope ? leastByScope[scope] : 'viewer')

const scopesByRole: Record<Role, readonly KeyScope[]> = {
  viewer: ['read'],
  agent: ['read', 'send'],
  admin: ['read', 'send', 'manage', 'raw', 'admin'],
  owner: ['read', 'send', 'manage', 'raw', 'admin', 'erase'],
}

/** Returns the scopes that a member's role grants. They also limit the member's keys. */
export const scopesOfRole = (role: Role): KeyScope[] => [...scopesByRole[role]]

const auditedScopes: readonly (Scope | null)[] = ['manage', 'admin', 'erase', 'operator']

/** Whether the audit log contains an operation: a mutation that needs the scope `manage`, `admin`, `erase` or `operator`. */
export const isAudited = ({ kind, scope }: Pick<Query | Mutation, 'kind' | 'scope'>): boolean =>
  kind === 'mutation' && auditedScopes.includes(scope)

/** Entries of the audit log that aren't operations of the contract: people sign in and join through the dashboard. */
export const auditedSignIns = [
  'invitation.accepted',
  'password.changed',
  'secondFactor.began',
  'secondFactor.ended',
  'session.began',
  'session.ended',
  'session.refused',
] as const

/** Fails if the caller is limited to some numbers. For operations that concern all numbers. */
export function refuseLimited({ numbers }: Pick<CallContext, 'numbers'>): void {
  if (numbers) fail('numbers:limited')
}

/**
 * Refuses a member who hasn't confirmed their password in the last ten minutes. Keys are exempt. Used where only some inputs are risky, such
 * as a new URL of a webhook. `confirmed` in a contract covers all calls of an operation.
 */
export function refuseUnconfirmed({ session, confirmed }: Pick<CallContext, 'session' | 'confirmed'>): void {
  if (session && !confirmed) fail('confirmation:required')
}
