import { type Log, putBounded } from '@posthorn/chassis'
import type { SendOutcome } from '@posthorn/provider'
import type { CallResult } from '../claim/claimed-job.ts'
import type { Silences } from './silences.ts'

/** Number of consecutive failed calls for different messages that indicates an outage rather than bad messages. */
const failuresMin = 5
/** Each further failure makes the pause this much longer. */
const restMs = 1_000
const restMaxMs = 10_000
/** Pause of a silent number before its probe, which gets no response either if the provider still hangs. */
export const silenceRestMs = 2_000
const numbersMax = 10_000
const faults: ReadonlySet<string> = new Set(['provider:unreachable', 'provider:unavailable'])

/** Tracks numbers whose calls fail at the provider, as seen by this process. */
export type Outages = {
  /** Records outcomes. Returns each failing number's pause in milliseconds. */
  note(results: readonly CallResult[]): Map<string, number>
}

/** Whether the provider responded normally, by accepting the message or by deliberately refusing it. */
export const isAnswered = (outcome: SendOutcome): boolean =>
  outcome.outcome === 'sent' || (!isFault(outcome) && outcome.error.code !== null)

/** Whether the provider could not be reached or did not work, which says nothing about the message. */
const isFault = (outcome: SendOutcome): boolean =>
  outcome.outcome === 'unknown' || (outcome.outcome === 'not_sent' && faults.has(outcome.error.errorCode))

export function createOutages(log: Log, silences: Pick<Silences, 'isSilent'>): Outages {
  // Sets, because a retried transaction records the same calls twice.
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
        else if (silences.isSilent(job.numberId)) rests.set(job.numberId, silenceRestMs)
      }
      return rests
    },
  }
}
