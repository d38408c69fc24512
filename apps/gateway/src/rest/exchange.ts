import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { type BodyBudget, type BodyOwners, type Step, stepOf } from '@posthorn/chassis'
import { faultOf } from '@posthorn/client'
import { Fault, fail, requestIdPattern, takesIdempotencyKey } from '@posthorn/contracts'
import { TRPCError } from '@trpc/server'
import { addressOf, networkOf } from '../access/auth/address.ts'
import type { GatewayConfig } from '../config.ts'
import type { GatewayDeps, GatewayRuntime } from '../deps.ts'

export type Reply = {
  req: IncomingMessage
  res: ServerResponse
  requestId: string
  publicUrl: string
  /** Headers to send with every response to this request. */
  headers: Record<string, string>
}

/** A request with all values derived from its head, computed once. */
export type Exchange = Reply & {
  /** Trace context of our span, in the caller's trace or in a new one. */
  traceparent: string
  /** Address of the caller, as seen by the outermost trusted proxy. */
  address: string
  /** The address, or the network of an IPv6 address, whose limits this request counts toward. */
  network: string
  /** Budget for request bodies in memory. `owners` says who this body is charged to: the network, until the caller is authenticated. */
  bodies: BodyBudget
  owners: BodyOwners
  path: string
  /** Query string without the question mark. */
  query: string
  /** Path template, such as `/v1/messages/{id}`, once a route matches. */
  template?: string
  /** Names of the operations that this request calls, as far as they are known. */
  operations?: Set<string>
  /** API key of the request, once it is admitted. */
  key?: { workspace: string; key: string }
  /** Charges the caller for this many additional requests. Set once the caller is known. */
  charge?: (requests: number) => void
  /** Whether this is a stream or long poll, which stays open without using CPU. */
  waits?: boolean
}

/** Reads a request's head. The body is not read, and nothing is refused yet. */
export function openExchange(
  req: IncomingMessage,
  res: ServerResponse,
  { config, deps }: { config: Pick<GatewayConfig, 'PUBLIC_URL'>; deps: Pick<GatewayDeps, 'proxies' | 'bodies'> },
): Exchange {
  const target = req.url ?? '/'
  const address = addressOf(req, deps.proxies)
  const network = networkOf(address)
  const mark = target.indexOf('?')
  return {
    req,
    res,
    requestId: requestIdOf(req),
    publicUrl: publicUrlOf(req, config.PUBLIC_URL),
    headers: {},
    traceparent: stepOf(traceparentOf(req)),
    address,
    network,
    bodies: deps.bodies,
    owners: { address: network },
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
  }
}

const traceparentPattern = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/
const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/
const hostPattern = /^[\w.:[\]-]{1,255}$/

const newRequestId = () => `req_${randomUUID().replaceAll('-', '')}`

/** Returns the caller's `X-Request-Id`, or a new id if it is missing or invalid. */
export function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id']
  return typeof given === 'string' && requestIdPattern.test(given) ? given : newRequestId()
}

/** Returns the caller's W3C trace context if it is valid. */
function traceparentOf(req: IncomingMessage): string | undefined {
  const given = req.headers['traceparent']
  return typeof given === 'string' && traceparentPattern.test(given) ? given : undefined
}

/** Returns the API key from `Token` or `Authorization: Bearer`. */
export function apiKeyOf({ headers }: IncomingMessage): string | undefined {
  const token = headers['token']
  if (typeof token === 'string') return token.trim()
  return /^Bearer +(\S.*)$/i.exec(headers.authorization ?? '')?.[1]?.trim()
}

/** Returns the `Idempotency-Key` of a POST or DELETE. Other methods ignore it, because repeating them changes nothing more. */
export function idempotencyKeyOf(req: IncomingMessage): string | undefined {
  const given = takesIdempotencyKey(req.method) ? req.headersDistinct['idempotency-key'] : undefined
  if (!given) return undefined
  const [key = '', ...more] = given
  if (more.length > 0 || !idempotencyKeyPattern.test(key)) fail('idempotency:key_invalid')
  return key
}

/** Returns the public base URL of this API without a trailing slash: the configured one, or else one from the `Host` header. Empty if that is invalid. */
export function publicUrlOf(req: IncomingMessage, configured: string | undefined): string {
  if (configured) return configured
  const host = req.headers.host ?? ''
  return hostPattern.test(host) ? `http://${host}` : ''
}

/** Body bytes that are read and discarded to keep the connection open. */
const skippedBytesMax = 64 * 1024
/** How long a refused upload may continue before its connection is closed, and how many may do so concurrently. */
const lingerMs = 5_000
const lingeringMax = 100

const lingering = new Set<() => void>()

/** Whether the caller is still sending a body that may be too large to be read and discarded. */
export function hasUnreadBody({ req }: Pick<Reply, 'req'>): boolean {
  const announced = Number(req.headers['content-length'] ?? 0)
  return !req.complete && (announced > skippedBytesMax || req.headers['transfer-encoding'] !== undefined)
}

