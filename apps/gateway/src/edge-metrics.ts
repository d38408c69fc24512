import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Counter, Metrics } from '@posthorn/chassis'

type Measured = { req: IncomingMessage; res: ServerResponse; template?: string }

export type EdgeMetrics = {
  refusedKeys: Counter<'reason'>
  /** Requests over a rate limit. */
  limited: Counter
  /** Counts a send request that was refused because of load. */
  unavailable(): void
  /** Counts a request by route and status, and records its duration unless it waits for events. */
  answering(exchange: Measured, waits: boolean): void
  /** Counts a send request and records its duration. */
  accepting(exchange: Measured): void
}

/** Creates the metrics of the public API. A duration ends when the response is closed. */
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

/** Returns how a send request was answered. A response that was not sent completely counts as abandoned by the caller. */
function outcomeOf({ writableFinished, statusCode }: ServerResponse): string {
  if (!writableFinished) return 'abandoned'
  if (statusCode < 300) return 'accepted'
  if (statusCode === 429) return 'limited'
  return statusCode < 500 ? 'refused' : 'unavailable'
}
