import { LockMode } from '@mikro-orm/core'
import type { VerbContext } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import { ChatGroup, type GroupRow } from '../entities/group.ts'

type Context = Pick<VerbContext, 'em'>

/** Finds a group that the caller may see, or fails with `group:not_found`. */
export async function findGroup({ em }: Context, id: string): Promise<GroupRow> {
  return (await em.findOne(ChatGroup, { id })) ?? fail('group:not_found')
}

/** The same, locked until the transaction ends. A change locks its group first. */
export async function lockOwnGroup({ em }: Context, id: string): Promise<GroupRow> {
  const lockMode = LockMode.PESSIMISTIC_WRITE
  return (await em.findOne(ChatGroup, { id }, { lockMode })) ?? fail('group:not_found')
}

/** Refuses if the group can't be changed now. */
export function refuseUnlessActive({ status, suspended }: GroupRow): void {
  if (status !== 'active') fail('group:not_active')
  if (suspended) fail('group:suspended')
}
