import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Counter, Metrics } from '@posthorn/chassis'

/** A request with its response and, when its route is known, the template of its path. */
type Measured = { req: IncomingMessage; res: ServerResponse; template?: string }

/** Metrics of the public API. */
export type EdgeMetrics = {
  /** Requests whose key was refused. */
  refusedKeys: Counter<'reason'>
  /** Requests above a limit. */
  limited: Counter
  /** Counts a request to send that was refused because of load. */
  unavailable(): void
  /** Counts a request by its route and status, and measures it until its answer has ended, unless it `waits` for events. */
  answering(exchange: Measured, waits: boolean): void
  /** Counts a request to send and measures it until its answer has ended. */
  accepting(exchange: Measured): void
}

/** Registers the metrics of the public API. */
export function createEdgeMetrics(metrics: Metrics): EdgeMetrics {
  const duration = metrics.histogram('accept_seconds', 'Time to accept messages')
  const answers = metrics.counter('http_requests_total', 'Requests to the public API', ['method', 'route', 'status'])
  const answerTime = metrics.histogram('http_request_seconds', 'Time to answer a request', ['method', 'route'])
  const requests = metrics.counter('accept_total', 'Requests to send something, by how they were answered', ['outcome'])
  return {
    refusedKeys: metrics.counter('auth_fail_total', 'Requests whose key was refused, by reason', ['reason']),
    limited: metrics.counter('rate_limited_total', 'Requests above the limit of their key, workspace or address'),
    unavailable: () => requests.add(1, { outcome: 'unavailable' }),
    answering({ req, res, template }, waits) {
      const begun = performance.now()
      const labels = { method: req.method ?? '', route: template ?? '' }
      res.once('close', () => {
        answers.add(1, { ...labels, status: res.writableFinished ? String(res.statusCode) : 'abandoned' })
        if (!waits) answerTime.observe((performance.now() - begun) / 1000, labels)
      })
    },
    accepting({ res }) {
      const begun = performance.now()
      res.once('close', () => {
        const outcome = outcomeOf(res)
        requests.add(1, { outcome })
        if (outcome === 'accepted') duration.observe((performance.now() - begun) / 1000)
      })
    },
  }
}

function outcomeOf({ writableFinished, statusCode }: ServerResponse): string {
  if (!writableFinished) return 'abandoned'
  if (statusCode < 300) return 'accepted'
  if (statusCode === 429) return 'limited'
  return statusCode < 500 ? 'refused' : 'unavailable'
}
