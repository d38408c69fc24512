import type { IncomingMessage, ServerResponse } from 'node:http'
import { stepOf, traceOf } from '@posthorn/chassis'
import { fail, loadClassOf, type UploadForm } from '@posthorn/contracts'
import { addressOf } from '../auth/address.ts'
import type { Caller } from '../auth/keyring.ts'
import type { GatewayRuntime } from '../deps.ts'
import type { InFlight } from '../limits/in-flight.ts'
import { admit, noteLimits } from './admission.ts'
import { type Exchange, sendBytes, sendFault, sendJson } from './answer.ts'
import { bodyBytesMax, hasBody, readBody } from './body.ts'
import { bring, faultBehind } from './dispatch.ts'
import { type FilePart, sendFile } from './download.ts'
import { idempotencyKeyOf, publicUrlOf, requestIdOf, traceparentOf } from './head.ts'
import { alwaysHeaders } from './headers.ts'
import { inputOf } from './input.ts'
import { keptFileIn, openKeptFile } from './kept-file.ts'
import type { Route } from './route.ts'
import type { RouteTable } from './route-table.ts'
import { beginStep, endStep } from './step.ts'
import { type Piece, resumedQuery, type StreamRegister, sendStream } from './stream.ts'
import { type Brought, openUpload, uploadFormOf } from './upload.ts'

/** What the public REST door stands on. */
export type Pipeline = {
  runtime: GatewayRuntime
  table: RouteTable
  streams: StreamRegister
  inFlight: InFlight
  /** The OpenAPI document, as the bytes it is answered with. */
  document: string
}

const documentPath = '/openapi.json'

const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers': 'Content-Type, Idempotency-Key, Token, traceparent, X-Request-Id',
  'Access-Control-Max-Age': '86400',
}

/** The exchange of a request, with the headers all its answers carry. */
export function beginExchange(req: IncomingMessage, res: ServerResponse, publicUrl: string | undefined): Exchange {
  const traceparent = stepOf(traceparentOf(req))
  return { req, res, requestId: requestIdOf(req), traceparent, publicUrl: publicUrlOf(req, publicUrl), headers: {} }
}

/** The one way of every request below `/v1`: path, key, limits, scope, body, validation, call, answer. Never rejects. */
export function restHandler(pipeline: Pipeline): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  const { runtime } = pipeline
  const { limiter, proxies } = runtime.deps
  return async (req, res) => {
    const begun = performance.now()
    const exchange = beginExchange(req, res, runtime.config.PUBLIC_URL)
    const step = beginStep(runtime, exchange)
    Object.assign(exchange.headers, alwaysHeaders)
    noteLimits(exchange, limiter.lookAt(addressOf(req, proxies)))
    try {
      await answer(pipeline, exchange)
    } catch (err) {
      const fault = faultBehind(err)
      if (fault.status >= 500) {
        const { requestId } = exchange
        runtime.log.warn({ requestId, method: req.method, errorCode: fault.code, err: fault.cause }, 'request.failed')
      }
      sendFault(exchange, fault)
    }
    endStep(step, exchange)
    const { requestId, traceparent } = exchange
    const line = { requestId, trace: traceOf(traceparent), method: req.method, status: res.statusCode }
    runtime.log.debug({ ...line, tookMs: Math.round(performance.now() - begun) }, 'request.done')
  }
}

async function answer(pipeline: Pipeline, exchange: Exchange): Promise<void> {
  const { req } = exchange
  const target = req.url ?? '/'
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  const method = req.method ?? 'GET'
  if (method === 'OPTIONS') return preflight(exchange)
  if (path === documentPath) return sendDocument(exchange, pipeline.document)
  const match = pipeline.table(method, path)
  if (!match) fail('route:not_found')
  if ('allow' in match) fail('route:method_not_allowed', { allow: match.allow })
  const { route, parameters } = match
  exchange.path = route.path
  if (loadClassOf(route.operation) === 'sending') pipeline.runtime.deps.figures.accepting(exchange)
  const form = hasBody(req) ? uploadFormOf(route, req) : undefined
  const query = resumedQuery(route, req, mark < 0 ? '' : target.slice(mark + 1))
  const waits = holdsBack(route, query)
  const caller = await admit(pipeline, exchange, { route, takesLong: waits || form !== undefined })
  if (waits) pipeline.streams.enter(caller.workspace, exchange)
  const asked = { route, caller, idempotencyKey: idempotencyKeyOf(req) }
  if (form)
    return send(exchange, {
      route,
      output: await upload(pipeline, exchange, { ...asked, form, query, parameters }),
      query,
      path,
    })
  const body = route.method !== 'GET' && hasBody(req) ? await readBody(req, bodyBytesMax) : Buffer.alloc(0)
  const request = { ...asked, input: inputOf(route, req, { parameters, query, body }) }
  const kept = keptFileIn(route.operation.upload, request.input)
  if (kept)
    return send(exchange, { route, output: await uploadKept(pipeline, exchange, { ...request, kept }), query, path })
  if (route.operation.stream) return stream(pipeline, exchange, request)
  const output = await call(exchange, request, signalOf(exchange, route))
  if (route.operation.download) return download(exchange, request, output as FilePart)
  send(exchange, { route, output, query, path })
}

