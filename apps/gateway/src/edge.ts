import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { answerProbe, type Edge, type Health } from '@posthorn/chassis'
import { cloudApi } from '@posthorn/cloud-api'
import {
  allOperations,
  createRouteTable,
  Fault,
  loadClassOf,
  type PlacedOperation,
  type Query,
  type RestLine,
  type RouteTable,
} from '@posthorn/contracts'
import { dialect } from '@posthorn/dialect'
import type { AnyTRPCRouter } from '@trpc/server'
import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express'
import { request } from 'undici'
import { signInEndpoint, signInPath } from './access/sign-in/endpoint.ts'
import { assistantEndpoint } from './assistants/assistants.sql.ts'
import { callbackEndpoint } from './callbacks/endpoint.ts'
import type { EdgeMetrics, GatewayDeps, GatewayRuntime } from './deps.ts'
import { operatorEndpoint, operatorPath } from './installation/operators.sql.ts'
import { createOpenCounts, type Shedder } from './limits/shedder.ts'
import { documentPath, documentSource } from './pages/documents.ts'
import { appEndpoint, docsEndpoint, isReader } from './pages/pages.ts'
import { enrichments, inputResolutions, withEnrichment, withInputResolution } from './rest/compose/compositions.ts'
import {
  alwaysHeaders,
  clientErrorResponse,
  faultBody,
  hasUnreadBody,
  openExchange,
  publicUrlOf,
  requestIdOf,
  sendFault,
  sendJson,
} from './rest/exchange.ts'
import { restHandler } from './rest/handler.ts'
import { mountedHandlers } from './rest/mounted-api.ts'
import { hasManyParameters, parametersMax } from './rest/request/query.ts'
import { endpointOf } from './rest/respond/endpoint.ts'
import { type Dispatch, dispatchLocally, dispatchOver, noRoute, nounsOf, type Route, routeOf } from './rest/route.ts'
import { router } from './router.ts'

const prefix = '/v1'

type SheddingOptions = {
  shedder: Shedder
  table: RouteTable<Route>
  edgeMetrics: EdgeMetrics
  publicUrl: string | undefined
}

/** Refuses requests under load before any other work: at 4× load, work on the three refused slows the one that is served. */
export function sheddingHandler(options: SheddingOptions, next: RequestListener): RequestListener {
  const { shedder, table, edgeMetrics, publicUrl } = options
  const refuse = refusal(publicUrl)
  const isRefused = ({ method = 'GET', url = '' }: IncomingMessage): boolean => {
    if (!shedder.isPressed() || !url.startsWith(prefix)) return false
    const mark = url.indexOf('?')
    const match = table(method, mark < 0 ? url.slice(prefix.length) : url.slice(prefix.length, mark))
    if (!match || 'allow' in match) return false
    const { service, operation } = match.route
    if (!shedder.refuses(service, operation)) return false
    if (loadClassOf(operation) === 'sending') edgeMetrics.countShedSend()
    return true
  }
  return (req: IncomingMessage, res: ServerResponse) => (isRefused(req) ? refuse(req, res) : next(req, res))
}

const retryAfterSeconds = 2
const idPlaceholder = '<request id>'

/** Headers of a refusal in Node's flat form, which is the fastest to write. */
const refusalHeaders = [
  ...Object.entries(alwaysHeaders),
  ['Retry-After', String(retryAfterSeconds)],
  ['Content-Type', 'application/json'],
  ['X-Content-Type-Options', 'nosniff'],
].flat()

/** A refusal's body, split at its request id, for one base URL of the API. */
type Prepared = { publicUrl: string; before: string; after: string }

/** Serializes a fault once, and splits the text where the request id belongs. */
function prepare(fault: Fault, publicUrl: string): Prepared {
  const [before = '', after = ''] = JSON.stringify(faultBody(fault, { requestId: idPlaceholder, publicUrl })).split(
    idPlaceholder,
  )
  return { publicUrl, before, after }
}

