import type { Readable } from 'node:stream'
import { ExchangeError, exchange as exchangeOver } from '@posthorn/http'
import type { Pool } from 'undici'

/** Maximum number of response bytes to read. A longer response can't be understood, so its exchange counts as broken. */
export const answerBytesMax = 256 * 1024

/** An HTTP exchange. `timeoutMs` covers all of it: queueing, connecting, writing, head and body. */
export type ExchangeRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: string | Buffer | Readable
  timeoutMs: number
}

/**
 * Outcome of an exchange. `not_written`: no byte of the request was sent, because DNS, connecting, or TLS failed, or because the timeout
 * passed while waiting for a connection. `invalid`: it can't be written as HTTP. `broken`: it may have been sent, and no complete response
 * came back.
 */
export type ExchangeResult =
  | { kind: 'answer'; status: number; headers: Record<string, string | undefined>; body: string }
  | { kind: 'not_written'; reason: string; invalid: boolean }
  | { kind: 'broken'; reason: string }

/** Performs an exchange and reports exactly whether the request was written. Throws only errors of the body. */
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