/** Whether the caller is ready to wait until there is something to tell. */
function holdsBack({ operation: { waits } }: Route, query: string): boolean {
  return waits !== undefined && Number(new URLSearchParams(query).get(waits) ?? 0) > 0
}

/** Bytes go through to their service as they come, a bounded number of them at a time for each workspace. */
async function upload(
  { runtime, streams }: Pipeline,
  exchange: Exchange,
  { form, query, parameters, ...request }: Omit<Request, 'input'> & Omit<Brought, 'route'>,
): Promise<unknown> {
  streams.enter(request.caller.workspace, exchange)
  const { bytes, fields } = await openUpload(exchange.req, { route: request.route, form, query, parameters })
  const call = callingOf(exchange, request)
  return bring(runtime.deps.loneClients, request.route, { bytes, fields, call })
}

/** A file that is kept already goes from the service that keeps it to the one that wants it. */
async function uploadKept(
  { runtime }: Pipeline,
  exchange: Exchange,
  { kept: id, ...request }: Request & { kept: string },
): Promise<unknown> {
  const { route, input } = request
  const call = callingOf(exchange, request)
  const { loneClients } = runtime.deps
  const form = route.operation.upload as UploadForm
  return bring(loneClients, route, { ...(await openKeptFile(loneClients, { id, form, input, call })), call })
}

function download(exchange: Exchange, request: Request, first: FilePart): Promise<void> {
  const signal = signalOf(exchange, request.route)
  const { offset } = request.input as { offset: number }
  return sendFile(exchange, {
    offset,
    first,
    more: async (next) =>
      (await call(exchange, { ...request, input: { ...(request.input as object), offset: next } }, signal)) as FilePart,
  })
}

function sendDocument(exchange: Exchange, document: string): void {
  if (exchange.req.method !== 'GET' && exchange.req.method !== 'HEAD') {
    fail('route:method_not_allowed', { allow: ['GET', 'HEAD', 'OPTIONS'] })
  }
  sendBytes(exchange, 200, { type: 'application/json', body: document })
}

function preflight(exchange: Exchange): void {
  Object.assign(exchange.headers, preflightHeaders)
  exchange.res.writeHead(204, { 'X-Request-Id': exchange.requestId, ...exchange.headers }).end()
}

type Request = { route: Route; caller: Caller; input: unknown; idempotencyKey: string | undefined }

/** Tells a call that may take long when nobody waits for it any more. */
function signalOf({ res }: Exchange, { operation }: Route): AbortSignal | undefined {
  if (!operation.slow && !operation.stream) return undefined
  const gone = new AbortController()
  res.once('close', () => gone.abort())
  return gone.signal
}

/** Answers with one call after another; a key that is revoked meanwhile ends it before the next piece is told. */
async function stream({ runtime, streams }: Pipeline, exchange: Exchange, request: Request): Promise<void> {
  const { route, caller, input } = request
  const token = String(exchange.req.headers['token']).trim()
  streams.enter(caller.workspace, exchange)
  const signal = signalOf(exchange, route)
  const first = (await call(exchange, request, signal)) as Piece
  await sendStream(exchange, route.operation.stream ?? '', {
    first,
    async more(cursor) {
      const piece = await call(exchange, { ...request, input: { ...(input as object), cursor } }, signal)
      return (await runtime.deps.keys.callerOf(token)) ? (piece as Piece) : null
    },
    failed: (err) => runtime.log.warn({ requestId: exchange.requestId, err: faultBehind(err) }, 'stream.failed'),
  })
}

function call(exchange: Exchange, request: Request, signal: AbortSignal | undefined): Promise<unknown> {
  return request.route.dispatch(request.input, callingOf(exchange, request), signal)
}

function callingOf(
  { req, headers, requestId, traceparent }: Exchange,
  { caller, idempotencyKey }: Omit<Request, 'input'>,
): Parameters<Route['dispatch']>[1] {
  const ip = req.socket.remoteAddress?.replace(/^::ffff:/, '')
  return {
    workspace: caller.workspace,
    actor: { type: 'key', id: caller.key },
    scopes: caller.scopes,
    ...(caller.numbers ? { numbers: caller.numbers } : {}),
    requestId,
    ...(ip ? { ip } : {}),
    traceparent,
    ...(idempotencyKey ? { idempotencyKey } : {}),
    onReplayed: () => {
      headers['Idempotent-Replayed'] = 'true'
    },
  }
}

type Answered = { route: Route; output: unknown; query: string; path: string }

function statusOf({ operation, status }: Route, output: unknown): number {
  const { known } = operation
  return known && (output as Record<string, unknown>)[known.field] === true ? known.status : status
}

function send(exchange: Exchange, { route, output, query, path }: Answered): void {
  if (!route.operation.list) return sendJson(exchange, statusOf(route, output), output)
  const { items, next } = output as { items: unknown[]; next: string | null }
  if (next !== null) {
    const following = new URLSearchParams(query)
    following.delete('page')
    following.set('cursor', next)
    exchange.headers['Link'] = `<${exchange.publicUrl}/v1${path}?${following.toString()}>; rel="next"`
  }
  sendJson(exchange, route.status, items)
}
