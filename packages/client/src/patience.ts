import { type ErrorCode, keyReservedSeconds, namesNewObject, type ServiceName } from '@posthorn/contracts'
import { retryLink, TRPCClientError, type TRPCLink } from '@trpc/client'
import type { AnyTRPCRouter } from '@trpc/server'

/** How long a refused call is repeated: until the first call with its Idempotency-Key has ended, or the service knows what is new. */
const waitMs = { inFlight: (keyReservedSeconds + 1) * 1_000, newId: 1_000, unnamed: 300 }
const pausesMs = { first: 10, max: 160 }
/** For this long after something is created, the event about it may not have reached other services. Clocks may differ by as much. */
const newness = { ageMs: 5_000, aheadMs: 5_000 }
/**
 * Refusals of messaging that an event may end without the call naming something new: the first number, a group that became active, a
 * member by email address.
 */
const unnamed: readonly ErrorCode[] = ['number:none', 'group:not_active', 'member:not_found']

/** Refusals before a service reads an Idempotency-Key, which an earlier attempt may not have met. */
const keyUnread: readonly ErrorCode[] = ['service:overloaded', 'rate:in_flight', 'session:invalid']

/**
 * Repeats calls that may soon be accepted. The wait happens in the client, because in the service, other calls in its request or
 * transaction would also have to wait.
 */
export const retryRefused =
  <R extends AnyTRPCRouter>(service: ServiceName): TRPCLink<R> =>
  (runtime) =>
  (call) => {
    const delayAfter = refusedDelay(service, call.op.input)
    const retry = ({ error }: { error: unknown }) => delayAfter(error, 1) !== undefined
    return retryLink<R>({ retry, retryDelayMs: refusedPauseMs })(runtime)(call)
  }

const refusedPauseMs = (attempts: number) => Math.min(pausesMs.max, pausesMs.first * 2 ** (attempts - 1))

/** Returns the retry rule for one call: a function that returns the delay before the next attempt, or undefined if there is none. */
export function refusedDelay(
  service: ServiceName,
  input: unknown,
): (err: unknown, attempts: number) => number | undefined {
  let since: number | undefined
  return (err, attempts) => {
    since ??= performance.now()
    const isWaiting = performance.now() - since < waitMsFor(codeOf(err), service, input)
    return isWaiting ? refusedPauseMs(attempts) : undefined
  }
}

/** Returns how long a call is repeated after this refusal; 0 for one that will not change soon. */
function waitMsFor(code: ErrorCode | undefined, service: ServiceName, input: unknown): number {
  if (code === 'idempotency:in_flight') return waitMs.inFlight
  if (namesNewObject({ code, service, input }, newness)) return waitMs.newId
  return service === 'messaging' && code !== undefined && unnamed.includes(code) ? waitMs.unnamed : 0
}

/** Returns the error code of a fault that a service returned. */
function codeOf(error: unknown): ErrorCode | undefined {
  if (!(error instanceof TRPCClientError)) return undefined
  return (error.data as { fault?: { code: ErrorCode } } | undefined)?.fault?.code
}

/** Error codes for connections that failed before anything was sent. */
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
/** Error codes for connections that ended without a response. The request may have been processed. */
const cutOff = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])
const pauseMs = { min: 50, max: 400 }

/** The attempts of one call to reach its service. */
type Attempts = {
  /** Returns the delay after a failed attempt. Undefined if the call has failed for good. */
  pauseMsAfter(err: Error, attempts: number): number | undefined
  /** Returns why the call failed: if the last attempt says nothing about an earlier one that was sent, why that one got no response. */
  decisive(err: unknown): unknown
}

/** Waits for a service that is restarting. */
export type Patience = {
  /** `isRepeatable`: the call is safe to retry. */
  attempts(isRepeatable: boolean): Attempts
  /** Records that the service has responded. */
  reached(): void
}

/**
 * Retries calls, with growing delays, if the connection failed before the service could have received them. Retries other calls only if
 * that is safe: queries, and calls with an Idempotency-Key. Once a service is unavailable for longer than `patienceMs`, calls don't wait
 * for it until it has responded again.
 */
export function patienceFor(patienceMs: number): Patience {
  let awaySince: number | undefined
  /** Whether calls still wait for the service. The first failure since its last response starts the time. */
  const isWaitedFor = () => {
    awaySince ??= performance.now()
    return performance.now() - awaySince < patienceMs
  }
  const delayMs = (attempts: number) => Math.min(pauseMs.max, pauseMs.min * 2 ** (attempts - 1))
  const attempts = (isRepeatable: boolean): Attempts => {
    let sent: Error | undefined
    return {
      pauseMsAfter(err, count) {
        if (codeOf(err) !== undefined) return undefined
        if (!wasNeverConnected(err.cause)) sent = err
        return mayRetry(err.cause, isRepeatable) && isWaitedFor() ? delayMs(count) : undefined
      },
      decisive: (err) => (saysNothingOfEarlier(err) ? (sent ?? err) : err),
    }
  }
  return {
    attempts,
    reached() {
      awaySince = undefined
    },
  }
}

/** Returns whether an attempt failed before its service read its Idempotency-Key, so that an earlier one may have had an effect. */
function saysNothingOfEarlier(err: unknown): boolean {
  const code = codeOf(err)
  return code === undefined ? err instanceof TRPCClientError && wasNeverConnected(err.cause) : keyUnread.includes(code)
}

/** Returns whether a retry is safe and may help: nothing was sent, or the connection ended and the call may be repeated. */
function mayRetry(cause: unknown, isRepeatable: boolean): boolean {
  const { code = '' } = (cause ?? {}) as NodeJS.ErrnoException
  return wasNeverConnected(cause) || (cutOff.has(code) && isRepeatable)
}

/** Returns whether the connection was never established. */
export function wasNeverConnected(cause: unknown): boolean {
  const { code = '', syscall } = (cause ?? {}) as NodeJS.ErrnoException
  return neverConnected.has(code) || code === 'UND_ERR_CONNECT_TIMEOUT' || syscall === 'connect'
}
