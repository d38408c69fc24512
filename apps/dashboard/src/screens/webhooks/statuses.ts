import type { Webhook } from '@posthorn/sdk'
import { serverNow } from '../../parts/moment.tsx'
import type { Tone } from '../../parts/page.tsx'
import { clockTime, fullMoment, say } from '../../words/words.ts'

/** Returns a webhook's status. If it is active, but deliveries to one of its URLs fail, says since when. */
export function statusOf({ status, endpoints }: Webhook): { tone: Tone; text: string } {
  if (status !== 'active') return { tone: status === 'paused' ? 'warn' : 'bad', text: say(`webhook.${status}`) }
  const failing = endpoints.find(({ failingSince }) => failingSince !== null)
  if (failing?.failingSince) {
    return { tone: 'bad', text: say('webhook.failing', { time: fullMoment(failing.failingSince) }) }
  }
  return { tone: 'good', text: say('webhook.active') }
}

/** Returns the status of one URL. Its breaker opens only after several failures. */
export function endpointStatusOf({ status, breaker, failingSince }: Webhook['endpoints'][number]): string {
  if (status === 'disabled') return say('webhook.disabled')
  if (breaker.status === 'closed' && failingSince !== null)
    return say('webhook.failing', { time: fullMoment(failingSince) })
  if (breaker.status === 'open' && breaker.until !== null)
    return say('breaker.openUntil', { time: clockTime(breaker.until) })
  return say(`breaker.${breaker.status}`)
}

/** Returns when a delivery's next attempt is, or that it is due: then it waits for a free slot, or for the test of its URL. */
export const nextAttemptOf = (at: string, timeOf: (at: string) => string): string =>
  Date.parse(at) <= serverNow() ? say('delivery.due') : timeOf(at)
