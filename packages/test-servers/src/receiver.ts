import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'

export type HttpServer = AsyncDisposable & {
  /** Its URL, such as `http://127.0.0.1:40123`. */
  url: string
}

/** Serves HTTP on a free local port until disposed. Disposing also ends connections. */
export async function startHttpServer(handle: RequestListener): Promise<HttpServer> {
  const server = createServer(handle)
  await new Promise<void>((resolve, reject) => server.listen(0, '127.0.0.1', resolve).once('error', reject))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type ReceivedRequest = {
  method: string
  /** Path and query, as sent. */
  path: string
  /** Header names are lowercase. */
  headers: Readonly<Record<string, string>>
  body: Buffer
  /** The body parsed as JSON; undefined if it isn't JSON. */
  json: unknown
  /** When the last byte arrived, in milliseconds since 1970. */
  receivedAtMs: number
  /** The same moment according to `performance.now()`, for measuring. */
  receivedAt: number
  /** Result of two independent signature verifiers; undefined without a secret. */
  verified: boolean | undefined
  /** Status of the response; undefined while the request is waiting, or if it hangs or is dropped. */
  status: number | undefined
}

/** Response to a request. `hang` never responds, `drop` closes the connection; both override the rest. */
export type Answer = {
  /** Default: 200. */
  status?: number
  headers?: Readonly<Record<string, string>>
  body?: string
  delayMs?: number
  hang?: boolean
  drop?: boolean
}

/** The same response for all requests, or one chosen based on the request and its zero-based index. */
export type Respond = Answer | ((request: ReceivedRequest, index: number) => Answer | Promise<Answer>)

/** A server that accepts any path. */
export type Receiver = HttpServer & {
  /** All requests, in order of arrival. */
  requests: readonly ReceivedRequest[]
  /** Changes the responses, starting with the next request. */
  respondWith(respond: Respond): void
  /** Adds a signing secret (`whsec_…`), starting with the next request. */
  useSecret(secret: string): void
  /** Closes the server and all connections to it. */
  stop(): Promise<void>
}

/**
 * Starts a real HTTP server that records and verifies requests, and responds as configured (200 by default). With `keeps: false`, it
 * records nothing.
 */
export const startReceiver = async (
  options: { respond?: Respond; secret?: string; keeps?: boolean } = {},
): Promise<Receiver> => {
  const requests: ReceivedRequest[] = []
  let { respond = {}, secret } = options
  let seen = 0
  const server = await startHttpServer(async (req, res) => {
    try {
      const request = await receive(req, secret)
      const index = seen++
      if (options.keeps !== false) requests.push(request)
      await answer(res, request, typeof respond === 'function' ? await respond(request, index) : respond)
    } catch {
      res.destroy()
    }
  })
  return {
    ...server,
    requests,
    respondWith: (next) => {
      respond = next
    },
    useSecret: (next) => {
      secret = next
    },
    stop: async () => server[Symbol.asyncDispose](),
  }
}

/**
 * Fails a share of the requests. The seed and the order of arrival determine which requests fail. Without `timesMax`, even at a rate of 0.3
 * one of 15,000 events fails eight times in a row, and its next attempt is hours away.
 * @param options.rate share of requests that fail, 0 to 1; options.status response status of failed requests, default 500; options.timesMax
 * how often an event may fail.
 */
export const failing = (options: { rate: number; seed: number; status?: number; timesMax?: number }): Respond => {
  const { rate, seed, status = 500, timesMax = Number.POSITIVE_INFINITY } = options
  const random = randomFrom(seed)
  const failures = new Map<string | undefined, number>()
  return ({ headers }) => {
    const event = headers['webhook-id']
    const failed = failures.get(event) ?? 0
    if (random() >= rate || failed >= timesMax) return {}
    failures.set(event, failed + 1)
    return { status }
  }
}

/** Reads a request whole. With a secret, `verified` says whether the signature is right; without one it is undefined. */
const receive = async (req: IncomingMessage, secret: string | undefined): Promise<ReceivedRequest> => {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)]))
  return {
    method: req.method ?? '',
    path: req.url ?? '',
    headers,
    body,
    json: parsed(body),
    receivedAtMs: Date.now(),
    receivedAt: performance.now(),
    verified: secret === undefined ? undefined : isSigned({ secret, headers, body }),
    status: undefined,
  }
}

/** Answers as a test demands. `drop` closes the connection; `hang` leaves it open without a response. */
const answer = async (res: ServerResponse, request: ReceivedRequest, response: Answer): Promise<void> => {
  if (response.drop) res.destroy()
  if (response.drop || response.hang) return
  if (response.delayMs !== undefined) await pause(response.delayMs, undefined, { ref: false })
  request.status = response.status ?? 200
  res.writeHead(request.status, response.headers).end(response.body)
}

/** Returns whether the signature is right for two independent libraries that receivers use: Standard Webhooks and Svix. */
const isSigned = (from: { secret: string; headers: Readonly<Record<string, string>>; body: Buffer }): boolean => {
  try {
    new StandardWebhook(from.secret).verify(from.body, from.headers)
    new SvixWebhook(from.secret).verify(from.body, from.headers)
    return true
  } catch {
    return false
  }
}

/** Returns the body's JSON, or undefined for another body, because tests also receive malformed ones. */
const parsed = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

// A linear congruential generator with Numerical Recipes' constants is random enough to spread failures.
/** Returns a generator of numbers below 1 that are the same for the same seed, so that a failed run can be repeated. */
const randomFrom = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
