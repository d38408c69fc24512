import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault } from '@posthorn/contracts'
import { bodyBytesMax } from './body.ts'

/** One request and what has been settled about its answer so far. */
export type Exchange = {
  req: IncomingMessage
  res: ServerResponse
  requestId: string
  /** Address callers reach us at. */
  publicUrl: string
  /** Headers every answer to this request carries, whatever becomes of it. */
  headers: Record<string, string>
}

/** How long a refused upload may go on before its connection is closed. */
const drainMs = 1_000

/** A body that stays unread ends with its connection, after a moment in which the caller can read the answer. */
function closeUnread({ req, res, headers }: Exchange): void {
  const announced = Number(req.headers['content-length'] ?? 0)
  if (req.complete || (announced <= bodyBytesMax && req.headers['transfer-encoding'] === undefined)) return
  headers['Connection'] = 'close'
  res.once('finish', () => {
    req.resume()
    const timer = setTimeout(() => req.destroy(), drainMs)
    req.once('close', () => clearTimeout(timer))
  })
}

/** Answers with bytes of a type. */
export function sendBytes(exchange: Exchange, status: number, content: { type: string; body: string | Buffer }): void {
  const { res, headers } = exchange
  if (res.headersSent || res.destroyed) return
  closeUnread(exchange)
  res.writeHead(status, {
    'Content-Type': content.type,
    'Content-Length': Buffer.byteLength(content.body),
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': exchange.requestId,
    ...headers,
  })
  res.end(content.body)
}

/** Answers with JSON. */
export function sendJson(exchange: Exchange, status: number, value: unknown): void {
  sendBytes(exchange, status, { type: 'application/json', body: JSON.stringify(value) })
}

/** Answers with the error body: one form for every refusal. */
export function sendFault(exchange: Exchange, fault: Fault): void {
  const { headers } = exchange
  if (fault.allow) headers['Allow'] = fault.allow.join(', ')
  if (fault.retryAfter !== undefined) headers['Retry-After'] = String(fault.retryAfter)
  if (fault.status === 401) headers['WWW-Authenticate'] = 'Token'
  sendJson(exchange, fault.status, {
    status: fault.status,
    errorCode: fault.code,
    message: fault.message,
    errors: fault.errors,
    retryable: fault.retryable,
    ...(fault.retryAfter === undefined ? {} : { retryAfter: fault.retryAfter }),
    requestId: exchange.requestId,
    docs: `${exchange.publicUrl}/docs/errors#${fault.code}`,
  })
}

/** Resolves when what was written has gone out, or nobody is there any more. */
export function drained(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      res.off('drain', done).off('close', done)
      resolve()
    }
    res.on('drain', done).on('close', done)
  })
}
