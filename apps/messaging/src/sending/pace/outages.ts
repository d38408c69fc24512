import { type Log, putBounded } from '@posthorn/chassis'
import type { SendOutcome } from '@posthorn/provider'
import type { CallResult } from '../claim/claimed-job.ts'

/** How long a response may take before anything is known about the provider's latency. */
const firstWaitMs = 1_000
/** Minimum time beyond the mean latency before a response counts as overdue. */
const leastMarginMs = 200
/** How long calls wait for a response before the number is silent. Long enough for a process that was paused to read its responses. */
const waitMs = 1_000
/** Maximum number of phone numbers to track. */
const numbersMax = 10_000

/**
 * Notices numbers whose provider has stopped responding long before their calls time out. Each call to a provider that hangs leaves a
 * message without an outcome, so no further ones are made. A slow provider that responds isn't silent.
 */
export type Silences = {
  /** Whether the number may make a call. `wait`: its open calls take unusually long. `no`: so long that it is silent until a response. */
  mayCall(numberId: string): 'yes' | 'wait' | 'no'
  /** Records the start of a call. The returned function records its end. */
  begin(numberId: string): (outcome: SendOutcome) => void
  isSilent(numberId: string): boolean
  /** Whether a response has ended a silence since the last time this returned true. */
  takeEnd(numberId: string): boolean
}

/** `unanswered` has the start of each open call that began after the last response. `heldAt` is when the next call began to wait. */
type NumberCalls = {
  unanswered: Set<{ at: number }>
  latency?: Latency
  heldAt?: number | undefined
  state: 'usual' | 'silent' | 'ended'
}
type Latency = { meanMs: number; deviationMs: number }

export function createSilences(log: Log, now: () => number = () => performance.now()): Silences {
  const byNumber = new Map<string, NumberCalls>()

  const isOverdue = ({ unanswered, latency }: NumberCalls) => {
    const [first] = unanswered
    return first !== undefined && now() - first.at > longestWaitMs(latency)
  }

  return {
    mayCall(numberId) {
      const calls = byNumber.get(numberId)
      if (calls === undefined || !isOverdue(calls)) {
        if (calls) calls.heldAt = undefined
        return 'yes'
      }
      calls.heldAt ??= now()
      if (now() - calls.heldAt < waitMs) return 'wait'
      if (calls.state !== 'silent') log.warn({ number: numberId, calls: calls.unanswered.size }, 'provider.silent')
      calls.state = 'silent'
      return 'no'
    },
    begin(numberId) {
      const calls: NumberCalls = byNumber.get(numberId) ?? { unanswered: new Set(), state: 'usual' }
      putBounded(byNumber, numberId, calls, numbersMax)
      const call = { at: now() }
      calls.unanswered.add(call)
      return (outcome) => {
        calls.unanswered.delete(call)
        const isResponse = outcome.outcome === 'sent' || outcome.error.httpStatus !== undefined
        if (isResponse) {
          calls.latency = nextLatency(calls.latency, now() - call.at)
          calls.unanswered.clear()
        }
        if (isResponse && calls.state === 'silent') calls.state = 'ended'
      }
    },
    isSilent: (numberId) => byNumber.get(numberId)?.state === 'silent',
    takeEnd(numberId) {
      const calls = byNumber.get(numberId)
      if (calls?.state !== 'ended') return false
      calls.state = 'usual'
      return true
    },
  }
}

/** Estimates the latency as TCP does (RFC 6298). One very long call counts little: this process may have been paused. */
function nextLatency(known: Latency | undefined, tookMs: number): Latency {
  const countedMs = Math.min(tookMs, 2 * longestWaitMs(known))
  if (known === undefined) return { meanMs: countedMs, deviationMs: countedMs / 2 }
  return {
    meanMs: known.meanMs + (countedMs - known.meanMs) / 8,
    deviationMs: known.deviationMs + (Math.abs(countedMs - known.meanMs) - known.deviationMs) / 4,
  }
}

/** How long a response may take before it counts as overdue: the mean and four deviations, like TCP's timeout. */
const longestWaitMs = (latency: Latency | undefined): number =>
  latency === undefined ? firstWaitMs : latency.meanMs + Math.max(leastMarginMs, 4 * latency.deviationMs)

/** Number of consecutive failed calls for different messages that indicates an outage rather than bad messages. */
const failuresMin = 5
/** Each further failure makes the pause this much longer. */
const restMs = 1_000
export const restMaxMs = 10_000
/** Pause of a silent number before its probe, which gets no response either if the provider still hangs. */
export const silenceRestMs = 2_000
const faults: ReadonlySet<string> = new Set(['provider:unreachable', 'provider:unavailable'])

/** Tracks numbers whose calls fail at the provider, as seen by this process. */
export type Outages = {
  /** Records outcomes. Returns the pause in milliseconds of each of their numbers that fails or is silent. */
  record(results: readonly CallResult[]): Map<string, number>
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

  const recordResult = ({ job: { numberId, messageId }, outcome }: CallResult) => {
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
    record(results) {
      results.forEach(recordResult)
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
