import { type ErrorCode, errorCatalog } from '@posthorn/contracts'
import type { SendOutcome } from '@posthorn/provider'
import type { StoredError } from '../../entities/chat.ts'
import { type Advance, storedProviderError } from '../../messages/advance.ts'
import type { CalledJob } from '../claim/claimed-job.ts'
import { suspendedMs } from '../pace/timing.ts'
import type { JobUpdate } from './settle.sql.ts'

/** Effect of an outcome on the message and its job, and whether its template is sent instead. */
type Consequences = { change: Advance | null; update: JobUpdate; sentInstead?: 'template' }

/** Delay before retrying a job held for a window that is known to be open. */
const windowRetryMs = 5_000

/** Returns the outcome for a message that isn't sent because the provider is known to refuse it. */
export function refusalOf(errorCode: ErrorCode): SendOutcome {
  const error = { code: null, title: errorCatalog[errorCode].message, details: '', errorCode, retryable: false }
  return { outcome: 'refused', error, suspendsNumber: false }
}

/**
 * Returns what an outcome does to the message and its job. `unknownHoldSeconds`: how long a job with an unknown outcome waits for a status.
 */
export function consequencesOf(job: CalledJob, outcome: SendOutcome, unknownHoldSeconds: number): Consequences {
  const at = new Date().toISOString()
  const { messageId } = job
  const done: JobUpdate = { messageId, fate: 'done' }
  if (outcome.outcome === 'sent')
    return { change: { event: 'accepted', at, providerId: outcome.providerId }, update: done }
  const error = storedProviderError(outcome.error)
  switch (outcome.outcome) {
    case 'refused':
      if (outcome.error.errorCode === 'window:closed') return windowConsequences(job, error, at)
      if (!outcome.suspendsNumber) return { change: { event: 'failed', at, error }, update: done }
      return {
        change: { event: 'requeued', at, error: { ...error, retryable: true } },
        update: { messageId, fate: 'wait', afterMs: suspendedMs },
      }
    case 'not_sent': {
      const update: JobUpdate = { messageId, fate: 'retry', failures: job.failures + 1 }
      return { change: { event: 'requeued', at, error }, update }
    }
    case 'throttled': {
      const update: JobUpdate = { messageId, fate: 'wait', afterMs: outcome.retryAfterMs ?? 0 }
      return { change: { event: 'requeued', at, error }, update }
    }
    case 'unknown':
      return { change: null, update: { messageId, fate: 'hold', afterMs: unknownHoldSeconds * 1000 } }
  }
}

/** Applies the message's own rule for a closed window. The window is closed according to our records or the provider's response. */
function windowConsequences({ messageId, content }: CalledJob, error: StoredError, at: string): Consequences {
  const policy = content?.onWindowClosed
  if (policy === 'hold')
    return { change: { event: 'requeued', at, error }, update: { messageId, fate: 'window', afterMs: windowRetryMs } }
  if (typeof policy === 'object' && !content?.sentInstead) {
    const update: JobUpdate = { messageId, fate: 'wait', afterMs: 0 }
    return { change: { event: 'requeued', at }, update, sentInstead: 'template' }
  }
  return { change: { event: 'failed', at, error }, update: { messageId, fate: 'done' } }
}
