import { recordChange, type Verb, type VerbContext } from '@posthorn/chassis'
import type { InputOf, messaging, OutputOf, Unfilled } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { findNumber } from './find-number.ts'
import { readQueue, setQueueStatus, setRefuses } from './queue.sql.ts'

type Queue = Unfilled<OutputOf<typeof messaging.queues.get>>
type Change = InputOf<typeof messaging.queues.update> & { status?: Queue['status'] }

/** Sets whether a queue refuses new messages. */
export const update: Verb<typeof messaging.queues.update, MessagingRuntime> = ({ ctx, input }) => change(ctx, input)

/** Lets all messages of a queue wait. */
export const pause: Verb<typeof messaging.queues.pause, MessagingRuntime> = ({ ctx, input }) =>
  change(ctx, { ...input, status: 'paused' })

/** Lets new messages of a queue wait, and sends the others. */
export const drain: Verb<typeof messaging.queues.drain, MessagingRuntime> = ({ ctx, input }) =>
  change(ctx, { ...input, status: 'draining' })

/** Sends all messages of a queue again. */
export const resume: Verb<typeof messaging.queues.resume, MessagingRuntime> = ({ ctx, input }) =>
  change(ctx, { ...input, status: 'active' })

/** Changes a queue, and announces the change with the queue as it is then. */
async function change(ctx: VerbContext<MessagingRuntime>, { id: number, status, refuses }: Change): Promise<Queue> {
  const { em, workspace } = ctx
  await findNumber(ctx, number)
  const found = await readQueue(ctx, number)
  const before = { status: found.status as string | undefined, refuses: found.refuses }
  if (status !== undefined) before.status = (await setQueueStatus(em, { workspace, number, status })).before
  if (refuses !== undefined) before.refuses = await setRefuses(em, { workspace, number, refuses })
  ctx.wake('dispatch')
  const queue = await readQueue(ctx, number)
  const after = { status: queue.status, refuses: queue.refuses }
  if (before.status === after.status && before.refuses === after.refuses) return queue
  ctx.emit({ kind: 'queue:updated', data: queue, aggregate: { id: `queue ${number}`, version: 1 } })
  recordChange(em, { thing: 'queue', id: number, workspace, before, after })
  return queue
}
