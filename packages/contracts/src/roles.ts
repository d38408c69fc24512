import { z } from 'zod'
import type { Operation, Scope } from './contract.ts'

/** The roles of members, the least first: each may do what those before it may. */
export const roles = ['viewer', 'agent', 'admin', 'owner'] as const

/** The role of a member in a workspace. */
export const role = z
  .enum(roles)
  .describe(
    '`viewer` reads; `agent` also answers customers; `admin` also manages numbers, webhooks, keys and the team; `owner` also changes admins and owners',
  )

/** A value of that role. */
export type Role = z.output<typeof role>

/** The least role for an operation, by its scope, where the operation states none of its own. */
const leastByScope: Record<Scope, Role> = {
  read: 'viewer',
  send: 'agent',
  manage: 'admin',
  raw: 'admin',
  admin: 'admin',
  operator: 'owner',
}

/** Returns the least role that may call an operation. */
export function leastRoleOf({ least, scope }: Pick<Operation, 'least' | 'scope'>): Role {
  return least ?? (scope ? leastByScope[scope] : 'viewer')
}

/** Returns true when a role includes another one. */
export function includesRole(held: Role, least: Role): boolean {
  return roles.indexOf(held) >= roles.indexOf(least)
}

/** The scopes that come with a role. */
const scopesByRole: Record<Role, readonly Exclude<Scope, 'operator'>[]> = {
  viewer: ['read'],
  agent: ['read', 'send'],
  admin: ['read', 'send', 'manage', 'raw', 'admin'],
  owner: ['read', 'send', 'manage', 'raw', 'admin'],
}

/** Returns the scopes of a member with this role: none that a key of theirs could have beyond it. */
export function scopesOfRole(held: Role): Exclude<Scope, 'operator'>[] {
  return [...scopesByRole[held]]
}
