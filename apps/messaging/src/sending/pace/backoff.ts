import type { SendOutcome } from '@posthorn/provider'

/** A number the provider refuses is tried once in this time, until its status is fixed. */
export const suspendedMs = 30_000
/** Pause of a number after the provider asked for less, when it did not say how long. */
const throttledMs = 1_000

/** Returns the pause of a number after this outcome, in milliseconds; null: none. */
export function backoffOf(outcome: SendOutcome): number | null {
  if (outcome.outcome === 'throttled' && outcome.scope === 'number') return outcome.retryAfterMs ?? throttledMs
  return outcome.outcome === 'refused' && outcome.suspendsNumber ? suspendedMs : null
}

/** Returns the outcome of a call that was not made because the number got a pause before it. */
export function notCalled(restMs: number): SendOutcome {
  const error = {
    code: null,
    title: 'the number was sent to rest before the call',
    details: '',
    errorCode: 'provider:throttled',
    retryable: true,
  } as const
  return { outcome: 'throttled', scope: 'number', retryAfterMs: restMs, error }
}
