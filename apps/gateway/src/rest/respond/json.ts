import type { AdmissionOptions } from '../admission.ts'
import { sendJson } from '../answer.ts'
import { callService, signalOf } from '../call.ts'
import type { Exchange } from '../exchange.ts'
import { openCall } from '../request/open-call.ts'
import type { Route } from '../route.ts'

/** Refusals within a response that count as one request of the caller: each is validated twice, and written and read by two processes. */
const refusalsPerRequest = 10

/** Sends the output as JSON. */
export function jsonResponder(route: Route, options: AdmissionOptions): Respond {
  return async (exchange, parameters) => {
    const call = await openCall(options, exchange, { route, parameters })
    const output = await callService(exchange, call, signalOf(exchange, route))
    const more = Math.floor(refusalsIn(output) / refusalsPerRequest)
    if (more > 0) exchange.charge?.(more)
    sendJson(exchange, statusOf(route, output), output)
  }
}

/** Counts the messages that the response to a batch refuses. */
function refusalsIn(output: unknown): number {
  return Array.isArray(output) ? output.filter((entry: object) => !('id' in entry) && 'error' in entry).length : 0
}

function statusOf({ status, operation: { statusOfExisting = status } }: Route, output: unknown): number {
  const isExisting = typeof output === 'object' && output !== null && 'created' in output && output.created === false
  return isExisting ? statusOfExisting : status
}

/** Handles a request of a route, given its path parameters. Rejects with the refusal. */
export type Respond = (exchange: Exchange, parameters: Record<string, string>) => Promise<void>

/** Makes the function by which a route answers. */
export type Responder = (route: Route, options: AdmissionOptions) => Respond
