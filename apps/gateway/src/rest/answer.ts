import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault } from '@posthorn/contracts'
import { bodyBytesMax } from './body.ts'

/** One request and what has been settled about its answer so far. */
export type Exchange = {
  req: IncomingMessage
  res: ServerResponse
  requestId: string
  /** Our step in the caller's trace, or in one that begins here. */
  traceparent: string
  /** Template of the path, such as `/v1/messages/{id}`, once it is found. */
  path?: string
  /** Address callers reach us at. */
  publicUrl: string
  /** Headers every answer to this request carries, whatever becomes of it. */
  headers: Record<string, string>
}

/** How long a refused upload may go on before its connection is closed. */
const drainMs = 5_000

/** Whether the caller still sends a body that nobody will read. */
function isUnread({ req }: Exchange): boolean {
  const announced = Number(req.headers['content-length'] ?? 0)
  return !req.complete && (announced > bodyBytesMax || req.headers['transfer-encoding'] !== undefined)
}

/**
 * Ends the answer to a body that stays unread, and its connection: once the caller has stopped sending, or has had time to. Closed at
 * once, with bytes still coming in, the kernel would reset the connection and the caller might never see the answer.
 */
function endAfterDraining({ req, res }: Exchange): void {
  const end = () => {
    clearTimeout(timer)
    res.end()
  }
  const timer = setTimeout(end, drainMs)
  req.once('end', end).once('close', end).resume()
}

/** Answers with bytes of a type. */
export function sendBytes(exchange: Exchange, status: number, content: { type: string; body: string | Buffer }): void {
  const { res, headers } = exchange
  if (res.headersSent || res.destroyed) return
  const drains = isUnread(exchange)
  if (drains) headers['Connection'] = 'close'
  res.writeHead(status, {
    'Content-Type': content.type,
    'Content-Length': Buffer.byteLength(content.body),
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': exchange.requestId,
    ...headers,
  })
  if (!drains) return void res.end(content.body)
  res.write(content.body)
  endAfterDraining(exchange)
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
