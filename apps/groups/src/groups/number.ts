import { setTimeout as pause } from 'node:timers/promises'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { VerbContext } from '@posthorn/chassis'
import { fail, failUnknown, idTimeMs } from '@posthorn/contracts'
import { ConnectedNumber } from '../entities/connected-number.ts'

/** How long a new number's event may take to arrive, and how long to wait for it. */
const freshMs = 5_000
const knownWithinMs = 1_000
const lookEveryMs = 25

/** Finds a connected number by the field `number`, if the caller may use it. */
export async function findConnectedNumber(
  { em, call }: Pick<VerbContext, 'em' | 'call'>,
  id: string,
): Promise<{ id: string }> {
  if (call.numbers?.every((allowed) => allowed !== id)) failUnknown('number:not_found', 'number')
  const line = (await em.findOne(ConnectedNumber, { id })) ?? failUnknown('number:not_found', 'number')
  if (!line.ciphertext) fail('number:disconnected')
  return line
}

/** Waits for the event of a number that was just connected. Any older number is known or doesn't exist. */
export async function awaitFreshNumber(em: EntityManager, id: string): Promise<void> {
  const endMs = performance.now() + knownWithinMs
  while (Date.now() - idTimeMs(id) < freshMs && performance.now() < endMs) {
    if (await em.findOne(ConnectedNumber, { id })) return
    await pause(lookEveryMs)
  }
}
