import type { Step } from '@posthorn/chassis'
import type { GatewayRuntime } from '../deps.ts'
import type { Exchange } from './answer.ts'
import { traceparentOf } from './head.ts'

/** Begins the step of a request in the caller's trace, or in the one that begins with it. */
export function beginStep({ spans }: GatewayRuntime, { req, traceparent: step }: Exchange): Step {
  return spans.begin({ name: req.method ?? 'GET', kind: 'server', parent: traceparentOf(req), step })
}

/** Ends it with the answer. */
export function endStep(step: Step, { req, res, requestId, path }: Exchange): void {
  const { statusCode } = res
  step.end({
    ...(path === undefined ? {} : { name: `${req.method} ${path}` }),
    attributes: {
      'http.response.status_code': statusCode,
      requestId,
      ...(path === undefined ? {} : { 'http.route': path }),
    },
    error: statusCode >= 500 ? String(statusCode) : undefined,
  })
}
