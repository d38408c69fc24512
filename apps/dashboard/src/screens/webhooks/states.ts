import type { Webhook } from '@posthorn/sdk'
import type { Tone } from '../../parts/state.tsx'
import { fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import type { DeliveryState } from './data.ts'

/** Returns the state of a webhook in a word: paused, failing since when, or active. */
export function stateOf({ state, endpoints }: Webhook): { tone: Tone; text: string } {
  if (state !== 'active') return { tone: state === 'paused' ? 'warn' : 'bad', text: say(`webhook.${state}`) }
  const failing = endpoints.find(({ failingSince }) => failingSince !== null)
  if (failing?.failingSince) {
    return { tone: 'bad', text: say('webhook.failing', { time: fullMoment(failing.failingSince) }) }
  }
  return { tone: 'good', text: say('webhook.active') }
}

const tones: Readonly<Record<DeliveryState, Tone>> = {
  waiting: 'warn',
  parked: 'warn',
  succeeded: 'good',
  exhausted: 'bad',
  canceled: 'quiet',
  expired: 'bad',
}

/** Returns the state of a delivery in a word. */
export function deliveryStateOf(state: DeliveryState): { tone: Tone; text: string } {
  return { tone: tones[state], text: say(`delivery.${state}`) }
}
