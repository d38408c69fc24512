import { type Operation, retryLink, TRPCClientError, type TRPCLink } from '@trpc/client'
import type { AnyTRPCRouter } from '@trpc/server'

/** Nothing was written: the connection never came about. */
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
/** The connection ended without an answer: what was asked may have been done. */
const cutOff = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])
const pauseMs = { min: 50, max: 400 }

/** Waits for one service that is being started again. */
export type Patience<R extends AnyTRPCRouter> = {
  link: TRPCLink<R>
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
  return {
    link: retryLink<R>({
      retry: ({ op, error }) => mayBeAskedAgain(op, error) && isWaitedFor(),
      retryDelayMs: (attempts) => Math.min(pauseMs.max, pauseMs.min * 2 ** (attempts - 1)),
    }),
    reached() {
      awaySince = undefined
    },
  }
}

function mayBeAskedAgain(op: Operation, error: unknown): boolean {
  const cause = error instanceof TRPCClientError ? (error.cause as NodeJS.ErrnoException | undefined) : undefined
  const code = cause?.code ?? ''
  if (neverConnected.has(code) || code === 'UND_ERR_CONNECT_TIMEOUT' || cause?.syscall === 'connect') return true
  const call = op.context['call'] as { idempotencyKey?: string | undefined } | undefined
  return cutOff.has(code) && (op.type === 'query' || Boolean(call?.idempotencyKey))
}