/** Returns a handler that refuses because of load, with a response prepared in advance: work on refusals slows accepted requests. */
export function refusal(configuredUrl: string | undefined): RequestListener {
  const fault = new Fault('service:overloaded', { retryAfter: retryAfterSeconds })
  let prepared = prepare(fault, configuredUrl ?? '')
  return (req: IncomingMessage, res: ServerResponse) => {
    const [requestId, publicUrl] = [requestIdOf(req), publicUrlOf(req, configuredUrl)]
    // If the body is still arriving, the connection must be drained first.
    if (hasUnreadBody({ req }))
      return sendFault({ req, res, requestId, publicUrl, headers: { ...alwaysHeaders } }, fault)
    if (prepared.publicUrl !== publicUrl) prepared = prepare(fault, publicUrl)
    const body = `${prepared.before}${requestId}${prepared.after}`
    const own = ['Content-Length', String(Buffer.byteLength(body)), 'X-Request-Id', requestId]
    res.writeHead(fault.status, [...refusalHeaders, ...own])
    res.end(body)
  }
}

const probeTimeoutMs = 1_000

/**
 * Ready when the gateway's own Postgres responds. If messaging, which accepts messages, is unavailable, that is reported as a reason but
 * doesn't make the gateway unready: other operations and callbacks still work, and every other gateway would report the same.
 */
const edgeHealth = (ownHealth: Health, messagingUrl: string): Health => ({
  async ready() {
    const [here, messaging] = await Promise.all([ownHealth.ready(), isReady(messagingUrl)])
    const reasons = [...here.reasons, ...(messaging ? [] : ['messaging is not ready'])]
    return { ready: here.ready, reasons }
  },
})

/** Whether a service says that it is ready. Failing to respond counts as not ready. */
async function isReady(url: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(new URL('/readyz', url), { signal: AbortSignal.timeout(probeTimeoutMs) })
    await body.dump()
    return statusCode < 400
  } catch {
    return false
  }
}

/** Creates the public server: the REST API, mounted APIs, callbacks, sign-in, operators, assistants, and pages. */
export function createEdge(runtime: GatewayRuntime, health: Health): Edge {
  const { config, deps } = runtime
  const { shedder, edgeMetrics } = deps
  const ownRouter = router.bind(runtime).router
  const routes = publicRoutes(deps, ownRouter)
  const admission = {
    runtime,
    openCounts: createOpenCounts({ key: config.IN_FLIGHT_KEY_MAX, workspace: config.IN_FLIGHT_WORKSPACE_MAX }),
  }
  const measuredRoutes = routes.map((route) => measured(route, shedder))
  const table = createRouteTable(measuredRoutes.map((route) => endpointOf(route, admission)))
  const nouns = nounsOf(routes)
  const documents = documentSource(config.PUBLIC_URL)
  const document = async () => (await documents())[documentPath] ?? ''
  const app = express()
  app.disable('x-powered-by').disable('etag').set('case sensitive routing', true).set('query parser', false)
  // Mounted APIs come first, because all paths on their hosts are theirs.
  const handlerOf = mountedHandlers(admission, measuredRoutes)
  app.use(handlerOf(dialect, config.DIALECT_HOSTS))
  app.use(handlerOf(cloudApi, config.GRAPH_HOSTS))
  app.use('/v1', restHandler({ runtime, table, documents, nouns }))
  app.all('/callbacks/:number', callbackEndpoint(runtime))
  app.all(`${signInPath}*path`, signInEndpoint(runtime))
  app.all(`${operatorPath}*path`, operatorEndpoint(runtime, ownRouter))
  app.all('/mcp', assistantEndpoint(admission, measuredRoutes, ownRouter))
  addPages(app, runtime, { health: edgeHealth(health, config.MESSAGING_URL), document, nouns })
  const shedding = sheddingHandler({ shedder, table, edgeMetrics, publicUrl: config.PUBLIC_URL }, app)
  return {
    host: config.PUBLIC_HOST,
    port: config.PORT,
    handler: refuseBeforeRouting(runtime, shedding),
    tune: tuneServer,
  }
}

/** Makes a route report its calls to the shedder, which limits load by their number and duration. */
function measured(route: Route, shedder: Shedder): Route {
  const { service, operation, dispatch } = route
  return { ...route, dispatch: (...call) => shedder.measured(service, operation, () => dispatch(...call)) }
}

