import type { IncomingMessage, ServerResponse } from 'node:http'
import { traceOf } from '@posthorn/chassis'
import { fail, loadClassOf, type RouteTable } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { atFirstCall, type Documents } from '../pages/documents.ts'
import { countUse, noteLimits } from './admission.ts'
import {
  alwaysHeaders,
  beginSpan,
  type Exchange,
  endSpan,
  openExchange,
  sendFailure,
  sendPreflight,
} from './exchange.ts'
import { type ConstantBody, constantBody, sendConstant } from './respond/constant.ts'
import type { Endpoint } from './respond/endpoint.ts'
import { noRoute } from './route.ts'

type RestHandlerOptions = {
  runtime: GatewayRuntime
  table: RouteTable<Endpoint>
  documents: () => Promise<Documents>
  /** First path segments of all routes, for suggestions. */
  nouns: readonly string[]
}

/** `documentAt` resolves with the OpenAPI document at a path, or undefined. */
type Parts = Pick<RestHandlerOptions, 'runtime' | 'table' | 'nouns'> & {
  documentAt: (path: string) => Promise<ConstantBody | undefined>
}

/** Slower requests are logged at `info`. */
const slowMs = 1_000

const documentPaths = /^\/openapi(\/[a-z]+)?\.json$/

/** Handles all requests below `/v1`. Never rejects. */
export function restHandler(options: RestHandlerOptions): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  const { runtime } = options
  const { limiter } = runtime.deps
  const parts = { ...options, documentAt: compressed(options.documents) }
  return async (req, res) => {
    const begun = performance.now()
    const exchange = openExchange(req, res, runtime)
    const span = beginSpan(runtime, exchange)
    Object.assign(exchange.headers, alwaysHeaders)
    noteLimits(exchange, limiter.peekRefused(exchange.network))
    try {
      await answer(parts, exchange)
    } catch (err) {
      sendFailure(runtime, exchange, err, 'request.failed')
    }
    endSpan(span, exchange)
    countUse(runtime, exchange)
    logDone(runtime, exchange, performance.now() - begun)
  }
}

/** Logs requests at `debug`, and slow ones at `info` unless they wait for events. */
function logDone(runtime: GatewayRuntime, exchange: Exchange, tookMs: number): void {
  const { requestId, traceparent, template, req, res, waits } = exchange
  // If the caller has disconnected, no response was sent, although Node sets a response's status to 200 at first. The metric reports the
  // same value.
  const status = res.headersSent ? res.statusCode : 'abandoned'
  const line = { requestId, trace: traceOf(traceparent), method: req.method, route: template, status }
  if (tookMs >= slowMs && !waits) runtime.log.info({ ...line, tookMs: Math.round(tookMs) }, 'request.slow')
  else runtime.log.debug({ ...line, tookMs: Math.round(tookMs) }, 'request.done')
}

/** Serves a request: a preflight, a document, or the operation of its route. */
async function answer({ table, documentAt, runtime, nouns }: Parts, exchange: Exchange): Promise<void> {
  const method = exchange.req.method ?? 'GET'
  if (method === 'OPTIONS') return sendPreflight(exchange)
  if (documentPaths.test(exchange.path)) {
    const document = await documentAt(exchange.path)
    if (document) return sendDocument(exchange, document)
  }
  const match = table(method, exchange.path)
  if (!match) throw noRoute(`/v1${exchange.path}`, nouns)
  if ('allow' in match) fail('route:method_not_allowed', { allow: match.allow })
  const { route, parameters } = match
  exchange.template = route.path
  exchange.operations = new Set([route.name])
  exchange.waits = Boolean(route.operation.stream ?? route.operation.waits)
  runtime.deps.edgeMetrics.observeRequest(exchange)
  if (loadClassOf(route.operation) === 'sending') runtime.deps.edgeMetrics.observeSend(exchange)
  return route.respond(exchange, parameters)
}

/** Returns the function that finds a document by path and compresses it the first time. */
function compressed(documents: RestHandlerOptions['documents']): Parts['documentAt'] {
  const bodies = new Map<string, () => Promise<ConstantBody>>()
  return async (path) => {
    const text = (await documents())[path]
    if (text === undefined) return undefined
    const body = bodies.get(path) ?? atFirstCall(() => constantBody('application/json', text))
    bodies.set(path, body)
    return body()
  }
}

/** Sends an OpenAPI document, which can only be read. */
function sendDocument(exchange: Exchange, document: ConstantBody): void {
  if (exchange.req.method !== 'GET' && exchange.req.method !== 'HEAD') {
    fail('route:method_not_allowed', { allow: ['GET', 'HEAD', 'OPTIONS'] })
  }
  sendConstant(exchange, document)
}
