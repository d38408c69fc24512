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

/** Longest time of a call to the provider. */
export const callTimeoutMs = 15_000

/**
 * Time for which a number is claimed in advance: each job is called at its place in the pace, so a claim may be slow without costing
 * the number any of its rate. Looked at again when half of it is used.
 */
export const prefetchMs = 200

/**
 * A number is served by one process, which alone knows what its calls do to the level, until it has not served it for so long. By then
 * none of its calls is still to start.
 */
export const handOverMs = 2_000

/** Difference that two processes may have about when a number was served last. */
const handOverMarginMs = 100

/** A call that is later than this gives its place back: soon another process may serve its number. */
export const forfeitMs = handOverMs - prefetchMs - handOverMarginMs
