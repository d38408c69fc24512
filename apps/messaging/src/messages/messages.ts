import { LockMode } from '@mikro-orm/core'
import type { BatchVerb, Verb } from '@posthorn/chassis'
import { fail, type messaging, nextStatus } from '@posthorn/contracts'
import { presentChat } from '../chats/change.ts'
import { queueActions } from '../chats/jobs.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import { Chat } from '../entities/chat.ts'
import { Message } from '../entities/message.ts'
import { announceCanceled } from '../posts/known-posts.sql.ts'
import { planMessages, storeMessages } from './acceptance.ts'
import { announceStep } from './advance.ts'
import { withIncluded } from './list.ts'
import { presentMessage } from './present.ts'
import { estimateSendAt, queueViews } from './queue-view.sql.ts'
import { contextOf, findByReference, findRaw, queueReceipt } from './rows.sql.ts'
import { dueTimes } from './validity.ts'
import { deleteJob, lockWaitingJob, requeueMessage } from './waiting-job.sql.ts'

/** Maximum number of calls in one transaction. Enough for 64 connections, and low enough to keep the transaction short. */
const batchSizeMax = 64

/**
 * Accepts messages: stores the chat, message and job for each call in one transaction. After the commit, wakes the dispatcher, which sends
 * the messages.
 */
export const send: BatchVerb<typeof messaging.messages.send, MessagingRuntime> = {
  batchSizeMax,
  together: async ({ tx, runtime, calls }) => {
    const planned = await planMessages({ tx, runtime, calls })
    await storeMessages(
      tx,
      planned.flatMap((result) => (result.ok ? [result.value] : [])),
    )
    return planned.map((result) =>
      result.ok ? { ok: true, value: presentMessage(result.value.row, result.value.queue) } : result,
    )
  },
}

export const get: Verb<typeof messaging.messages.get, MessagingRuntime> = async ({ ctx, input }) => {
  const row = (await ctx.em.findOne(Message, { id: input.id })) ?? fail('message:not_found')
  const view = (await queueViews(ctx, [row.id])).get(row.id)
  const estimatedSendAt = view?.waiting ? await estimateSendAt(ctx, row.id) : null
  const shown = presentMessage(row, { ...view, ...(estimatedSendAt ? { estimatedSendAt } : {}) })
  const [message] = await withIncluded(ctx, [row], { shown: [shown], include: input.include })
  return message ?? fail('message:not_found')
}

export const raw: Verb<typeof messaging.messages.raw, MessagingRuntime> = async ({ ctx, input }) => {
  const row = (await ctx.em.findOne(Message, { id: input.id })) ?? fail('message:not_found')
  return { id: row.id as never, providerId: row.providerId ?? null, raw: (await findRaw(ctx.em, row)) as never }
}

/** Cancels a waiting message. Refused once the dispatcher has taken it, because the provider may already have it. */
export const cancel: Verb<typeof messaging.messages.cancel, MessagingRuntime> = async ({ ctx, input }) => {
  const { em } = ctx
  const job = await lockWaitingJob(em, input.id)
  const row = (await em.findOne(Message, { id: input.id })) ?? fail('message:not_found')
  const status = nextStatus(row.status, 'canceled')
  if (!job || !status) fail('message:not_editable')
  em.assign(row, {
    status,
    statusAt: { ...row.statusAt, canceled: new Date().toISOString() },
    version: row.version + 1,
  })
  await deleteJob(em, row.id)
  announceCanceled(ctx, { workspace: ctx.workspace, jobs: [job] })
  announceStep(ctx, { ...row, ...(await contextOf(em, row)) }, { kind: 'message:canceled', by: ctx.call.actor })
  ctx.wake('dispatch')
  return presentMessage(row)
}

/**
 * Queues a failed or expired message again with a new validity period. If the outcome is unknown, the caller accepts the risk of sending it
 * twice.
 */
export const retry: Verb<typeof messaging.messages.retry, MessagingRuntime> = async ({ ctx, input }) => {
  const { em } = ctx
  const row =
    (await em.findOne(Message, { id: input.id }, { lockMode: LockMode.PESSIMISTIC_WRITE })) ?? fail('message:not_found')
  const status = row.direction === 'out' ? nextStatus(row.status, 'retried') : null
  if (!status) fail('message:not_retryable')
  const now = new Date()
  const { expiresAt, dueAt } = dueTimes({}, now)
  const { queued: _, failed: __, expired: ___, ...kept } = row.statusAt
  const before = { ...row }
  em.assign(row, {
    status,
    statusAt: { ...kept, queued: now.toISOString() },
    history: [...(row.history ?? []), { statusAt: row.statusAt, error: row.error ?? null }],
    error: null,
    outcomeUnknown: false,
    deliverAt: null,
    expiresAt,
    version: row.version + 1,
  })
  await em.flush()
  await requeueMessage(em, row, { dueAt })
  await queueActions(ctx, [{ before, after: row }])
  ctx.wake('dispatch')
  return presentMessage(row)
}

/** Marks an incoming message read. The receipts loop reports this to the provider. Idempotent. */
export const read: Verb<typeof messaging.messages.read, MessagingRuntime> = async ({ ctx, input }) => {
  const { em } = ctx
  const id = await findByReference(em, ctx.workspace, input.id)
  const row = (await em.findOne(Message, { id })) ?? fail('message:not_found')
  if (row.direction !== 'in') fail('message:not_incoming')
  const status = nextStatus(row.status, 'read')
  if (!status) return presentMessage(row)
  em.assign(row, { status, statusAt: { ...row.statusAt, read: new Date().toISOString() }, version: row.version + 1 })
  const chat = await em.findOne(Chat, { id: row.chatId })
  // The provider accepts no read receipts for groups.
  if (chat?.type === 'direct') {
    await queueReceipt(em, row)
    ctx.wake('receipts')
  }
  if (chat && chat.unreadCount > 0) {
    em.assign(chat, { unreadCount: 0, updatedAt: new Date(), version: chat.version + 1 })
    ctx.emit({
      kind: 'chat:updated',
      data: { ...presentChat(chat), change: 'read' },
      aggregate: { id: chat.id, version: chat.version },
    })
  }
  return presentMessage(row)
}
