import type { IncomingMessage, ServerResponse } from 'node:http'
import { type BodyBudget, type BodyOwners, type Step, stepOf } from '@posthorn/chassis'
import { addressOf } from '../access/auth/keyring.ts'
import type { GatewayConfig } from '../config.ts'
import type { GatewayDeps, GatewayRuntime } from '../deps.ts'
import { publicUrlOf, requestIdOf, traceparentOf } from './request/head.ts'

/** A request, with everything its response needs. */
export type Reply = {
  req: IncomingMessage
  res: ServerResponse
  requestId: string
  /** Public URL of this API. */
  publicUrl: string
  /** Headers of every response to this request. */
  headers: Record<string, string>
}

/** A request with everything derived from its head, computed once. */
export type Exchange = Reply & {
  /** Our span in the caller's trace, or in a new one. */
  traceparent: string
  /** Address of the caller, behind trusted proxies. */
  address: string
  /** Request bodies held by this gateway, and whom this request's body counts toward: its address, until its caller is authenticated. */
  bodies: BodyBudget
  owners: BodyOwners
  /** Path without the query. */
  path: string
  /** Query string without the question mark. */
  query: string
  /** Path template, such as `/v1/messages/{id}`, once a route matches. */
  template?: string
  /** Name of the operation, once a route matches. */
  operation?: string
  /** Key of the request, once it is admitted. */
  key?: { workspace: string; key: string }
  /** Charges the caller for this many more requests, once it is known. */
  charge?: (requests: number) => void
  /** Whether this is a stream or long poll, which stays open without doing work. */
  waits?: boolean
}

/** Reads a request's head. */
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

/** Starts a request's span, in the caller's trace or a new one. The sampler decides whether it is recorded. */
export function beginSpan({ spans }: GatewayRuntime, exchange: Exchange): Step {
  const { req, traceparent: step } = exchange
  const span = spans.begin({ name: req.method ?? 'GET', kind: 'server', parent: traceparentOf(req), step })
  exchange.traceparent = span.traceparent ?? step
  return span
}

/** Ends a request's span with its response status. */
export function endSpan(step: Step, { req, res, requestId, template }: Exchange): void {
  const { statusCode } = res
  step.end({
    ...(template === undefined ? {} : { name: `${req.method} ${template}` }),
    attributes: {
      'http.response.status_code': statusCode,
      requestId,
      ...(template === undefined ? {} : { 'http.route': template }),
    },
    error: statusCode >= 500 ? String(statusCode) : undefined,
  })
}
