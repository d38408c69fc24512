import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Fault, type Operation, parseRest } from '@posthorn/contracts'
import type { Reply } from './exchange.ts'

/** Body bytes that are read and discarded to keep the connection open. */
const skippedBytesMax = 64 * 1024
/** How long a refused upload may continue before its connection is closed, and how many may do so concurrently. */
const lingerMs = 5_000
const lingeringMax = 100

const lingering = new Set<() => void>()

/** Whether the caller is still sending a body that won't be read. */
export function hasUnreadBody({ req }: Pick<Reply, 'req'>): boolean {
  const announced = Number(req.headers['content-length'] ?? 0)
  return !req.complete && (announced > skippedBytesMax || req.headers['transfer-encoding'] !== undefined)
}

/**
 * Ends the response. Closes the connection once the caller stops sending, or after `lingerMs`. Closing while bytes arrive would make the
 * kernel reset the connection, and the caller might never see the response. A large body stays unread in the kernel, because each read
 * allocates 64 KiB outside the heap, which V8 collects only every 64 MiB.
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

/** Sends a complete response, unless one was sent already. If the caller is still sending a body, the connection closes afterwards. */
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

/** Sends an error, with the headers that its status requires. */
export function sendFault(exchange: Reply, fault: Fault): void {
  const { headers } = exchange
  if (fault.allow) headers['Allow'] = fault.allow.join(', ')
  if (fault.retryAfter !== undefined) headers['Retry-After'] = String(fault.retryAfter)
  if (fault.status === 401) headers['WWW-Authenticate'] = 'Token, Bearer'
  sendJson(exchange, fault.status, faultBody(fault, exchange))
}

/** Returns the body of an error, as the API reference documents it. */
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

/** Resolves when the written bytes are sent or the connection closes, so that a slow client does not fill the memory. */
export function drained(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      res.off('drain', done).off('close', done)
      resolve()
    }
    res.on('drain', done).on('close', done)
  })
}

const reasons = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' } as const
const sentences = {
  408: 'The request took too long; send it faster.',
  431: 'The headers are too large; send at most 16 KiB of them.',
} as const
const malformedUrl =
  'The URL has a character that is not allowed; percent-encode it. With curl, use -G and --data-urlencode.'
const malformedHead = 'This is not a valid HTTP request; send a well-formed head of version 1.1 with one Host header.'

/**
 * Whether a request uses HTTP/0.9, or uses HTTP/1.1 without exactly one `Host` header. Proxies may interpret such a request differently.
 */
export function isAmbiguous({ httpVersion, httpVersionMajor, rawHeaders }: IncomingMessage): boolean {
  if (httpVersionMajor < 1) return true
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1 || (hosts === 0 && httpVersion !== '1.0')
}

/** Returns a raw HTTP/1.1 response to an invalid request. It closes the connection. `code`: the code of Node's error, if any. */
export function clientErrorResponse(code?: string): string {
  const status = code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const malformed = code === 'HPE_INVALID_URL' ? malformedUrl : malformedHead
  const message = status === 400 ? malformed : sentences[status]
  const requestId = `req_${randomUUID().replaceAll('-', '')}`
  const fault = new Fault('request:malformed', { message })
  const body = JSON.stringify({ ...faultBody(fault, { requestId, publicUrl: '' }), status })
  return [
    `HTTP/1.1 ${status} ${reasons[status]}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}

/** Headers sent with every response below `/v1`. */
export const alwaysHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Allow, Deprecation, Idempotent-Replayed, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
  'Cache-Control': 'no-store',
}

/** Returns the headers for a deprecated route (RFC 9745): when it was deprecated, and its successor. */
export function deprecationHeaders(
  { since, use }: NonNullable<Operation['deprecated']>,
  parameters: Readonly<Record<string, string>>,
): Record<string, string> {
  const { path } = parseRest(use)
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))
  return {
    Deprecation: `@${Date.parse(since) / 1000}`,
    Link: `<${address}>; rel="successor-version"`,
  }
}
