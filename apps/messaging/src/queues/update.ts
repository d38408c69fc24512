import { recordChange, type Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { findNumber } from './find-number.ts'
import { readQueue, setQueueState } from './queue.sql.ts'

/** Pauses, drains or resumes a queue, and announces a change with the queue as it is then. */
export const update: Verb<typeof messaging.queues.update, MessagingRuntime> = async ({ ctx, input }) => {
  await findNumber(ctx, input.id)
  const { before } = await setQueueState(ctx.em, { workspace: ctx.workspace, number: input.id, state: input.state })
  ctx.wake('dispatch')
  const queue = await readQueue(ctx, input.id)
  if (before === queue.state) return queue
  ctx.emit({ kind: 'queue:updated', data: queue, aggregate: { id: `queue ${input.id}`, version: 1 } })
  recordChange(ctx.em, {
    thing: 'queue',
    id: input.id,
    workspace: ctx.workspace,
    before: { state: before },
    after: { state: queue.state },
  })
  return queue
}
