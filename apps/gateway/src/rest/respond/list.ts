import type { AdmissionOptions } from '../admission.ts'
import { sendJson } from '../answer.ts'
import { callService, signalOf } from '../call.ts'
import type { Exchange } from '../exchange.ts'
import { openCall } from '../request/open-call.ts'
import type { Route } from '../route.ts'
import type { Respond } from './responder.ts'

/** Sends the bare items of a page, and a `Link` header to the next one. */
export function listResponder(route: Route, options: AdmissionOptions): Respond {
  return async (exchange, parameters) => {
    const call = await openCall(options, exchange, { route, parameters })
    sendPage(exchange, route, await callService(exchange, call, signalOf(exchange, route)))
  }
}

/** Sends a page of a list. */
export function sendPage(exchange: Exchange, { status }: Route, output: unknown): void {
  const { items, next } = output as { items: unknown[]; next: string | null }
  if (next !== null) {
    const { publicUrl, path, query } = exchange
    const following = new URLSearchParams(query)
    following.set('cursor', next)
    exchange.headers['Link'] = `<${publicUrl}/v1${path}?${following.toString()}>; rel="next"`
  }
  sendJson(exchange, status, items)
}
