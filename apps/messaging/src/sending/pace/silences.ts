import { type Log, putBounded } from '@posthorn/chassis'
import type { SendOutcome } from '@posthorn/provider'

/** How long a response may take before anything is known about the provider's latency. */
const firstWaitMs = 1_000
/** Minimum time beyond the mean latency before a response counts as overdue. */
const leastMarginMs = 200
/** How long calls wait for a response before the number is silent. Long enough for a process that was paused to read its responses. */
const waitMs = 1_000
const numbersMax = 10_000

/**
 * Notices numbers whose provider has stopped responding long before their calls time out. Each call to a provider that hangs leaves a
 * message without an outcome, so no further ones are made. A slow provider that responds isn't silent.
 */
export type Silences = {
  /**
   * Whether the number may make a call. `wait`: its calls have been open for unusually long. `no`: that has lasted, so the number is silent
   * until a response arrives.
   */
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

/**
 * Estimates the latency as TCP does (RFC 6298). One call that took much longer, for example because this process was paused, counts little.
 */
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
