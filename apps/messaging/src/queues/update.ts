import type { Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { findNumber } from './find-number.ts'
import { readQueue, setQueueState } from './queue.sql.ts'

/** Pauses, drains or resumes a queue; a change is told, with how the queue then is. */
export const update: Verb<typeof messaging.queues.update, MessagingRuntime> = async ({ ctx, input }) => {
  await findNumber(ctx, input.id)
  const { changed } = await setQueueState(ctx.em, { workspace: ctx.workspace, number: input.id, state: input.state })
  ctx.wake('dispatch')
  const queue = await readQueue(ctx.em, ctx.workspace, input.id)
  if (changed) ctx.emit({ kind: 'queue:updated', data: queue, aggregate: { id: `queue ${input.id}`, version: 1 } })
  return queue
}
