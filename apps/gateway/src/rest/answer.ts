import type { ServerResponse } from 'node:http'
import type { Fault } from '@posthorn/contracts'
import type { Reply } from './exchange.ts'
import { bodyBytesMax } from './request/body.ts'

/** Longest time a refused upload continues before its connection is closed, and most of its bytes that are read meanwhile. */
const drainMs = 5_000
const drainBytesMax = 256 * 1024

/** True while the caller sends a body that is not going to be read. */
export function hasUnreadBody({ req }: Pick<Reply, 'req'>): boolean {
  const announced = Number(req.headers['content-length'] ?? 0)
  return !req.complete && (announced > bodyBytesMax || req.headers['transfer-encoding'] !== undefined)
}

/**
 * Ends the response and its connection after the caller has stopped sending, or `drainMs` later. With bytes still coming in, the kernel
 * resets a connection that is closed at once, and the caller may never see the response. No one has the gateway read a large body for it.
 */
function endAfterDraining({ req, res }: Reply): void {
  const end = () => {
    clearTimeout(timer)
    res.end()
  }
  const timer = setTimeout(end, drainMs)
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > drainBytesMax) req.pause()
  }
  req.once('end', end).once('close', end).on('data', count)
}

/** Sends bytes of a content type. */
export function sendBytes(exchange: Reply, status: number, content: { type: string; body: string | Buffer }): void {
  const { res, headers } = exchange
  if (res.headersSent || res.destroyed) return
  const drains = hasUnreadBody(exchange)
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

/** Sends JSON. */
export function sendJson(exchange: Reply, status: number, value: unknown): void {
  sendBytes(exchange, status, { type: 'application/json', body: JSON.stringify(value) })
}

/** Sends the error body, which has the same form for every refusal. */
export function sendFault(exchange: Reply, fault: Fault): void {
  const { headers } = exchange
  if (fault.allow) headers['Allow'] = fault.allow.join(', ')
  if (fault.retryAfter !== undefined) headers['Retry-After'] = String(fault.retryAfter)
  if (fault.status === 401) headers['WWW-Authenticate'] = 'Token, Bearer'
  sendJson(exchange, fault.status, faultBody(fault, exchange))
}

/** Returns the error body of a fault for a request. */
export function faultBody(fault: Fault, { requestId, publicUrl }: Pick<Reply, 'requestId' | 'publicUrl'>): object {
  return {
    status: fault.status,
    errorCode: fault.code,
    message: fault.message,
    errors: fault.errors,
    retryable: fault.retryable,
    retryAfter: fault.retryAfter ?? null,
    requestId,
    docs: `${publicUrl}/docs/errors#${fault.code}`,
  }
}

/** Resolves when the written bytes have left, or the connection has closed. */
export function drained(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      res.off('drain', done).off('close', done)
      resolve()
    }
    res.on('drain', done).on('close', done)
  })
}
