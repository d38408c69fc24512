import { setTimeout as pause } from 'node:timers/promises'
import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { VerbContext } from '@posthorn/chassis'
import { fail, failUnknown, idTimeMs } from '@posthorn/contracts'
import { ChatGroup, ConnectedNumber, type GroupRow } from '../entities/group.ts'

type Context = Pick<VerbContext, 'em'>

/** Finds a group in the caller's workspace and on the caller's numbers, in any status. Fails with `group:not_found`. */
export async function findGroup({ em }: Context, id: string): Promise<GroupRow> {
  return (await em.findOne(ChatGroup, { id })) ?? fail('group:not_found')
}

/** Like `findGroup`, but locks the group until the transaction ends. A change locks its group before anything else. */
export async function findAndLockGroup({ em }: Context, id: string): Promise<GroupRow> {
  const lockMode = LockMode.PESSIMISTIC_WRITE
  return (await em.findOne(ChatGroup, { id }, { lockMode })) ?? fail('group:not_found')
}

export function refuseUnlessActive({ status, suspended }: GroupRow): void {
  if (status !== 'active') fail('group:not_active')
  if (suspended) fail('group:suspended')
}

/** For this long after a number is connected, its event may still be missing. `knownWithinMs` is how long to wait for it. */
const freshMs = 5_000
const knownWithinMs = 1_000
const lookEveryMs = 25

/** Finds the connected number in the field `number`. Fails if the caller may not use it. */
export async function findConnectedNumber(
  { em, call }: Pick<VerbContext, 'em' | 'call'>,
  id: string,
): Promise<{ id: string }> {
  if (call.numbers?.every((allowed) => allowed !== id)) failUnknown('number:not_found', 'number')
  const number = (await em.findOne(ConnectedNumber, { id })) ?? failUnknown('number:not_found', 'number')
  if (!number.ciphertext) fail('number:disconnected')
  return number
}

/** Waits for the event about a recently connected number. An older number is either known already or doesn't exist. */
export async function awaitFreshNumber(em: EntityManager, id: string): Promise<void> {
  const endMs = performance.now() + knownWithinMs
  while (Date.now() - idTimeMs(id) < freshMs && performance.now() < endMs) {
    if (await em.findOne(ConnectedNumber, { id })) return
    await pause(lookEveryMs)
  }
}
