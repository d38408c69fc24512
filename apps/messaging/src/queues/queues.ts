import { recordChange, type Tx, type Verb, type VerbContext } from '@posthorn/chassis'
import { fail, failUnknown, type InputOf, type messaging, type OutputOf, type Unfilled } from '@posthorn/contracts'
import { announceChat } from '../chats/change.ts'
import { resumeWaits } from '../chats/chats.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import { type Author, ConnectedNumber, type ConnectedNumberRow } from '../entities/chat.ts'
import { announceChange } from '../messages/advance.ts'
import { lockMoves } from '../messages/lock-order.sql.ts'
import { lockMessages } from '../messages/rows.sql.ts'
import { announceCanceled, runningPosts } from '../posts/known-posts.sql.ts'
import { recordMovedMessages } from '../statistics/recorded-answers.sql.ts'
import {
  countMatching,
  endWaiting,
  lockMovable,
  lockWaiting,
  moveMessages,
  openChats,
  readQueue,
  readQueues,
  setQueueStatus,
  setRefuses,
  showRemaining,
} from './queue.sql.ts'

/** Cancels messages whose jobs are locked. Announces each one, including who canceled it. */
export async function cancelMessages(
  tx: Pick<Tx, 'em' | 'emit'>,
  { workspace, ids, by }: { workspace: string; ids: string[]; by: Author },
): Promise<void> {
  if (ids.length === 0) return
  const canceled = await endWaiting(tx.em, workspace, ids)
  const keys = canceled.map((id) => ({ workspace, id }))
  for (const row of await lockMessages(tx.em, keys)) announceChange(tx, row, { kind: 'message:canceled', by })
}

/** Finds the number in the URL or in a field. Refuses a number that isn't in the workspace or that the key may not use. */
export async function findNumber(
  { em, call }: Pick<VerbContext, 'em' | 'call'>,
  id: string,
  field?: string,
): Promise<ConnectedNumberRow> {
  const mine = !call.numbers || call.numbers.some((number) => number === id)
  return (mine ? await em.findOne(ConnectedNumber, { id }) : null) ?? failUnknown('number:not_found', field)
}

export const get: Verb<typeof messaging.queues.get, MessagingRuntime> = async ({ ctx, input }) =>
  readQueue(ctx, (await findNumber(ctx, input.id)).id)

/**
 * Moves waiting messages of direct chats to another number and its chats. They keep their quotes only of messages that move too or are
 * there. `remaining` counts those that another transaction has locked, such as to send them, or that are beyond the limit of a call.
 */
export const move: Verb<typeof messaging.queues.move, MessagingRuntime> = async ({ ctx, input }) => {
  const { id, number, ...named } = input
  const { em, workspace } = ctx
  await lockMoves(em, [workspace], 'exclusive')
  await findNumber(ctx, id)
  const target = await findNumber(ctx, number, 'number')
  if (number === id) fail('number:same')
  if (!target.connected) fail('number:disconnected')
  const filter = { ...named, workspace, number: id, includeScheduled: true, movableOnly: true }
  const jobs = await lockMovable(em, filter)
  const plan = { workspace, number, messages: jobs.map((job) => job.id) }
  const chats = jobs.length > 0 ? await openChats(em, plan) : []
  for (const { created, ...chat } of chats) {
    if (created) announceChat(ctx, chat, { change: 'created', by: ctx.call.actor })
  }
  const before = jobs.length > 0 ? await moveMessages(em, plan) : new Map<string, string>()
  const formerChats = [...new Set(before.values())]
  if (formerChats.length > 0) await showRemaining(em, plan, formerChats)
  const [since] = plan.messages.toSorted()
  const recounted = new Set([...formerChats, ...chats.map((chat) => chat.id)])
  if (since !== undefined) await recordMovedMessages(em, { workspace, chats: [...recounted], since })
  const keys = plan.messages.map((message) => ({ workspace, id: message }))
  for (const row of await lockMessages(em, keys)) {
    const chat = before.get(row.id)
    const movedFrom = chat === undefined ? {} : { movedFrom: { number: id, chat } }
    const changed = ['number', 'chat', 'quote']
    announceChange(ctx, row, { kind: 'message:changed', changed, ...movedFrom, by: ctx.call.actor })
  }
  ctx.wake('dispatch')
  const remaining = await countMatching(em, filter)
  const waiting = jobs.length + remaining
  recordChange(em, {
    thing: 'queue',
    id,
    workspace,
    before: { waiting },
    after: { waiting: remaining, moved: jobs.length },
  })
  return { moved: jobs.length, chats: chats.length, remaining }
}

