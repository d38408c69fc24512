import type { ServerResponse } from 'node:http'
import type { Fault } from '@posthorn/contracts'
import type { Reply } from './exchange.ts'

/** Bytes of a body that no one is going to read, and that are read all the same to keep the connection. */
const skippedBytesMax = 64 * 1024
/** Longest time for which a refused upload may continue before its connection is closed, and how many continue at once. */
const lingerMs = 5_000
const lingeringMax = 100

/** Closes the connections whose uploads continue, in the order in which they were refused. */
const lingering = new Set<() => void>()

/** True while the caller sends a body that is not going to be read. */
export function hasUnreadBody({ req }: Pick<Reply, 'req'>): boolean {
  const announced = Number(req.headers['content-length'] ?? 0)
  return !req.complete && (announced > skippedBytesMax || req.headers['transfer-encoding'] !== undefined)
}

/**
 * Ends the response and its connection after the caller has stopped sending, or `lingerMs` later. With bytes still coming in, the kernel
 * resets a connection that is closed at once, and the caller may never see the response. Each read takes 64 KiB outside of the heap, and
 * V8 collects all of it every 64 MiB: a large body stays unread, and in the kernel.
 */
function endAfterUpload({ req, res }: Reply): void {
  const end = () => {
    clearTimeout(timer)
    lingering.delete(end)
    res.end()
  }
  const timer = setTimeout(end, lingerMs)
  lingering.add(end)
  const [longest] = lingering
  if (lingering.size > lingeringMax) longest?.()
  req.once('end', end).once('close', end)
  if (req.headers['transfer-encoding'] === undefined) return void req.socket.pause()
  let bytes = 0
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= skippedBytesMax) return
    req.pause()
    req.socket.pause()
  })
}

/** Sends bytes of a content type. */
export function sendBytes(exchange: Reply, status: number, content: { type: string; body: string | Buffer }): void {
  const { res, headers } = exchange
  if (res.headersSent || res.destroyed) return
  const isUnread = hasUnreadBody(exchange)
  if (isUnread) headers['Connection'] = 'close'
  res.writeHead(status, {
    'Content-Type': content.type,
    'Content-Length': Buffer.byteLength(content.body),
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': exchange.requestId,
    ...headers,
  })
  if (!isUnread) return void res.end(content.body)
  res.write(content.body)
  endAfterUpload(exchange)
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