/** Adds everything that is no API: probes, the entry page, documentation, dashboard, and the errors for unknown paths and failures. */
function addPages(
  app: Express,
  runtime: GatewayRuntime,
  { health, document, nouns }: { health: Health; document: () => Promise<string>; nouns: readonly string[] },
): void {
  const { config, deps, log } = runtime
  const open = (req: Request, res: Response) => openExchange(req, res, runtime)
  app.get(['/healthz', '/livez', '/readyz'], async (req, res) => {
    const { status, body } = await answerProbe(req.path, health)
    sendJson(open(req, res), status, body)
  })
  app.get('/', (req, res) => {
    const exchange = open(req, res)
    if (isReader(req)) return void res.writeHead(302, { Location: '/docs', Vary: 'Accept' }).end()
    const url = exchange.publicUrl
    sendJson(exchange, 200, {
      name: 'Posthorn',
      api: `${url}/v1`,
      docs: `${url}/docs`,
      app: `${url}/app`,
      openapi: `${url}/v1/openapi.json`,
      mcp: `${url}/mcp`,
      errors: `${url}/docs/errors`,
    })
  })
  app.get(
    ['/docs', '/docs/*path', '/llms.txt', '/postman.json'],
    docsEndpoint({ document, publicUrl: config.PUBLIC_URL, open }),
  )
  app.get(
    ['/app', '/app/*path'],
    appEndpoint({
      publicUrl: config.PUBLIC_URL,
      sendsMail: deps.mailer !== undefined,
      signInName: deps.oidc?.name,
      open,
    }),
  )
  app.use((req, res) => sendFault(open(req, res), noRoute(req.path, nouns)))
  // Express detects error handlers by their four parameters.
  const onError: ErrorRequestHandler = (err, req, res, _next) => {
    // Express gives a status to errors of paths that it can't decode.
    const status: unknown = (err as { status?: unknown }).status
    const code = typeof status === 'number' && status < 500 ? 'route:not_found' : 'server:error'
    const exchange = open(req, res)
    if (code === 'server:error') log.error({ requestId: exchange.requestId, errorCode: code, err }, 'request.failed')
    sendFault(exchange, new Fault(code, { cause: err }))
  }
  app.use(onError)
}

/**
 * Refuses requests that a proxy in front of the gateway might interpret differently, and requests with more query parameters than any
 * operation accepts, because decoding them would delay others.
 */
function refuseBeforeRouting(runtime: GatewayRuntime, next: RequestListener): RequestListener {
  const message = `The query has more than ${parametersMax} parameters; send fewer.`
  return (req, res) => {
    if (isAmbiguous(req)) return void res.socket?.end(clientErrorResponse())
    if (!hasManyParameters(req.url ?? '')) return next(req, res)
    sendFault(openExchange(req, res, runtime), new Fault('request:invalid', { message }))
  }
}

/** Whether a request uses HTTP/0.9, has several `Host` headers, or has none in HTTP/1.1. Proxies may interpret such a request differently. */
function isAmbiguous({ httpVersion, httpVersionMajor, rawHeaders }: IncomingMessage): boolean {
  if (httpVersionMajor < 1) return true
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1 || (hosts === 0 && httpVersion !== '1.0')
}

const headersMax = 200
const connectionsMax = 20_000

/** Limits what connections can cost the server, and sets its response to input that isn't HTTP. */
function tuneServer(server: Server): void {
  server.maxHeadersCount = headersMax
  server.maxConnections = connectionsMax
  server.on('clientError', (err: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || err.code === 'ECONNRESET') return socket.destroy()
    socket.end(clientErrorResponse(err.code), () => socket.destroy())
  })
}

/**
 * Returns one route for each operation in the contract that has a REST path, with what other services add to its input and response. Slow
 * ones aren't batched, because a batch waits for its slowest.
 */
function publicRoutes(deps: Pick<GatewayDeps, 'clients' | 'unbatchedClients'>, ownRouter: AnyTRPCRouter): Route[] {
  const operations = allOperations()
  const dispatchOf = (placed: PlacedOperation): Dispatch => {
    if (placed.service === 'gateway') return dispatchLocally(ownRouter, placed)
    return dispatchOver(placed.operation.slow ? deps.unbatchedClients : deps.clients, placed)
  }
  const sourceOf = (source: Query): Dispatch =>
    dispatchOf(operations.find(({ operation }) => operation === source) as PlacedOperation)
  return operations.flatMap((placed) => {
    const { operation } = placed
    if (!operation.rest) return []
    const enrichment = enrichments.find((each) => each.operation === operation)
    const resolutions = inputResolutions.filter((each) => each.operation === operation)
    const direct = dispatchOf(placed)
    const enriched = enrichment ? withEnrichment(direct, enrichment, sourceOf(enrichment.source)) : direct
    const dispatch = resolutions.reduce(
      (next, resolution) => withInputResolution(next, resolution, sourceOf(resolution.source)),
      enriched,
    )
    return [routeOf({ ...placed, rest: operation.rest as RestLine }, dispatch)]
  })
}
