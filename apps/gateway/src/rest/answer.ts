import type { ServerResponse } from 'node:http'
import type { Fault } from '@posthorn/contracts'
import type { Reply } from './exchange.ts'

/** Unwanted body bytes to read anyway, to keep the connection open. */
const skippedBytesMax = 64 * 1024
/** How long a refused upload may continue before its connection is closed, and how many may do so at once. */
const lingerMs = 5_000
const lingeringMax = 100

/** Closes connections with ongoing refused uploads, in the order they were refused. */
const lingering = new Set<() => void>()

/** Whether the caller is sending a body that we won't read. */
export function hasUnreadBody({ req }: Pick<Reply, 'req'>): boolean {
  const announced = Number(req.headers['content-length'] ?? 0)
  return !req.complete && (announced > skippedBytesMax || req.headers['transfer-encoding'] !== undefined)
}

/**
 * Ends the response, and the connection once the caller stops sending or after `lingerMs`. If it were closed while bytes are arriving, the
 * kernel would reset the connection, and the caller might never see the response. A large body stays unread in the kernel, because each read
 * takes 64 KiB outside the heap, which V8 only collects every 64 MiB.
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

export function sendJson(exchange: Reply, status: number, value: unknown): void {
  sendBytes(exchange, status, { type: 'application/json', body: JSON.stringify(value) })
}

/** Sends the error body, which all errors share. */
export function sendFault(exchange: Reply, fault: Fault): void {
  const { headers } = exchange
  if (fault.allow) headers['Allow'] = fault.allow.join(', ')
  if (fault.retryAfter !== undefined) headers['Retry-After'] = String(fault.retryAfter)
  if (fault.status === 401) headers['WWW-Authenticate'] = 'Token, Bearer'
  sendJson(exchange, fault.status, faultBody(fault, exchange))
}

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

/** Resolves when the written bytes are sent or the connection has closed. */
export function drained(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      res.off('drain', done).off('close', done)
      resolve()
    }
    res.on('drain', done).on('close', done)
  })
}
