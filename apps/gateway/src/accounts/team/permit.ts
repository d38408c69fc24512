import { LockMode } from '@mikro-orm/core'
import type { VerbContext } from '@posthorn/chassis'
import { type CallContext, fail, includesRole, type Role, refuseUnconfirmed } from '@posthorn/contracts'
import { Member, type MemberRow } from '../../entities/member.ts'
import { Workspace } from '../../entities/workspace.ts'

/** A role in a workspace, and the numbers it is restricted to. */
export type Position = { role: Role; numbers?: readonly string[] | null | undefined }

/**
 * Refuses to grant a position above the caller's. Only owners, with a recently confirmed password, manage admins and owners, and restricted
 * callers can't grant other numbers.
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

/** Refuses a change that would leave no owner able to sign in. */
export async function keepOwner({ em }: Pick<VerbContext, 'em'>, { id }: MemberRow): Promise<void> {
  const others = { id: { $ne: id }, role: 'owner' as const, personId: { $ne: null }, disabledAt: null }
  if ((await em.count(Member, others)) === 0) fail('member:last_owner')
}
