import type { Verb } from '@posthorn/chassis'
import type { webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { chatQueryOf, conditionsOf, findNewestEvents } from './history.ts'
import { findNextEvents, waitForEvents } from './next-events.ts'
import { findChatEvents } from './of-chat.sql.ts'
import { presentEvent } from './present.ts'

/** Returns the numbered log from `after` on, waiting up to `wait` seconds while there is nothing; or, newest first, what is there. */
export const list: Verb<typeof webhooks.events.list, WebhooksRuntime> = async ({ ctx, input }) => {
  const { after, chat, order, size, wait } = input
  const waitMs = order === 'asc' ? wait * 1_000 : 0
  if (chat !== undefined) {
    const query = chatQueryOf(ctx, { ...input, chat })
    return (await waitForEvents(ctx, () => findChatEvents(ctx.em, order, query), waitMs)).map(presentEvent)
  }
  if (order === 'desc') return (await findNewestEvents(ctx, input)).map(presentEvent)
  return (await findNextEvents(ctx, { after, size, where: conditionsOf(input) }, waitMs)).map(presentEvent)
}
