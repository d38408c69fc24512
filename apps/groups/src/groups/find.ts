import { LockMode } from '@mikro-orm/core'
import type { VerbContext } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import { ChatGroup, type GroupRow } from '../entities/chat-group.ts'
import { ofNumbers } from './present.ts'

type Context = Pick<VerbContext, 'em' | 'call'>

/** A group the caller may see; `group:not_found` for any other. */
export async function findGroup({ em, call }: Context, id: string): Promise<GroupRow> {
  return (await em.findOne(ChatGroup, { id, ...ofNumbers(call) })) ?? fail('group:not_found')
}

/** The same, locked until the transaction ends: a change locks its group first. */
export async function lockOwnGroup({ em, call }: Context, id: string): Promise<GroupRow> {
  const lockMode = LockMode.PESSIMISTIC_WRITE
  return (await em.findOne(ChatGroup, { id, ...ofNumbers(call) }, { lockMode })) ?? fail('group:not_found')
}

/** Refuses for a group that cannot be changed now. */
export function refuseUnlessActive({ state, suspended }: GroupRow): void {
  if (state !== 'active') fail('group:not_active')
  if (suspended) fail('group:suspended')
}
