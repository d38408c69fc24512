import type { SendOutcome } from '@posthorn/provider'

/** A number the provider refuses is tried once in this time, until its state is mended. */
export const suspendedMs = 30_000
/** Pause of a number after the provider asked for less, when it did not say how long. */
const throttledMs = 1_000

/** How long a number must rest after this outcome, in milliseconds; null: it need not. */
export function backoffOf(outcome: SendOutcome): number | null {
  if (outcome.outcome === 'throttled' && outcome.scope === 'number') return outcome.retryAfterMs ?? throttledMs
  return outcome.outcome === 'refused' && outcome.suspendsNumber ? suspendedMs : null
}

/** What becomes of a call that was not made, because an answer to one before it sent its number to rest. */
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
