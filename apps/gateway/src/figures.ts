import type { Counter, Metrics } from '@posthorn/chassis'
import type { Exchange } from './rest/answer.ts'

/** What is counted at the public door. */
export type DoorFigures = {
  /** Requests whose key was refused. */
  refusedKeys: Counter
  /** Requests above a limit. */
  limited: Counter
  /** A request that sends something was refused for load. */
  unavailable(): void
  /** Follows the answer of a request that sends something. */
  accepting(exchange: Exchange): void
}

/** The counters of the public door. */
export function doorFigures(metrics: Metrics): DoorFigures {
  const took = metrics.histogram('accept_seconds', 'Time to accept what is to be sent')
  const asked = metrics.counter('accept_total', 'Requests to send something, by how they were answered')
  return {
    refusedKeys: metrics.counter('auth_fail_total', 'Requests whose key was refused, by reason'),
    limited: metrics.counter('rate_limited_total', 'Requests above the limit of their key, workspace or address'),
    unavailable: () => asked.add(1, { outcome: 'unavailable' }),
    accepting({ res }) {
      const begun = performance.now()
      res.once('close', () => {
        const outcome = outcomeOf(res)
        asked.add(1, { outcome })
        if (outcome === 'accepted') took.observe((performance.now() - begun) / 1000)
      })
    },
  }
}

function outcomeOf({ writableFinished, statusCode }: Exchange['res']): string {
  if (!writableFinished) return 'abandoned'
  if (statusCode < 300) return 'accepted'
  if (statusCode === 429) return 'limited'
  return statusCode < 500 ? 'refused' : 'unavailable'
}
