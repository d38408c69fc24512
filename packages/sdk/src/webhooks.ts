import type { Event } from './generated/types.ts'
import { SignatureError } from './send.ts'

/** A webhook request as it arrived. */
export type ReceivedWebhook = {
  /** Request headers. Names can be in uppercase or lowercase. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The raw, unparsed body as bytes or text. */
  body: string | Uint8Array | ArrayBuffer
  /** The signing secret, `whsec_…`. Pass several during a rotation. */
  secret: string | readonly string[]
  /** How far a signature's time may differ from now, in seconds. Default: 300. */
  toleranceSeconds?: number
}

/**
 * Verifies a webhook request's signature and returns its event. Throws `SignatureError` if verification fails, or if the body isn't JSON,
 * and a `TypeError` if `secret` isn't a signing secret.
 */
export async function verifyWebhook({
  headers,
  body,
  secret,
  toleranceSeconds = 300,
}: ReceivedWebhook): Promise<Event> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  if (timestamp === '') throw new SignatureError('The header webhook-timestamp is missing.')
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!/^\d{1,12}$/.test(timestamp) || age > toleranceSeconds) {
    throw new SignatureError('The timestamp of the webhook is too old, too new or not a number.')
  }
  const signed = concatenated(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  const signatures = headerOf(headers, 'webhook-signature').split(' ')
  for (const key of keysOf(secret)) if (await isSigned(signed, signatures, key)) return eventOf(bytes)
  throw new SignatureError('No signature of the webhook matches the secret.')
}

/** Returns whether one of the signatures was made with this secret. During a rotation, there are several. */
async function isSigned(signed: BufferSource, signatures: readonly string[], secret: BufferSource): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['verify'])
  for (const entry of signatures) {
    const signature = entry.startsWith('v1,') ? bytesOf(entry.slice(3)) : undefined
    // Web Crypto compares in constant time.
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return true
  }
  return false
}

/** Returns the keys of signing secrets. Throws a `TypeError` if there is none, such as for a setting that is missing. */
function keysOf(secret: ReceivedWebhook['secret'] | undefined): BufferSource[] {
  const secrets = typeof secret === 'string' ? [secret] : (secret ?? [])
  const keys = secrets.map((each) => bytesOf(each.replace(/^whsec_/, ''))).filter((key) => key?.length)
  if (keys.length === 0 || keys.length < secrets.length) throw new TypeError('secret must be a signing secret, whsec_…')
  return keys as BufferSource[]
}

/** Parses the body of a verified webhook. */
function eventOf(bytes: Uint8Array): Event {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Event
  } catch (cause) {
    throw new SignatureError('The body of the webhook is not JSON.', { cause })
  }
}

/** Returns a header in any case; an empty text if it is missing. Node passes some as a list, and the first one counts. */
function headerOf(headers: ReceivedWebhook['headers'], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? ''
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof value === 'string' ? value : (value?.[0] ?? '')
}

/** Decodes base64. Returns undefined for other text. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function concatenated(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

/** Options for a webhook handler. */
export type WebhookOptions = Pick<ReceivedWebhook, 'secret' | 'toleranceSeconds'> & {
  /** Called with each verified event. Store it and return. The delivery is confirmed when this function ends, and repeated if it throws. */
  onEvent(event: Event): unknown
}

/** Far more than an event can have, which is 64 KiB: anyone can send a body that never ends. */
const bodyBytesMax = 1024 * 1024

/** Verifies a delivery and passes its event on. Returns the HTTP status to respond with. */
async function receive(
  { onEvent, ...verification }: WebhookOptions,
  delivery: Pick<ReceivedWebhook, 'headers' | 'body'>,
): Promise<204 | 401> {
  const event = await verifyWebhook({ ...verification, ...delivery }).catch((error: unknown) => {
    if (error instanceof SignatureError) return undefined
    throw error
  })
  if (event === undefined) return 401
  await onEvent(event)
  return 204
}

/**
 * Returns a handler for web-standard requests, such as a Next.js route: `export const POST = webhookRoute({ secret, onEvent })`. Throws a
 * `TypeError` if `secret` isn't a signing secret.
 */
export function webhookRoute(options: WebhookOptions): (request: Request) => Promise<Response> {
  keysOf(options.secret)
  return async (request) => {
    const body = request.body ? await readBytes(request.body) : new Uint8Array()
    const status = body === undefined ? 413 : await receive(options, { headers: request.headers, body })
    return new Response(null, { status })
  }
}

type NodeRequest = AsyncIterable<Uint8Array> & {
  headers: ReceivedWebhook['headers']
  body?: unknown
  readableEnded?: boolean
}

/**
 * Returns a handler for Express, or for any server that uses Node.js requests: `app.post('/hooks', expressWebhook({ secret, onEvent }))`.
 * Add it before `express.json()`, because the signature covers the raw body.
 */
export function expressWebhook(
  options: WebhookOptions,
): (
  request: NodeRequest,
  response: { statusCode: number; end(): unknown },
  next?: (error: unknown) => unknown,
) => Promise<void> {
  keysOf(options.secret)
  return async (request, response, next) => {
    try {
      const body = await rawBody(request)
      response.statusCode = body === undefined ? 413 : await receive(options, { headers: request.headers, body })
      response.end()
    } catch (error) {
      if (next === undefined) throw error
      next(error)
    }
  }
}

/** Returns the body's bytes, whether read here or already read by `express.raw()`. Returns undefined if the body is too large. */
async function rawBody(request: NodeRequest): Promise<Uint8Array<ArrayBuffer> | string | undefined> {
  const { body } = request
  if (body instanceof Uint8Array) return new Uint8Array(body)
  if (typeof body === 'string') return body
  if (request.readableEnded) {
    throw new TypeError('The body was parsed before it was verified. Add the webhook handler before express.json().')
  }
  return readBytes(request)
}

/** Reads all bytes. Returns undefined, and reads no further, if there are more than `bodyBytesMax`. */
async function readBytes(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > bodyBytesMax) return undefined
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

type FastifyScope = {
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer' },
    parser: (request: unknown, body: Uint8Array, done: (error: null, body: Uint8Array) => void) => void,
  ): unknown
  post(
    path: string,
    handler: (
      request: { headers: ReceivedWebhook['headers']; body: unknown },
      reply: { code(status: number): { send(): unknown } },
    ) => Promise<unknown>,
  ): unknown
}

/** A Fastify plugin: `app.register(fastifyWebhook, { path: '/hooks', secret, onEvent })`. Other routes still receive parsed bodies. */
export async function fastifyWebhook(
  scope: FastifyScope,
  { path, ...options }: WebhookOptions & { path: string },
): Promise<void> {
  keysOf(options.secret)
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  scope.post(path, async ({ headers, body }, reply) => {
    const bytes = body instanceof Uint8Array ? new Uint8Array(body) : new Uint8Array()
    return reply.code(await receive(options, { headers, body: bytes })).send()
  })
}
