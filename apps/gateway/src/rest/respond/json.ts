import type { AdmissionOptions } from '../admission.ts'
import { sendJson } from '../answer.ts'
import { callService, signalOf } from '../call.ts'
import { openCall } from '../request/open-call.ts'
import type { Route } from '../route.ts'
import type { Respond } from './responder.ts'

/** Sends the output as JSON. */
export function jsonResponder(route: Route, options: AdmissionOptions): Respond {
  return async (exchange, parameters) => {
    const call = await openCall(options, exchange, { route, parameters })
    const output = await callService(exchange, call, signalOf(exchange, route))
    sendJson(exchange, statusOf(route, output), output)
  }
}

function statusOf({ status, operation: { statusOfExisting = status } }: Route, output: unknown): number {
  const isExisting = typeof output === 'object' && output !== null && 'created' in output && output.created === false
  return isExisting ? statusOfExisting : status
}
