import type { AdmissionOptions } from '../admission.ts'
import { sendJson } from '../answer.ts'
import { callService, signalOf } from '../call.ts'
import type { Exchange } from '../exchange.ts'
import { openCall } from '../request/input.ts'
import type { Route } from '../route.ts'

/**
 * Number of refusals in a response that are charged as one request. Each refusal is validated twice, and serialized and parsed by two
 * processes.
 */
const refusalsPerRequest = 10

/** Serves operations that return one JSON value: admits, calls, responds. Charges extra for a batch's refused entries. */
export function jsonResponder(route: Route, admission: AdmissionOptions): Respond {
  return async (exchange, parameters) => {
    const call = await openCall(admission, exchange, { route, parameters })
    const output = await callService(exchange, call, signalOf(exchange, route))
    const more = Math.floor(refusalsIn(output) / refusalsPerRequest)
    if (more > 0) exchange.charge?.(more)
    sendJson(exchange, statusOf(route, output), output)
  }
}

/** Counts the refused entries in a batch's output. */
function refusalsIn(output: unknown): number {
  return Array.isArray(output) ? output.filter((entry: object) => !('id' in entry) && 'error' in entry).length : 0
}

/** Returns the status of a response. Some operations have another one if what they would create exists already. */
function statusOf({ status, operation: { statusOfExisting = status } }: Route, output: unknown): number {
  const isExisting = typeof output === 'object' && output !== null && 'created' in output && output.created === false
  return isExisting ? statusOfExisting : status
}

export type Respond = (exchange: Exchange, parameters: Record<string, string>) => Promise<void>

export type Responder = (route: Route, admission: AdmissionOptions) => Respond
