import type { AdmissionOptions } from '../admission.ts'
import { sendJson } from '../answer.ts'
import { callService, signalOf } from '../call.ts'
import { openCall } from '../request/open-call.ts'
import type { Route } from '../route.ts'
import { jsonResponder } from './json.ts'
import type { Respond } from './responder.ts'

/** Sends JSON for which the caller may wait. A request that waits counts as a stream of its workspace. */
export function longPollResponder(route: Route, options: AdmissionOptions): Respond {
  const respondAtOnce = jsonResponder(route, options)
  const field = route.operation.waits ?? ''
  return async (exchange, parameters) => {
    const seconds = Number(new URLSearchParams(exchange.query).get(field) ?? 0)
    if (!(seconds > 0)) return respondAtOnce(exchange, parameters)
    const call = await openCall(options, exchange, { route, parameters, countAs: 'stream' })
    sendJson(exchange, route.status, await callService(exchange, call, signalOf(exchange, route)))
  }
}
