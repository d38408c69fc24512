import type { Webhook } from '@posthorn/sdk'
import type { Tone } from '../../parts/status.tsx'
import { fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import type { DeliveryStatus } from './data.ts'

/** Returns a webhook's status: paused, failing and since when, or active. */
export function statusOf({ status, endpoints }: Webhook): { tone: Tone; text: string } {
  if (status !== 'active') return { tone: status === 'paused' ? 'warn' : 'bad', text: say(`webhook.${status}`) }
  const failing = endpoints.find(({ failingSince }) => failingSince !== null)
  if (failing?.failingSince) {
    return { tone: 'bad', text: say('webhook.failing', { time: fullMoment(failing.failingSince) }) }
  }
  return { tone: 'good', text: say('webhook.active') }
}

const tones: Readonly<Record<DeliveryStatus, Tone>> = {
  waiting: 'warn',
  parked: 'warn',
  succeeded: 'good',
  exhausted: 'bad',
  canceled: 'quiet',
  expired: 'bad',
}

export function deliveryStatusOf(status: DeliveryStatus): { tone: Tone; text: string } {
  return { tone: tones[status], text: say(`delivery.${status}`) }
}
