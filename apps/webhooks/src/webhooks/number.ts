import { setTimeout as pause } from 'node:timers/promises'
import type { VerbContext } from '@posthorn/chassis'
import { fail, idTimeMs } from '@posthorn/contracts'
import { KnownNumber } from '../entities/known-number.ts'

type Seeker = Pick<VerbContext, 'em' | 'call'>

/** How young a number may be for its event to be still under way, and how long that is waited for. */
const freshMs = 5_000
const knownWithinMs = 1_000
const lookEveryMs = 25

/** Gives the event of a number that was connected a moment ago the time to arrive. Waits: not inside a transaction. */
export async function awaitFreshNumber({ em }: Seeker, number: string | undefined): Promise<void> {
  if (!number || Math.abs(Date.now() - idTimeMs(number)) > freshMs) return
  const deadline = performance.now() + knownWithinMs
  while ((await em.count(KnownNumber, { id: number })) === 0 && performance.now() < deadline) await pause(lookEveryMs)
}

/**
 * The number a webhook is limited to; an empty one means all numbers. Refused with `number:not_found` when the workspace does not have it,
 * or when the caller's key is limited to others.
 */
export async function numberIn({ em, call }: Seeker, number: string | undefined): Promise<string | null> {
  const known = number ? await em.findOne(KnownNumber, { id: number }) : null
  if ((number && !known) || call.numbers?.every((id) => id !== number)) {
    const message = number ? 'is not a number you may use' : 'is required: your key is limited to some numbers'
    fail('number:not_found', { errors: [{ path: 'number', code: 'number:not_found', message }] })
  }
  return known?.id ?? null
}
