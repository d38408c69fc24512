import type { AdmissionOptions } from '../admission.ts'
import { sendJson } from '../answer.ts'
import { callService, signalOf } from '../call.ts'
import type { Exchange } from '../exchange.ts'
import { openCall } from '../request/open-call.ts'
import type { Route } from '../route.ts'
import { downloadResponder } from './download.ts'
import { jsonResponder, type Respond, type Responder } from './json.ts'
import { streamResponder } from './stream.ts'
import { uploadResponder } from './upload.ts'

/** Sends a page's items, and a `Link` header to the next page. */
function listResponder(route: Route, options: AdmissionOptions): Respond {
  return async (exchange, parameters) => {
    const call = await openCall(options, exchange, { route, parameters })
    sendPage(exchange, route, await callService(exchange, call, signalOf(exchange, route)))
  }
}

function sendPage(exchange: Exchange, { status }: Route, output: unknown): void {
  const { items, next } = output as { items: unknown[]; next: string | null }
  if (next !== null) {
    const { publicUrl, path, query } = exchange
    const following = new URLSearchParams(query)
    following.set('cursor', next)
    exchange.headers['Link'] = `<${publicUrl}/v1${path}?${following.toString()}>; rel="next"`
  }
  sendJson(exchange, status, items)
}

/** A route and how it responds. */
export type Endpoint = Route & { respond: Respond }

/** Creates a route's endpoint. How it responds is decided once, at start. */
export function endpointOf(route: Route, options: AdmissionOptions): Endpoint {
  return { ...route, respond: responderOf(route)(route, options) }
}

function responderOf({ operation }: Route): Responder {
  if (operation.upload) return uploadResponder
  if (operation.stream) return streamResponder
  if (operation.download) return downloadResponder
  if (operation.waits) return longPollResponder
  return operation.list ? listResponder : jsonResponder
}

/** Sends JSON that the caller may wait for. A waiting request counts as a stream of its workspace. */
function longPollResponder(route: Route, options: AdmissionOptions): Respond {
  const respondAtOnce = jsonResponder(route, options)
  const field = route.operation.waits ?? ''
  return async (exchange, parameters) => {
    const seconds = Number(new URLSearchParams(exchange.query).get(field) ?? 0)
    if (!(seconds > 0)) return respondAtOnce(exchange, parameters)
    const call = await openCall(options, exchange, { route, parameters, countAs: 'stream' })
    sendJson(exchange, route.status, await callService(exchange, call, signalOf(exchange, route)))
  }
}
