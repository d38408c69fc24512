import { recordChange, type Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { findNumber } from './find-number.ts'
import { readQueue, setQueueState, setRefuses } from './queue.sql.ts'

/** Pauses, drains, closes or resumes a queue, and announces a change with the queue as it is then. */
export const update: Verb<typeof messaging.queues.update, MessagingRuntime> = async ({ ctx, input }) => {
  const { em, workspace } = ctx
  const { id: number, status, refuses } = input
  await findNumber(ctx, number)
  const { status: stateBefore, refuses: refusesBefore } = await readQueue(ctx, number)
  const before = { status: stateBefore as string | undefined, refuses: refusesBefore }
  if (status !== undefined) before.status = (await setQueueState(em, { workspace, number, status })).before
  if (refuses !== undefined) before.refuses = await setRefuses(em, { workspace, number, refuses })
  ctx.wake('dispatch')
  const queue = await readQueue(ctx, number)
  const after = { status: queue.status, refuses: queue.refuses }
  if (before.status === after.status && before.refuses === after.refuses) return queue
  ctx.emit({ kind: 'queue:updated', data: queue, aggregate: { id: `queue ${number}`, version: 1 } })
  recordChange(em, { thing: 'queue', id: number, workspace, before, after })
  return queue
}
