import type { Server } from 'node:http'
import { answerProbe, type Edge, type Health } from '@posthorn/chassis'
import { errorCatalogue, Fault } from '@posthorn/contracts'
import express, { type ErrorRequestHandler, type Express } from 'express'
import { callbackDoor } from './callbacks/door.ts'
import type { GatewayRuntime } from './deps.ts'
import { createInFlight } from './limits/in-flight.ts'
import { loadDoor } from './load/door.ts'
import type { Shedder } from './load/shedder.ts'
import { edgeHealth } from './readiness.ts'
import { sendBytes, sendFault, sendJson } from './rest/answer.ts'
import { errorPage } from './rest/error-page.ts'
import { publicRoutes } from './rest/facade.ts'
import { malformedAnswer } from './rest/malformed.ts'
import { openApiDocument } from './rest/openapi.ts'
import { beginExchange, restHandler } from './rest/pipeline.ts'
import type { Route } from './rest/route.ts'
import { createRouteTable } from './rest/route-table.ts'
import { createStreamRegister } from './rest/stream.ts'
import { router } from './router.ts'

/** The public door of the product: REST below `/v1`, the provider's callbacks, probes, and a page for every error. */
export function createEdge(runtime: GatewayRuntime, health: Health): Edge {
  const { config, deps } = runtime
  const routes = publicRoutes(deps, router.bind(runtime).router)
  const table = createRouteTable(routes.map((route) => measured(route, deps.shedder)))
  const document = JSON.stringify(openApiDocument(routes, config.PUBLIC_URL))
  const app = express()
  app.disable('x-powered-by').disable('etag').set('case sensitive routing', true).set('query parser', false)
  const inFlight = createInFlight(config.IN_FLIGHT_KEY_MAX)
  app.use('/v1', restHandler({ runtime, table, inFlight, streams: createStreamRegister(), document }))
  app.all('/callbacks/:number', callbackDoor(runtime))
  addPages(app, { config, health: edgeHealth(health, config.MESSAGING_URL) })
  const { shedder, figures } = deps
  const handler = loadDoor({ shedder, table, figures, publicUrl: config.PUBLIC_URL }, app)
  return { host: config.PUBLIC_HOST, port: config.PORT, handler, tune: tuneServer }
}

/** The route, each of its calls measured. */
function measured(route: Route, shedder: Shedder): Route {
  const { service, operation, dispatch } = route
  return { ...route, dispatch: (...call) => shedder.measured(service, operation, () => dispatch(...call)) }
}

function addPages(app: Express, opts: { config: GatewayRuntime['config']; health: Health }): void {
  const { PUBLIC_URL } = opts.config
  app.get(['/healthz', '/livez', '/readyz'], async (req, res) => {
    const { status, body } = await answerProbe(req.path, opts.health)
    sendJson(beginExchange(req, res, PUBLIC_URL), status, body)
  })
  app.get('/', (req, res) => {
    const exchange = beginExchange(req, res, PUBLIC_URL)
    const url = exchange.publicUrl
    sendJson(exchange, 200, {
      name: 'Posthorn',
      api: `${url}/v1`,
      openapi: `${url}/v1/openapi.json`,
      errors: `${url}/docs/errors`,
    })
  })
  app.get('/docs/errors', (req, res) => {
    const exchange = beginExchange(req, res, PUBLIC_URL)
    sendBytes(exchange, 200, { type: 'text/html; charset=utf-8', body: errorPage(errorCatalogue) })
  })
  app.use((req, res) => sendFault(beginExchange(req, res, PUBLIC_URL), new Fault('route:not_found')))
  // Express knows an error handler by its four parameters.
  // oxlint-disable-next-line max-params
  const onError: ErrorRequestHandler = (err, req, res, _next) => {
    const status: unknown = (err as { status?: unknown }).status
    const code = typeof status === 'number' && status < 500 ? 'route:not_found' : 'server:error'
    sendFault(beginExchange(req, res, PUBLIC_URL), new Fault(code, { cause: err }))
  }
  app.use(onError)
}

const headersMax = 200
const connectionsMax = 20_000

/** Limits of the public server, and the answer to what is not HTTP. */
function tuneServer(server: Server): void {
  server.maxHeadersCount = headersMax
  server.maxConnections = connectionsMax
  server.on('clientError', (err: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || err.code === 'ECONNRESET') return socket.destroy()
    socket.end(malformedAnswer(err.code), () => socket.destroy())
  })
}
