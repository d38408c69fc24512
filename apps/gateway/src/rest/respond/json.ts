import type { AdmissionOptions } from '../admission.ts'
import { sendJson } from '../answer.ts'
import { callService, signalOf } from '../call.ts'
import type { Exchange } from '../exchange.ts'
import { openCall } from '../request/open-call.ts'
import type { Route } from '../route.ts'
import type { Respond } from './responder.ts'

/** Sends the output as JSON. */
export function jsonResponder(route: Route, options: AdmissionOptions): Respond {
  return async (exchange, parameters) => {
    const call = await openCall(options, exchange, { route, parameters })
    sendOutput(exchange, route, await callService(exchange, call, signalOf(exchange, route)))
  }
}

/** Sends the output of a route with the status that belongs to it. */
export function sendOutput(exchange: Exchange, { operation, status }: Route, output: unknown): void {
  const { known } = operation
  const existed = known !== undefined && (output as Record<string, unknown>)[known.field] === true
  sendJson(exchange, existed ? known.status : status, output)
}
