import type { Readable } from 'node:stream'
import { ExchangeError, exchange as exchangeOver } from '@posthorn/http'
import type { Pool } from 'undici'

/** Longest answer that is read, in bytes; the rest of a longer one is not worth waiting for. */
export const answerBytesMax = 256 * 1024

/** One HTTP exchange to make. `timeoutMs` covers all of it: queueing, connecting, writing, head and body. */
export type ExchangeRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: string | Buffer | Readable
  timeoutMs: number
}

/**
 * Outcome of the exchange.
 * `not_written`: not one byte of the request left us (DNS, connect, TLS, or the deadline came while it waited for a connection);
 * `invalid` when it cannot be put into HTTP at all. `broken`: it may have left us, and no whole answer came back.
 */
export type ExchangeResult =
  | { kind: 'answer'; status: number; headers: Record<string, string | undefined>; body: string }
  | { kind: 'not_written'; reason: string; invalid: boolean }
  | { kind: 'broken'; reason: string }

/** Makes one exchange and says precisely whether the request was written. Hands it to undici in the tick of the call. */
export async function exchange(pool: Pool, request: ExchangeRequest): Promise<ExchangeResult> {
  try {
    const options = { ...request, body: request.body ?? null, responseBytesMax: answerBytesMax }
    const { status, headers, body, truncated } = await exchangeOver(pool, options)
    if (truncated) return { kind: 'broken', reason: `the answer is longer than ${answerBytesMax} bytes` }
    return { kind: 'answer', status, headers, body: body.toString('utf8') }
  } catch (err) {
    if (!(err instanceof ExchangeError)) throw err
    if (err.bytesWritten) return { kind: 'broken', reason: err.message }
    return { kind: 'not_written', reason: err.message, invalid: err.reason === 'invalid' }
  }
}
