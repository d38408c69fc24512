import type { Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { readQueue, setQueueState } from './queue.sql.ts'
import { findNumber } from './visible.ts'

/** Pauses, drains or resumes a queue. */
export const update: Verb<typeof messaging.queues.update, MessagingRuntime> = async ({ ctx, input }) => {
  await findNumber(ctx, input.id)
  await setQueueState(ctx.em, { workspace: ctx.workspace, number: input.id, state: input.state })
  ctx.wake('dispatch')
  return readQueue(ctx.em, ctx.workspace, input.id)
}
