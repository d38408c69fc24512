import { setTimeout as pause } from 'node:timers/promises'
import type { VerbContext } from '@posthorn/chassis'
import { failField, failUnknown, idTimeMs } from '@posthorn/contracts'
import { WorkspaceNumber } from '../entities/webhook.ts'

type Caller = Pick<VerbContext, 'em' | 'call'>

/** How long a new number's event may take to arrive, and how long to wait for it. */
const newNumberMs = 5_000
const waitMsMax = 1_000
const pollMs = 25

/** Waits for the event of a number that was just connected. Don't call this in a transaction. */
export async function awaitNewNumber({ em }: Caller, number: string | undefined): Promise<void> {
  if (!number || Math.abs(Date.now() - idTimeMs(number)) > newNumberMs) return
  const deadline = performance.now() + waitMsMax
  while ((await em.count(WorkspaceNumber, { id: number })) === 0 && performance.now() < deadline) await pause(pollMs)
}

/**
 * Finds the number a webhook is limited to; empty means all numbers. Refuses a number that the workspace doesn't have or the caller may not use,
 * and all numbers if the caller is restricted.
 */
export async function findNumberId({ em, call }: Caller, number: string | undefined): Promise<string | null> {
  const known = number ? await em.findOne(WorkspaceNumber, { id: number }) : null
  if (!number && call.numbers) failField('number', 'is required: the key is limited to some numbers')
  if (number && (!known || call.numbers?.every((id) => id !== number))) failUnknown('number:not_found', 'number')
  return known?.id ?? null
}
