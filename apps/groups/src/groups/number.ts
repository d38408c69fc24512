import { setTimeout as pause } from 'node:timers/promises'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { VerbContext } from '@posthorn/chassis'
import { fail, idTimeMs } from '@posthorn/contracts'
import { NumberLine } from '../entities/number-line.ts'

/** How young a number may be for its event to be still under way, and how long that is waited for. */
const freshMs = 5_000
const knownWithinMs = 1_000
const lookEveryMs = 25

/** A connected number that the caller may use. */
export async function connectedLine(
  { em, call }: Pick<VerbContext, 'em' | 'call'>,
  id: string,
): Promise<{ id: string }> {
  if (call.numbers?.every((allowed) => allowed !== id)) fail('number:not_found')
  const line = (await em.findOne(NumberLine, { id })) ?? fail('number:not_found')
  if (!line.ciphertext) fail('number:disconnected')
  return line
}

/** A number that was connected a moment ago may not have been heard of yet; any other is known or is none. */
export async function awaitFreshNumber(em: EntityManager, id: string): Promise<void> {
  const endMs = performance.now() + knownWithinMs
  while (Date.now() - idTimeMs(id) < freshMs && performance.now() < endMs) {
    if (await em.findOne(NumberLine, { id })) return
    await pause(lookEveryMs)
  }
}
