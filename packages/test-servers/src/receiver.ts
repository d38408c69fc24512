import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'

/** One request as it arrived. */
export type ReceivedRequest = {
  method: string
  /** Path and query, as sent. */
  path: string
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  /** The raw bytes. */
  body: Buffer
  /** The body parsed as JSON; undefined when it is not JSON. */
  json: unknown
  /** Arrival of the last byte, in milliseconds since 1970. */
  receivedAtMs: number
  /** Milliseconds of `performance.now()` at the same instant, for measuring. */
  receivedAt: number
  /** The result of both independent verifiers of the signature; undefined while no secret is known. */
  verified: boolean | undefined
  /** Status answered; undefined while waiting, hanging or dropped. */
  status: number | undefined
}

/** The response to one request. `hang` never answers, `drop` closes the connection; both win over the rest. */
export type Answer = {
  /** Default 200. */
  status?: number
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Wait this long before answering. */
  delayMs?: number
  hang?: boolean
  drop?: boolean
}

/** The same answer for all, or one chosen by the request and its number from 0. */
export type Respond = Answer | ((request: ReceivedRequest, index: number) => Answer | Promise<Answer>)

/** A webhook receiver on 127.0.0.1. */
export type Receiver = {
  /** `http://127.0.0.1:<port>`; any path is accepted. */
  url: string
  /** Every request, in the order of arrival. */
  requests: readonly ReceivedRequest[]
  /** Changes the answers from the next request on. */
  respondWith(respond: Respond): void
  /** Makes a signing secret (`whsec_…`) known, from the next request on. */
  useSecret(secret: string): void
  /** Closes every kept connection that no request is on, as a server does whose keep-alive time is over. */
  closeIdle(): void
  /** Closes it and every connection to it. */
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a real HTTP server that records what it receives, verifies it and responds as asked (200 by default). `keeps: false`: it records nothing. */
export const startReceiver = async (
  options: { respond?: Respond; secret?: string; keeps?: boolean } = {},
): Promise<Receiver> => {
  const requests: ReceivedRequest[] = []
  let { respond = {}, secret } = options
  let seen = 0
  const server = createServer(async (req, res) => {
    try {
      const request = await receive(req, secret)
      const index = seen++
      if (options.keeps !== false) requests.push(request)
      await answer(res, request, typeof respond === 'function' ? await respond(request, index) : respond)
    } catch {
      res.destroy()
    }
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    respondWith: (next) => {
      respond = next
    },
    useSecret: (next) => {
      secret = next
    },
    closeIdle: () => server.closeIdleConnections(),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/**
 * Fails a share of the requests, the same ones for the same seed and order of arrival.
 *
 * @param options.rate share that fails, 0 to 1; options.status what those get, default 500.
 */
export const failing = (options: { rate: number; seed: number; status?: number }): Respond => {
  const random = randomFrom(options.seed)
  return () => ({ status: random() < options.rate ? (options.status ?? 500) : 200 })
}

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

const answer = async (res: ServerResponse, request: ReceivedRequest, wanted: Answer): Promise<void> => {
  if (wanted.drop) res.destroy()
  if (wanted.drop || wanted.hang) return
  if (wanted.delayMs !== undefined) await pause(wanted.delayMs, undefined, { ref: false })
  request.status = wanted.status ?? 200
  res.writeHead(request.status, wanted.headers).end(wanted.body)
}

const isSigned = (from: { secret: string; headers: Readonly<Record<string, string>>; body: Buffer }): boolean => {
  try {
    new StandardWebhook(from.secret).verify(from.body, from.headers)
    new SvixWebhook(from.secret).verify(from.body, from.headers)
    return true
  } catch {
    return false
  }
}

const parsed = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

// A linear congruential generator with the constants of Numerical Recipes is random enough to spread failures.
const randomFrom = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
