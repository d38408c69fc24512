import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { callsPerBatchMax, type Fault, replayedHeader, uploadPath } from '@posthorn/contracts'
import { createHTTPHandler } from '@trpc/server/adapters/standalone'
import { sql } from '../db/statement.ts'
import { toFault, wireFaultOf } from '../faults.ts'
import { type Metrics, metricsType } from '../metrics.ts'
import type { Runtime } from '../runtime.ts'
import { countDeadEvents } from '../upkeep/dead-events.sql.ts'
import { version } from '../version.ts'
import { batchListener } from './batch-endpoint.ts'
import { createBodyBudget, hasBody, readBody } from './body-budget.ts'
import type { Bound, RpcContext } from './implement.ts'
import { type ContextVerifier, contextsOf } from './internal-auth.ts'
import { uploadListener } from './upload-endpoint.ts'

/** Fill level at which a warning is due. A full stream accepts no events; they wait in the outboxes for the slowest service. */
const nearlyFull = 0.9

/** Otherwise, an open but silent connection would delay the response for as long as a statement may take. */
const answerWithinMs = 3_000

/** Returns whether Postgres responds within this time, for readiness and the metrics. */
export const postgresAnswers = async ({ db }: Runtime, withinMs: number): Promise<boolean> =>
  (await resultWithin(sql(db.em(), 'select 1'), withinMs)) !== undefined

/** Returns what a promise resolves with, or undefined if it rejects or takes too long. */
async function resultWithin<T>(result: Promise<T>, withinMs: number): Promise<T | undefined> {
  const late = new AbortController()
  const noResult = pause(withinMs, undefined, { signal: late.signal })
  return Promise.race([result, noResult])
    .catch(() => undefined)
    .finally(() => late.abort())
}

/** Reports a stream that is nearly full, and the service that keeps it so. */
function busNearlyFull({ bus }: Runtime): string[] {
  const { fill = 0, slowest } = bus.stream.lastRead() ?? {}
  if (fill < nearlyFull) return []
  return [
    `the stream of events is ${Math.floor(fill * 100)} % full: ${slowest ?? 'a service'} has not acknowledged its events`,
  ]
}

/** Reports dead events, because the service continues without them until an operator decides. Omits a count that takes too long. */
async function eventsSetAside({ db }: Runtime): Promise<string[]> {
  const counting = db.withScope('all', () => countDeadEvents(db.em()))
  const count = (await resultWithin(counting, answerWithinMs)) ?? 0
  return count === 0
    ? []
    : [`${count} ${count === 1 ? 'event was' : 'events were'} set aside: the page Installation shows operators why`]
}

/** Reports stores that can't be written to. Omits a check that takes too long. */
async function storesRefusing({ refusals }: Runtime): Promise<string[]> {
  const answers = await Promise.all(refusals.map((ask) => resultWithin(ask(), answerWithinMs)))
  return answers.flatMap((reasons) => reasons ?? [])
}

/**
 * Creates a service's health: ready while Postgres responds quickly, until `drain` announces the shutdown. Other limitations are only
 * reported, because calls still work.
 */
export function healthOf(runtime: Runtime): Health & { drain(): void } {
  let draining = false
  return {
    drain: () => {
      draining = true
    },
    async ready() {
      if (draining) return { ready: false, reasons: ['draining'] }
      const [reachable, setAside, refusing] = await Promise.all([
        postgresAnswers(runtime, answerWithinMs),
        eventsSetAside(runtime),
        storesRefusing(runtime),
      ])
      if (!reachable) return { ready: false, reasons: ['Postgres cannot be reached'] }
      const since = runtime.quarantine.known()?.toISOString()
      const resting = since ? [`nothing is sent: Postgres was restored, quarantine since ${since}`] : []
      const apart = runtime.bus.connected() ? [] : ['NATS cannot be reached: events wait in Postgres']
      return { ready: true, reasons: [...resting, ...apart, ...busNearlyFull(runtime), ...setAside, ...refusing] }
    },
  }
}

const bodyBytesMax = 24 * 1024 * 1024
const bodiesBytesMax = 96 * 1024 * 1024
const headerBytesMax = 64 * 1024
/** Time limit for a whole request: enough for the largest upload over a slow connection. */
const requestTimeoutMs = 900_000

export type HttpServer = {
  port: number
  url: string
  /** From now on, each response closes its connection. */
  drain(): void
  /** Stops accepting requests, and aborts those still unfinished after `limitMs`. */
  close(limitMs: number): Promise<void>
}

/**
 * Serves a handler, and resolves when the port is open. `tune` changes the server before that. `close` closes idle connections immediately and waits
 * for others, up to its limit.
 */
