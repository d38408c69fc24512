import type { Step } from '@posthorn/chassis'
import type { GatewayRuntime } from '../deps.ts'
import type { Exchange } from './exchange.ts'
import { traceparentOf } from './request/head.ts'

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
