import { type Operation, retryLink, TRPCClientError, type TRPCLink } from '@trpc/client'
import type { AnyTRPCRouter } from '@trpc/server'

/** How long a retry waits for the first call with its Idempotency-Key, and the delays between attempts. */
const inFlight = { waitMs: 2_000, pauseMs: 10, pauseMsMax: 160 }

/**
 * Repeats a call whose Idempotency-Key is in flight until the first call has ended, for up to 2 s. The wait happens in the client, because
 * in the service, other calls in its request or transaction would also have to wait.
 */
export function retryInFlight<R extends AnyTRPCRouter>(): TRPCLink<R> {
  const begun = new WeakMap<Operation['context'], number>()
  return retryLink<R>({
    retry: ({ op, error }) => {
      if (codeOf(error) !== 'idempotency:in_flight') return false
      const since = begun.get(op.context) ?? performance.now()
      begun.set(op.context, since)
      return isWaiting(since)
    },
    retryDelayMs: delayMs,
  })
}

const isWaiting = (since: number) => performance.now() - since < inFlight.waitMs
const delayMs = (attempts: number) => Math.min(inFlight.pauseMsMax, inFlight.pauseMs * 2 ** (attempts - 1))

/** Returns the retry rule for one call: a function that returns the delay before the next attempt, or undefined if there is none. */
export function inFlightDelay(): (err: unknown, attempts: number) => number | undefined {
  let since: number | undefined
  return (err, attempts) => {
    if (codeOf(err) !== 'idempotency:in_flight') return undefined
    since ??= performance.now()
    return isWaiting(since) ? delayMs(attempts) : undefined
  }
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof TRPCClientError)) return undefined
  return (error.data as { fault?: { code: string } } | undefined)?.fault?.code
}