export async function listen(
  handler: RequestListener,
  opts: { host: string; port: number; tune?: (server: Server) => void },
): Promise<HttpServer> {
  const responses = trackResponses()
  const server = createServer(
    {
      maxHeaderSize: headerBytesMax,
      // Otherwise, Node itself responds to a request without a Host header, with an empty body.
      requireHostHeader: false,
      keepAliveTimeout: 65_000,
      requestTimeout: requestTimeoutMs,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
    },
    (req, res) => {
      responses.note(res)
      handler(req, res)
    },
  )
  opts.tune?.(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(opts.port, opts.host, () => {
      server.off('error', reject)
      // A connection that can't be accepted, for lack of file descriptors, must not affect anything else.
      server.on('error', () => {})
      resolve()
    })
  })
  const { port } = server.address() as AddressInfo
  const host = opts.host === '0.0.0.0' || opts.host === '::' ? '127.0.0.1' : opts.host
  return {
    port,
    url: `http://${host}:${port}`,
    drain: responses.drain,
    close: (limitMs) =>
      new Promise<void>((resolve) => {
        responses.drain()
        server.close(() => resolve())
        server.closeIdleConnections()
        setTimeout(() => server.closeAllConnections(), limitMs).unref()
      }),
  }
}

/** Tracks open responses. When draining, each has its client close the connection and turn to another process. */
function trackResponses(): { note(res: ServerResponse): void; drain(): void } {
  const open = new Set<ServerResponse>()
  let draining = false
  return {
    note(res) {
      if (draining) res.shouldKeepAlive = false
      open.add(res)
      res.once('close', () => open.delete(res))
    },
    drain() {
      draining = true
      for (const res of open) if (!res.headersSent) res.shouldKeepAlive = false
    },
  }
}

/** Health of a service: whether it is ready, with reasons for problems and limitations. */
export type Health = { ready(): Promise<{ ready: boolean; reasons: string[] }> }

function sendMetrics(metrics: Metrics, res: ServerResponse): void {
  metrics.text().then(
    (text) => res.writeHead(200, { 'content-type': metricsType }).end(text),
    () => res.writeHead(500).end(),
  )
}

/** Serves `/metrics` and the health probes. */
export const probeListener =
  (health: Health, metrics: Metrics): RequestListener =>
  (req, res) => {
    if (req.url === '/metrics') return sendMetrics(metrics, res)
    const send = ({ status, body }: ProbeAnswer) =>
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    answerProbe(req.url ?? '/', health).then(send, () => send({ status: 503, body: { status: 'not ready' } }))
  }

type Read = IncomingMessage & { body: string; calls: RpcContext['calls'] }

/** Serves a service's internal endpoints: tRPC under `/trpc`, bytes under `/upload`, and those of `probeListener`. */
export function rpcListener(opts: {
  bound: Bound
  verify: ContextVerifier
  health: Health
  metrics: Metrics
  spoolFolder: string
}): RequestListener {
  const takeUpload = uploadListener({ uploads: opts.bound.uploads, verify: opts.verify, folder: opts.spoolFolder })
  const trpc = createHTTPHandler({
    router: opts.bound.router,
    basePath: '/trpc/',
    maxBodySize: bodyBytesMax,
    maxBatchSize: callsPerBatchMax,
    allowMethodOverride: true,
    createContext: ({ req }): RpcContext => ({ calls: (req as Read).calls, replayed: new Set() }),
    responseMeta: ({ ctx }) =>
      ctx && ctx.replayed.size > 0 ? { headers: { [replayedHeader]: [...ctx.replayed].join(',') } } : {},
  } as Parameters<typeof createHTTPHandler>[0])
  const probes = probeListener(opts.health, opts.metrics)
  const bodies = createBodyBudget(bodiesBytesMax)
  const serveBatch = batchListener({ procedures: opts.bound.batches, verify: opts.verify, bodies, bodyBytesMax })
  // tRPC would read a body before its caller is authenticated, but accepts one that was already read.
  const serveCalls = async (req: IncomingMessage, res: ServerResponse) => {
    try {
      const calls = contextsOf(opts.verify, req)
      const isProven = calls.some(Boolean)
      if (!isProven) res.shouldKeepAlive = !hasBody(req)
      const body = isProven ? (await readBody({ req, res, bodies, owners: {} }, bodyBytesMax)).toString('utf8') : ''
      trpc(Object.assign(req, { body, calls } satisfies Pick<Read, 'body' | 'calls'>), res)
    } catch (err) {
      refuse(res, toFault(err))
    }
  }
  return (req, res) => {
    if (serveBatch(req, res)) return
    if (req.url?.startsWith('/trpc/')) return void serveCalls(req, res)
    if (req.url?.startsWith(uploadPath) && req.method === 'POST') return takeUpload(req, res)
    probes(req, res)
  }
}

/** Rejects a request with too many contexts, or a body that exceeds the budget, is too large, or isn't complete in time. The rest isn't read. */
function refuse(res: ServerResponse, fault: Fault): void {
  if (res.headersSent || res.destroyed) return void res.destroy()
  res.shouldKeepAlive = false
  res.writeHead(fault.status, { 'content-type': 'application/json' }).end(JSON.stringify({ fault: wireFaultOf(fault) }))
}

type ProbeAnswer = { status: number; body: unknown }

/** Answers a health probe: `/livez` and `/healthz` while the process runs, and `/readyz` if it can take calls. */
export async function answerProbe(url: string, health: Health): Promise<ProbeAnswer> {
  const path = url.split('?')[0]
  if (path === '/livez' || path === '/healthz') return { status: 200, body: { status: 'ok' } }
  if (path !== '/readyz') return { status: 404, body: { status: 'unknown path' } }
  const { ready, reasons } = await health.ready()
  return { status: ready ? 200 : 503, body: { status: ready ? 'ready' : 'not ready', reasons, version } }
}
