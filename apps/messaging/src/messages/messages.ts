import { LockMode } from '@mikro-orm/core'
import { type BatchVerb, isoTime, traceOf, type Verb } from '@posthorn/chassis'
import {
  Fault,
  FaultyMessage,
  fail,
  fieldErrorsMax,
  type MessageStatus,
  type messaging,
  nextStatus,
  type OutputOf,
  type Unfilled,
  withRefusedValues,
} from '@posthorn/contracts'
import { presentChat } from '../chats/change.ts'
import { queueActions } from '../chats/jobs.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import { Chat, Message, type MessageRow, type StoredError } from '../entities/chat.ts'
import { announceCanceled } from '../posts/known-posts.sql.ts'
import type { PlanResult } from './accept.sql.ts'
import { planMessages, storeMessages } from './acceptance.ts'
import { announceStep } from './advance.ts'
import { withIncluded } from './list.ts'
import { presentMessage } from './present.ts'
import { estimateSendAt, queueViews } from './queue-view.sql.ts'
import { dueTimes } from './request.ts'
import { type AttemptRow, attemptsOf, contextOf, findByReference, findRaw, queueReceipt } from './rows.sql.ts'
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

/** Returns a message as the provider sent it. */
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

/** Maximum number of failed messages in a batch for which the error suggests similar names, because suggestions are slow to compute. */
const suggestingMax = 10

/** Accepts up to 1000 messages in one transaction: all or none, or only the valid ones if `partial` is set. */
export const batch: Verb<typeof messaging.messages.batch, MessagingRuntime> = async ({ ctx, input }) => {
  const { em, runtime, workspace, call } = ctx
  const tx = { em, emit: ctx.emit, wake: ctx.wake }
  const valid = input.messages.flatMap((message) => (message instanceof FaultyMessage ? [] : [message]))
  const planned = await planMessages({
    tx,
    runtime,
    calls: valid.map((message) => ({ call, workspace, input: message })),
  })
  if (!input.partial) refuseAll(planned)
  await storeMessages(
    tx,
    planned.flatMap((result) => (result.ok ? [result.value] : [])),
  )
  const results = new Map(valid.map((message, i) => [message, planned[i] as PlanResult]))
  const shown = { refused: 0, errors: 0 }
  return input.messages.map((message) => {
    const result = message instanceof FaultyMessage ? undefined : (results.get(message) as PlanResult)
    if (result?.ok) return presentMessage(result.value.row, result.value.queue)
    const left = fieldErrorsMax - shown.errors
    const suggests = shown.refused++ < suggestingMax
    // The message describes the first error, even if the entry's list of errors is truncated.
    const fault = result
      ? withRefusedValues(faultOf(result), message)
      : (message as FaultyMessage).refusal({ suggests, errorsMax: Math.max(1, left) })
    const faulty = message instanceof FaultyMessage ? message.faultyFields : fault.errors.length
    const errors = fault.errors.slice(0, left)
    shown.errors += errors.length
    const { code: errorCode, message: sentence, retryable } = fault
    return { error: { errorCode, message: sentence, retryable, errors, moreErrors: faulty - errors.length } }
  })
}

/**
 * Refuses the entire batch if any message is refused. Fails with the code of the first error and lists the errors with the positions of
 * their messages.
 */
function refuseAll(planned: PlanResult[]): void {
  const faults = planned.flatMap((result, i) => (result.ok ? [] : [{ i, fault: faultOf(result) }]))
  const [first] = faults
  if (!first) return
  const errors = faults.flatMap(({ i, fault }) => {
    const at = `messages.${i}`
    if (fault.errors.length === 0) return [{ path: at, code: fault.code, message: fault.message }]
    return fault.errors.map((field) => ({ ...field, path: `${at}.${field.path}` }))
  })
  throw new Fault(first.fault.code, {
    errors: errors.slice(0, fieldErrorsMax),
    ...(first.fault.retryAfter === undefined ? {} : { retryAfter: first.fault.retryAfter }),
  })
}

/** Returns why a message was refused. Throws any other error, because then the batch itself has failed. */
function faultOf(result: Extract<PlanResult, { ok: false }>): Fault {
  if (result.error instanceof Fault) return result.error
  throw result.error
}

type Entry = Unfilled<OutputOf<typeof messaging.messages.trace>['entries'][number]>

/** Sort order for entries from the same millisecond. */
const order = [
  'accepted',
  'scheduled',
  'queued',
  'sending',
  'attempt',
  'sent',
  'delivered',
  'read',
  'played',
  'received',
]

const rankOf = ({ what, status }: Entry) => {
  const rank = order.indexOf(what === 'status' ? (status ?? '') : what)
  return rank < 0 ? order.length : rank
}

/** Returns the statuses up to one retry. The last one includes the error. */
const statusesOf = ({ statusAt, error }: Pick<MessageRow, 'statusAt' | 'error'>) =>
  (Object.entries(statusAt) as [MessageStatus, string][]).map(
    ([status, at]): Entry => ({
      at,
      what: 'status',
      status,
      error: status === 'failed' || status === 'expired' ? error : null,
    }),
  )

/** Returns the statuses from before retries. A status that was kept across a retry is listed once. */
function pastStatuses(row: MessageRow): Entry[] {
  const past = (row.history ?? []).flatMap(statusesOf)
  const keys = new Set(statusesOf(row).map(({ at, status }) => `${at} ${status}`))
  return past.filter(({ at, status }) => {
    const key = `${at} ${status}`
    return !keys.has(key) && keys.add(key)
  })
}

function attemptEntry({ started_at, attempt, outcome, latency_ms, error }: AttemptRow): Entry {
  return {
    at: isoTime(started_at) as string,
    what: 'attempt',
    attempt,
    outcome,
    latencyMs: latency_ms,
    error: error as StoredError | null,
  }
}

/** Returns everything that happened to a message, in chronological order, including what happened before retries. */
export const trace: Verb<typeof messaging.messages.trace, MessagingRuntime> = async ({ ctx, input }) => {
  const row = (await ctx.em.findOne(Message, { id: input.id })) ?? fail('message:not_found')
  const attempts = await attemptsOf(ctx.em, ctx.workspace, row.id)
  const view = (await queueViews(ctx, [row.id])).get(row.id)
  const entries: Entry[] = [
    { at: row.createdAt.toISOString(), what: 'accepted' },
    ...pastStatuses(row),
    ...statusesOf(row),
    ...attempts.map(attemptEntry),
    ...(view?.waiting ? [{ at: new Date().toISOString(), what: 'waiting' as const, waiting: view.waiting }] : []),
  ]
  return {
    id: row.id,
    traceId: traceOf(row.traceparent) ?? null,
    entries: entries.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : rankOf(a) - rankOf(b))),
  }
}
