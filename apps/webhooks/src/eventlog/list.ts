import type { Verb } from '@posthorn/chassis'
import type { webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { conditionsOf, findNewestEvents } from './history.ts'
import { findNextEvents } from './next-events.ts'
import { presentEvent } from './present.ts'

/** Returns the numbered log from `after` on, waiting up to `wait` seconds while there is nothing; or, newest first, what is there. */
export const list: Verb<typeof webhooks.events.list, WebhooksRuntime> = async ({ ctx, input }) => {
  if (input.order === 'desc') return (await findNewestEvents(ctx, input)).map(presentEvent)
  const { after, size, wait } = input
  return (await findNextEvents(ctx, { after, size, where: conditionsOf(input) }, wait * 1_000)).map(presentEvent)
}
