import type { IncomingMessage, ServerResponse } from 'node:http'
import { type BodyBudget, type BodyOwners, type Step, stepOf } from '@posthorn/chassis'
import { addressOf } from '../access/auth/keyring.ts'
import type { GatewayConfig } from '../config.ts'
import type { GatewayDeps, GatewayRuntime } from '../deps.ts'
import { publicUrlOf, requestIdOf, traceparentOf } from './request/head.ts'

export type Reply = {
  req: IncomingMessage
  res: ServerResponse
  requestId: string
  publicUrl: string
  /** Headers to send with every response to this request. */
  headers: Record<string, string>
}

/** A request with all values derived from its head, computed once. */
export type Exchange = Reply & {
  /** Trace context of our span, in the caller's trace or in a new one. */
  traceparent: string
  /** Address of the caller, as seen by the outermost trusted proxy. */
  address: string
  /** Budget for request bodies in memory. `owners` says who this body is charged to: the address, until the caller is authenticated. */
  bodies: BodyBudget
  owners: BodyOwners
  path: string
  /** Query string without the question mark. */
  query: string
  /** Path template, such as `/v1/messages/{id}`, once a route matches. */
  template?: string
  /** Name of the operation, once a route matches. */
  operation?: string
  /** API key of the request, once it is admitted. */
  key?: { workspace: string; key: string }
  /** Charges the caller for this many additional requests. Set once the caller is known. */
  charge?: (requests: number) => void
  /** Whether this is a stream or long poll, which stays open without using CPU. */
  waits?: boolean
}

/** Reads a request's head. The body is not read, and nothing is refused yet. */
export function openExchange(
  req: IncomingMessage,
  res: ServerResponse,
  { config, deps }: { config: Pick<GatewayConfig, 'PUBLIC_URL'>; deps: Pick<GatewayDeps, 'proxies' | 'bodies'> },
): Exchange {
  const target = req.url ?? '/'
  const address = addressOf(req, deps.proxies)
  const mark = target.indexOf('?')
  return {
    req,
    res,
    requestId: requestIdOf(req),
    publicUrl: publicUrlOf(req, config.PUBLIC_URL),
    headers: {},
    traceparent: stepOf(traceparentOf(req)),
    address,
    bodies: deps.bodies,
    owners: { address },
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
  }
}

/** Starts the request's span, in the caller's trace or in a new one. The sampler decides whether to record it. */
export function beginSpan({ spans }: GatewayRuntime, exchange: Exchange): Step {
  const { req, traceparent: step } = exchange
  const span = spans.begin({ name: req.method ?? 'GET', kind: 'server', parent: traceparentOf(req), step })
  exchange.traceparent = span.traceparent ?? step
  return span
}

/** Ends the span of a request. It gets the name of the route only now, because it began before the route was known. */
export function endSpan(span: Step, { req, res, requestId, template }: Exchange): void {
  const { statusCode } = res
  span.end({
    ...(template === undefined ? {} : { name: `${req.method} ${template}` }),
    attributes: {
      ...(res.headersSent ? { 'http.response.status_code': statusCode } : {}),
      requestId,
      ...(template === undefined ? {} : { 'http.route': template }),
    },
    error: statusCode >= 500 ? String(statusCode) : undefined,
  })
}
