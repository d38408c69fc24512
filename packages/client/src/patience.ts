import { type Operation, retryLink, TRPCClientError, type TRPCLink } from '@trpc/client'
import type { AnyTRPCRouter } from '@trpc/server'

/** Nothing was written: the connection never came about. */
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
/** The connection ended without an answer: what was asked may have been done. */
const cutOff = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])
const pauseMs = { min: 50, max: 400 }

/** The end of an attempt without an answer. `isRepeatable`: done twice it has the effect of once. */
export type Failure = { cause: unknown; isRepeatable: boolean }

/** Waits for one service that is being started again. */
export type Patience<R extends AnyTRPCRouter> = {
  link: TRPCLink<R>
  /** Returns the pause after which a call that failed so is made again; undefined: it has failed. */
  pauseMsAfter(failure: Failure, attempts: number): number | undefined
  /** The service has answered. */
  reached(): void
}

/**
 * Asks again, after growing pauses, what a service has surely not begun, since it could not be connected to; what it may have begun only
 * if doing it twice is as once: questions, and calls with an Idempotency-Key. A service that is away for longer than `patienceMs` is not
 * waited for any more until it has answered again.
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

/** Returns true for the error of a connection that never came about. */
export function wasNeverConnected(cause: unknown): boolean {
  const { code = '', syscall } = (cause ?? {}) as NodeJS.ErrnoException
  return neverConnected.has(code) || code === 'UND_ERR_CONNECT_TIMEOUT' || syscall === 'connect'
}
