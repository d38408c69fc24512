import { type Log, putBounded } from '@posthorn/chassis'
import type { SendOutcome } from '@posthorn/provider'
import type { CallResult } from '../settle/call-result.ts'

/** Different messages whose calls failed one after another, from which the fault is the provider's and not theirs. */
const failuresMin = 5
const restMs = 1_000
const restMaxMs = 10_000
const numbersMax = 10_000
const faults: ReadonlySet<string> = new Set(['provider:unreachable', 'provider:unavailable'])

/** Numbers whose calls the provider fails, as this process sees them. */
export type Outages = {
  /** Counts what calls came to. Returns how long each number that the provider fails rests, in milliseconds. */
  note(results: readonly CallResult[]): Map<string, number>
}

/** Tests if the provider has answered a call as one that works: with an acceptance, or with a refusal of its own. */
export const isAnswered = (outcome: SendOutcome): boolean =>
  outcome.outcome === 'sent' || (!isFault(outcome) && outcome.error.code !== null)

const isFault = (outcome: SendOutcome): boolean =>
  outcome.outcome === 'unknown' || (outcome.outcome === 'not_sent' && faults.has(outcome.error.errorCode))

/** Makes the record of outages. */
export function createOutages(log: Log): Outages {
  // A set, since a transaction that is tried again notes the same calls twice.
  const failedByNumber = new Map<string, Set<string>>()

  const noteResult = ({ job: { numberId, messageId }, outcome }: CallResult) => {
    const failed = failedByNumber.get(numberId)
    if (isFault(outcome)) {
      const known = failed?.size ?? 0
      const now = (failed ?? new Set()).add(messageId)
      putBounded(failedByNumber, numberId, now, numbersMax)
      if (known < failuresMin && now.size === failuresMin) log.warn({ number: numberId }, 'provider.outage')
    } else if (failed !== undefined && isAnswered(outcome)) {
      failedByNumber.delete(numberId)
      if (failed.size >= failuresMin) log.info({ number: numberId }, 'provider.outage_over')
    }
  }

  return {
    note(results) {
      results.forEach(noteResult)
      const rests = new Map<string, number>()
      for (const { job } of results) {
        const beyond = (failedByNumber.get(job.numberId)?.size ?? 0) - failuresMin
        if (beyond >= 0) rests.set(job.numberId, Math.min(restMs * (beyond + 1), restMaxMs))
      }
      return rests
    },
  }
}