/** Returns the queues of several numbers, for lists of numbers. Leaves out numbers that the caller may not use. */
export const ofNumbers: Verb<typeof messaging.queues.ofNumbers, MessagingRuntime> = async ({ ctx, input }) => {
  const { numbers } = ctx.call
  const visible = numbers ? input.ids.filter((id) => numbers.some((number) => number === id)) : input.ids
  return visible.length === 0 ? [] : readQueues(ctx, visible)
}

/**
 * Cancels waiting messages, so that customers who are left without an answer wait again; `remaining` as in `move`. Also returns the number's
 * running posts, which will add further messages.
 */
export const purge: Verb<typeof messaging.queues.purge, MessagingRuntime> = async ({ ctx, input }) => {
  const { id, ...named } = input
  await findNumber(ctx, id)
  const filter = { ...named, workspace: ctx.workspace, number: id, movableOnly: false }
  const jobs = await lockWaiting(ctx.em, filter)
  const ids = jobs.map((job) => job.id)
  await resumeWaits(ctx.em, ctx.workspace, ids)
  await cancelMessages(ctx, { workspace: ctx.workspace, ids, by: ctx.call.actor })
  announceCanceled(ctx, { workspace: ctx.workspace, jobs })
  ctx.wake('dispatch')
  const remaining = await countMatching(ctx.em, filter)
  const scheduled = jobs.filter((job) => job.scheduled).length
  recordChange(ctx.em, {
    thing: 'queue',
    id,
    workspace: ctx.workspace,
    before: { waiting: jobs.length + remaining },
    after: { waiting: remaining, canceled: jobs.length, scheduled },
  })
  const posts = await runningPosts(ctx.em, { workspace: ctx.workspace, number: id })
  return { canceled: jobs.length, scheduled, remaining, posts }
}

type Queue = Unfilled<OutputOf<typeof messaging.queues.get>>
type QueueChange = InputOf<typeof messaging.queues.update> & { status?: Queue['status'] }

export const update: Verb<typeof messaging.queues.update, MessagingRuntime> = ({ ctx, input }) => change(ctx, input)

export const pause: Verb<typeof messaging.queues.pause, MessagingRuntime> = ({ ctx, input }) =>
  change(ctx, { ...input, status: 'paused' })

/** Sends the messages queued now and holds new ones. */
export const drain: Verb<typeof messaging.queues.drain, MessagingRuntime> = ({ ctx, input }) =>
  change(ctx, { ...input, status: 'draining' })

export const resume: Verb<typeof messaging.queues.resume, MessagingRuntime> = ({ ctx, input }) =>
  change(ctx, { ...input, status: 'active' })

/** Changes a queue, and announces its new state if that differs. */
async function change(
  ctx: VerbContext<MessagingRuntime>,
  { id: number, status, refuses }: QueueChange,
): Promise<Queue> {
  const { em, workspace } = ctx
  await findNumber(ctx, number)
  const previousStatus = status && (await setQueueStatus(em, { workspace, number, status }))
  const refusedBefore = refuses === undefined ? undefined : await setRefuses(em, { workspace, number, refuses })
  ctx.wake('dispatch')
  const queue = await readQueue(ctx, number)
  const after = { status: queue.status, refuses: queue.refuses }
  const before = { status: previousStatus ?? after.status, refuses: refusedBefore ?? after.refuses }
  if (before.status === after.status && before.refuses === after.refuses) return queue
  ctx.emit({ kind: 'queue:updated', data: queue, aggregate: { id: `queue ${number}`, version: 1 } })
  recordChange(em, { thing: 'queue', id: number, workspace, before, after })
  return queue
}
