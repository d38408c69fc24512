import type { SendOutcome } from '@posthorn/provider'

/** How often to probe a number that the provider refuses, until its status is fixed. */
export const suspendedMs = 30_000
/** Pause for a throttled number if the provider specified no duration. */
const throttledMs = 1_000

/** Returns how long to pause the number after this outcome, in milliseconds, or null for no pause. */
export function backoffOf(outcome: SendOutcome): number | null {
  if (outcome.outcome === 'throttled' && outcome.scope === 'number') return outcome.retryAfterMs ?? throttledMs
  return outcome.outcome === 'refused' && outcome.suspendsNumber ? suspendedMs : null
}

/** Returns the outcome of a call that was dropped because its number was paused first. */
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

/** Calls without a response end after this time. Their outcome is unknown. */
export const callTimeoutMs = 15_000

/**
 * How far ahead jobs are claimed. Each call is made at its scheduled time, so a slow claim doesn't reduce a number's rate. The next claim
 * follows when half of this time is used up.
 */
export const prefetchMs = 200

/**
 * Only one process serves a number, because only that process knows how its calls count toward the level. Another process may take over
 * after this long without service, because by then no call from the first process can still start.
 */
export const handOverMs = 2_000

/** How much two processes may disagree about when a number was last served. */
const handOverMarginMs = 100

/** A call that would be later than this is abandoned, because another process may soon serve its number. */
export const forfeitMs = handOverMs - prefetchMs - handOverMarginMs