/**
 * Ends the response. Closes the connection once the caller stops sending, after `lingerMs`, or if too many others linger. Closing while bytes
 * arrive would make the kernel reset the connection, and the caller might never see the response. A large body stays unread in the kernel,
 * because each read allocates 64 KiB outside the heap, which V8 collects only every 64 MiB.
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

/** Returns the fault behind an error. tRPC wraps the faults of local calls. */
export const faultBehind = (err: unknown): Fault => faultOf(err instanceof TRPCError ? err.cause : err)

/** Sends the fault behind an error. Logs it under this name if it is the server's. */
export function sendFailure({ log }: GatewayRuntime, exchange: Reply, err: unknown, logName: string): void {
  const fault = faultBehind(err)
  const line = { requestId: exchange.requestId, method: exchange.req.method, errorCode: fault.code, err: fault.cause }
  if (fault.status >= 500) log.error(line, logName)
  sendFault(exchange, fault)
}

/** Throws the fault behind an error. A verb that calls a service needs it: a client's own error would pass for a fault of the gateway. */
export function throwBehind(err: unknown): never {
  throw faultBehind(err)
}

/** Throws a retryable error: a caller who can't be looked up now isn't refused. A refusal passes unchanged. */
export function unavailable(cause: unknown): never {
  if (cause instanceof Fault) throw cause
  throw new Fault('service:unavailable', { cause, retryAfter: 2 })
}

/** Returns the body of an error, as the API reference documents it. */
export const faultBody = (fault: Fault, { requestId, publicUrl }: Pick<Reply, 'requestId' | 'publicUrl'>): object => ({
  status: fault.status,
  errorCode: fault.code,
  message: fault.message,
  errors: fault.errors,
  retryable: fault.retryable,
  retryAfter: fault.retryAfter ?? null,
  requestId,
  docs: `${publicUrl}/docs/errors#${fault.code}`,
})

/** Resolves when the written bytes are sent or the connection has closed, so that a slow client does not fill the memory. */
export const drained = (res: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    if (res.closed) return resolve()
    const done = () => {
      res.off('drain', done).off('close', done)
      resolve()
    }
    res.on('drain', done).on('close', done)
  })

/** Responses to what Node refuses, by its error code. */
const malformed: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long; send it faster.'],
  HPE_HEADER_OVERFLOW: [431, 'The URL and the headers are over the limit of 64 KiB; send less of them.'],
  HPE_INVALID_EOF_STATE: [
    400,
    'The connection ended before the request; send the whole head, and as many bytes as Content-Length says.',
  ],
  HPE_INVALID_URL: [
    400,
    'The URL has a character that is not allowed; percent-encode it. With curl, use -G and --data-urlencode.',
  ],
}
const malformedHead = 'This is not a valid HTTP request; send a well-formed head of version 1.1 with one Host header.'

/** Returns a raw response that closes the connection: Node offers none for a request that it can't parse. `code`: of its error, if any. */
export function clientErrorResponse(code = ''): string {
  const [status, message] = malformed[code] ?? ([400, malformedHead] as const)
  const requestId = newRequestId()
  const fault = new Fault('request:malformed', { message })
  const body = JSON.stringify({ ...faultBody(fault, { requestId, publicUrl: '' }), status })
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    `X-Request-Id: ${requestId}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}

/** Headers sent with every response below `/v1` and of mounted APIs. */
export const alwaysHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Allow, Content-Disposition, Content-Range, Idempotent-Replayed, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
  'Cache-Control': 'no-store',
}

const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Disposition, Content-Type, Idempotency-Key, Last-Event-ID, Range, Token, traceparent, X-Request-Id',
  'Access-Control-Max-Age': '86400',
}

/** Tells a browser that pages of other origins may call the API with a key. */
export function sendPreflight({ res, requestId, headers }: Reply): void {
  res.writeHead(204, { 'X-Request-Id': requestId, ...headers, ...preflightHeaders }).end()
}

/** Starts the request's span, in the caller's trace or in a new one. The sampler decides whether to record it. */
export function beginSpan({ spans }: GatewayRuntime, exchange: Exchange): Step {
  const { req, traceparent: step } = exchange
  const span = spans.begin({ name: req.method ?? 'GET', kind: 'server', parent: traceparentOf(req), step })
  exchange.traceparent = span.traceparent ?? step
  return span
}

/** Ends the span of a request. It gets the name of the route only now, because it began before the route was known. */
export function endSpan(span: Step, { req, res, requestId, template }: Exchange): void {
  span.end({
    ...(template === undefined ? {} : { name: `${req.method} ${template}` }),
    attributes: {
      ...(res.headersSent ? { 'http.response.status_code': res.statusCode } : {}),
      requestId,
      ...(template === undefined ? {} : { 'http.route': template }),
    },
    error: res.statusCode >= 500 ? String(res.statusCode) : undefined,
  })
}
