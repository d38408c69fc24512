import { type Operation, retryLink, TRPCClientError, type TRPCLink } from '@trpc/client'
import type { AnyTRPCRouter } from '@trpc/server'

/** Error codes for connections that failed before anything was sent. */
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
/** Error codes for connections that ended without a response. The request may have been processed. */
const cutOff = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])
const pauseMs = { min: 50, max: 400 }

/** A failed attempt without a response. `isRepeatable`: safe to retry. */
export type Failure = { cause: unknown; isRepeatable: boolean }

/** Waits for a service that is restarting. */
export type Patience<R extends AnyTRPCRouter> = {
  link: TRPCLink<R>
  /** Returns the delay before a retry. Undefined if the call has failed for good. */
  pauseMsAfter(failure: Failure, attempts: number): number | undefined
  /** Records that the service has responded. */
  reached(): void
}

/**
 * Retries calls, with growing delays, if the connection failed before the service could have received them. Retries other calls only if
 * that is safe: queries, and calls with an Idempotency-Key. Once a service is unavailable for longer than `patienceMs`, calls don't wait
 * for it until it has responded again.
 */
export function patienceFor<R extends AnyTRPCRouter>(patienceMs: number): Patience<R> {
  let awaySince: number | undefined
  const isWaitedFor = () => {
    awaySince ??= performance.now()
    return performance.now() - awaySince < patienceMs
  }
  const delayMs = (attempts: number) => Math.min(pauseMs.max, pauseMs.min * 2 ** (attempts - 1))
  return {
    link: retryLink<R>({
      retry: ({ op, error }) => mayBeAskedAgain(failureOf(op, error)) && isWaitedFor(),
      retryDelayMs: delayMs,
    }),
    pauseMsAfter: (failure, attempts) => (mayBeAskedAgain(failure) && isWaitedFor() ? delayMs(attempts) : undefined),
    reached() {
      awaySince = undefined
    },
  }
}

function failureOf(op: Operation, error: unknown): Failure {
  const call = op.context['call'] as { idempotencyKey?: string | undefined } | undefined
  return {
    cause: error instanceof TRPCClientError ? error.cause : undefined,
    isRepeatable: op.type === 'query' || Boolean(call?.idempotencyKey),
  }
}

function mayBeAskedAgain({ cause, isRepeatable }: Failure): boolean {
  const { code = '' } = (cause ?? {}) as NodeJS.ErrnoException
  return wasNeverConnected(cause) || (cutOff.has(code) && isRepeatable)
}

/** Returns whether the connection was never established. */
export function wasNeverConnected(cause: unknown): boolean {
  const { code = '', syscall } = (cause ?? {}) as NodeJS.ErrnoException
  return neverConnected.has(code) || code === 'UND_ERR_CONNECT_TIMEOUT' || syscall === 'connect'
}
