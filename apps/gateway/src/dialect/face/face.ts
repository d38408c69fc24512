import type { IncomingMessage, ServerResponse } from 'node:http'
import { Fault } from '@posthorn/contracts'
import type { GatewayRuntime } from '../../deps.ts'
import { type AdmissionOptions, authenticate } from '../../rest/admission.ts'
import { sendJson } from '../../rest/answer.ts'
import { faultBehind } from '../../rest/dispatch.ts'
import { type Exchange, openExchange } from '../../rest/exchange.ts'
import { alwaysHeaders } from '../../rest/headers.ts'
import { idempotencyKeyOf } from '../../rest/request/head.ts'
import type { Route } from '../../rest/route.ts'
import { createRouteTable, type RouteTable } from '../../rest/route-table.ts'
import { beginSpan, endSpan } from '../../rest/span.ts'
import { type Joining, join } from '../../sign-in/join.ts'
import { dialectRoutes } from '../routes/index.ts'
import { absentKinds } from '../routes/others.ts'
import { refusalOf } from './absent.ts'
import { readDialectBody, shapedBody } from './body.ts'
import { dialectDocument } from './document.ts'
import { sendDialectFault } from './fault.ts'
import { normaliseKey } from './key.ts'
import { readQuery } from './query.ts'
import { type DialectRoute, Outcome } from './route.ts'
import { dispatchBooks, type FaceParts, openSession } from './session.ts'

/** Path below which the dialect is served on every host. */
export const dialectPrefix = '/compat'

const documentPath = '/docs.json'
let made: object | undefined

/** Returns the document, which is made when it is first asked for. */
function document(): object {
  made ??= dialectDocument(dialectRoutes)
  return made
}

type Face = { admission: AdmissionOptions; table: RouteTable<DialectRoute>; parts: FaceParts }

/** Handles a request of the dialect, or passes it on. */
export type DialectHandler = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

/** Makes the handler of the dialect, chosen by the host of a request or by the prefix of its path. */
export function dialectHandler(admission: AdmissionOptions, routes: readonly Route[]): DialectHandler {
  const { runtime } = admission
  const { deps, config } = runtime
  const joins = (exchange: Exchange, joining: Joining) => join(runtime, exchange, joining)
  const parts = { ...dispatchBooks(routes, deps), lines: new Map(), join: joins, deps }
  const face: Face = { admission, table: createRouteTable(dialectRoutes), parts }
  const hosts = new Set(config.DIALECT_HOSTS.map((host) => host.toLowerCase()))
  return (req, res, next) => {
    const target = req.url ?? '/'
    const isPrefixed = target === dialectPrefix || /^\/compat[/?]/.test(target)
    const host = (req.headers.host ?? '').toLowerCase()
    const isHost = hosts.size > 0 && (hosts.has(host) || hosts.has(host.replace(/:\d+$/, '')))
    if (!isPrefixed && !isHost) return next()
    if (isPrefixed) req.url = target.slice(dialectPrefix.length) || '/'
    void serve(face, openExchange(req, res, runtime), isPrefixed ? dialectPrefix : '')
  }
}

/** `base` is what stands before `/v1` in the addresses of the caller. */
async function serve(face: Face, exchange: Exchange, base: string): Promise<void> {
  const { runtime } = face.admission
  const match = matchOf(face, exchange)
  normaliseKey(exchange, match !== null && 'route' in match && match.route.download)
  const span = beginSpan(runtime, exchange)
  Object.assign(exchange.headers, alwaysHeaders)
  try {
    if (pathOf(exchange) === documentPath) sendJson(exchange, 200, document())
    else await answer(face, { exchange, match: match ?? refuseUnknown(exchange, base) })
  } catch (err) {
    refuse(runtime, exchange, err)
  }
  endSpan(span, exchange)
}

function refuse({ log }: GatewayRuntime, exchange: Exchange, err: unknown): void {
  const fault = faultBehind(err)
  if (fault.status >= 500 && fault.code !== 'feature:unsupported') {
    const { requestId, req } = exchange
    log.error({ requestId, method: req.method, errorCode: fault.code, err: fault.cause }, 'request.failed')
  }
  sendDialectFault(exchange, fault)
}

type Match = ReturnType<RouteTable<DialectRoute>>

const pathOf = ({ path }: Exchange) => path.replace(/^\/v1(?=\/|$)/, '') || '/'

function matchOf({ table }: Face, exchange: Exchange): Match {
  return table(exchange.req.method ?? 'GET', pathOf(exchange))
}

const asked = (exchange: Exchange) => ({ method: exchange.req.method ?? 'GET', path: pathOf(exchange) })

function refuseUnknown(exchange: Exchange, base: string): never {
  const message = `This path does not exist; GET ${base}/v1${documentPath} lists all routes.`
  throw refusalOf(absentKinds, asked(exchange)) ?? new Fault('route:not_found', { message })
}

type Asked = { exchange: Exchange; match: NonNullable<Match> }

async function answer({ admission, parts }: Face, { exchange, match }: Asked): Promise<void> {
  if ('allow' in match) {
    throw refusalOf(absentKinds, asked(exchange)) ?? new Fault('route:method_not_allowed', { allow: match.allow })
  }
  const { route, parameters } = match
  exchange.template = route.path
  const caller = await authenticate(admission.runtime, exchange)
  admission.openCounts.enterRequest(caller, exchange.res)
  const idempotencyKey = idempotencyKeyOf(exchange.req)
  const session = openSession({ exchange, caller, parts, idempotencyKey })
  const body = route.raw ? {} : shapedBody(await readDialectBody(exchange), route)
  const result = await route.handle({ session, parameters, query: readQuery(exchange.query), body })
  send(exchange, route, result)
}

function send(exchange: Exchange, route: DialectRoute, result: unknown): void {
  if (!(result instanceof Outcome)) return sendJson(exchange, route.status, result)
  if (!result.isSent) sendJson(exchange, result.status, result.value)
}
