import type { Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { readQueues } from './queue.sql.ts'

/** The queues of those of the numbers that the caller may see. */
export const ofNumbers: Verb<typeof messaging.queues.ofNumbers, MessagingRuntime> = async ({ ctx, input }) => {
  const { numbers } = ctx.call
  const visible = numbers ? input.ids.filter((id) => numbers.some((number) => number === id)) : input.ids
  return visible.length === 0 ? [] : readQueues(ctx, visible)
}
