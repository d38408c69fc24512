import { LockMode } from '@mikro-orm/core'
import type { VerbContext } from '@posthorn/chassis'
import {
  type accounts,
  type CallContext,
  fail,
  includesRole,
  type OutputOf,
  type Role,
  refuseUnconfirmed,
  roles,
} from '@posthorn/contracts'
import { presentKey } from '../access/keys/key.ts'
import { endKey } from '../access/keys/keys.ts'
import type { GatewayRuntime } from '../deps.ts'
import { ApiKey, type ApiKeyRow, Invitation, Member, type MemberRow, Workspace } from '../entities/workspace.ts'

/** A role in a workspace, and the numbers it is restricted to. */
type Position = { role: Role; numbers?: readonly string[] | null | undefined }

/**
 * Fails if a position exceeds the caller's. Only owners with a recently confirmed password manage admins and owners. Restricted callers
 * can't grant other numbers.
 */
export function refuseBeyond({ role, numbers, session, confirmed }: CallContext, position: Position): void {
  if (includesRole(position.role, 'admin')) {
    const message = 'Only owners decide about admins and owners; ask an owner of the workspace.'
    if (role !== 'owner') fail('role:insufficient', { message })
    refuseUnconfirmed({ session, confirmed })
  }
  if (numbers && (!position.numbers || position.numbers.some((each) => !numbers.includes(each as never)))) {
    fail('scope:missing', { message: 'You cannot decide about numbers that you may not use yourself.' })
  }
}

/** Finds a member of the caller's workspace and locks the team, so that two owners can't remove each other at once. */
export async function takeMember({ em, workspace }: VerbContext, id: string): Promise<MemberRow> {
  await em.findOne(Workspace, { workspaceId: workspace }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  return (await em.findOne(Member, { id })) ?? fail('member:not_found')
}

/** Fails if a change would leave no owner who can sign in. */
export async function keepOwner({ em }: Pick<VerbContext, 'em'>, { id }: MemberRow): Promise<void> {
  const others = { id: { $ne: id }, role: 'owner' as const, personId: { $ne: null }, disabledAt: null }
  if ((await em.count(Member, others)) === 0) fail('member:last_owner')
}

type Left = { keys: NonNullable<OutputOf<typeof accounts.team.update>['keys']> }
type Em = VerbContext['em']

/** Whether a position allows less than the previous one: a lower role or fewer numbers. If so, what the member gave others ends, too. */
export function isLess(position: Position, previous: Position): boolean {
  if (roles.indexOf(position.role) !== roles.indexOf(previous.role))
    return roles.indexOf(position.role) < roles.indexOf(previous.role)
  if (!position.numbers) return false
  return !previous.numbers || previous.numbers.some((each) => !position.numbers?.includes(each))
}

/**
 * Withdraws the open invitations of a member who leaves or loses access and, on request, revokes the keys that they created. Includes
 * invitations and keys that were created with such a key. A restricted caller sees and revokes only keys limited to its own numbers.
 */
export async function endActs(
  ctx: VerbContext<GatewayRuntime>,
  { em, member, revokeKeys }: { em: Em; member: string; revokeKeys: boolean },
): Promise<Left> {
  const createdKeys = await keysOf(em, member)
  const creators = [`member ${member}`, ...createdKeys.map(({ id }) => `key ${id}`)]
  const invitations = await em.find(Invitation, { kind: 'invitation', createdBy: { $in: creators } })
  em.remove(invitations)
  await em.flush()
  const { numbers } = ctx.call
  const isVisible = ({ numbers: keyNumbers }: ApiKeyRow) =>
    !numbers || Boolean(keyNumbers?.every((each) => numbers.includes(each as never)))
  const now = Date.now()
  const inForce = createdKeys.filter(
    (row) => !row.revokedAt && (!row.expiresAt || row.expiresAt.getTime() > now) && isVisible(row),
  )
  if (revokeKeys) for (const row of inForce) await endKey({ ...ctx, em }, row)
  return { keys: inForce.map(presentKey) }
}

/** Finds the keys that a member created, and the keys created with those, oldest first. */
async function keysOf(em: Em, member: string): Promise<ApiKeyRow[]> {
  const found = new Map<string, ApiKeyRow>()
  let creators = { type: 'member' as 'member' | 'key', ids: [member] }
  while (creators.ids.length > 0) {
    const rows = await em.find(ApiKey, { createdByType: creators.type, createdById: { $in: creators.ids } })
    const fresh = rows.filter(({ id }) => !found.has(id))
    for (const row of fresh) found.set(row.id, row)
    creators = { type: 'key', ids: fresh.map(({ id }) => id) }
  }
  return [...found.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
