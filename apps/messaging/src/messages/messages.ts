import { LockMode } from '@mikro-orm/core'
import type { BatchVerb, Verb, VerbContext } from '@posthorn/chassis'
import {
  Fault,
  FaultyMessage,
  fail,
  fieldErrorsMax,
  type messaging,
  namesNewObject,
  nextStatus,
  replacesContent,
  withRefusedValues,
} from '@posthorn/contracts'
import type { z } from 'zod'
import { resumeWaits, showLastMessage } from '../chats/chats.sql.ts'
import { queueActions } from '../chats/jobs.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import { acceptContent, type StorableContent } from '../content/accept.ts'
import { checkCapabilities } from '../content/capabilities.ts'
import { Chat, Message, type MessageRow } from '../entities/chat.ts'
import { giveFilesToNumbers } from '../files/files.sql.ts'
import { announceCanceled, announceRecipient } from '../posts/known-posts.sql.ts'
import { type PlanResult, priorityRank, showTypingBefore } from './accept.sql.ts'
import { acceptedAmong, planMessages, storeMessages } from './acceptance.ts'
import { announceChange } from './advance.ts'
import { lockChatsOf } from './lock-order.sql.ts'
import { presentMessage } from './present.ts'
import { queueViews } from './queue-view.sql.ts'
import {
  addControls,
  checkExpiry,
  checkText,
  type DueTimes,
  dueTimes,
  type RequestedTimes,
  refuseFaultyPlaceholders,
} from './request.ts'
import { contextOf } from './rows.sql.ts'
import { fileTargetsOf, loadTargets } from './targets.sql.ts'
import { deleteJob, lockWaitingJob, requeueMessage, updateJob, type WaitingJob } from './waiting-job.sql.ts'

/** Maximum number of calls in one transaction. Enough for 64 connections, and low enough to keep the transaction short. */
const batchSizeMax = 64

/** Accepts messages: stores each call's chat, message and job in one transaction, then wakes the dispatcher, which sends them. */
export const send: BatchVerb<typeof messaging.messages.send, MessagingRuntime> = {
  batchSizeMax,
  together: async ({ tx, runtime, calls }) => {
    const planned = await planMessages({ tx, runtime, calls })
    await storeMessages(tx, acceptedAmong(planned))
    return planned.map((result) =>
      result.ok ? { ok: true, value: presentMessage(result.value.row, result.value.queue) } : result,
    )
  },
}

/** Locks a waiting message and its job. Fails if it no longer waits: a status may have moved it on while its job was locked. */
async function lockWaitingMessage({ em }: Pick<VerbContext, 'em'>, id: string) {
  const job = await lockWaitingJob(em, id)
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const row = (await em.findOne(Message, { id }, { lockMode })) ?? fail('message:not_found')
  if (!job || !nextStatus(row.status, 'calling')) fail('message:not_editable')
  return { job, row }
}

/** Cancels a waiting message. Refused once the dispatcher has taken it, because the provider may already have it. */
export const cancel: Verb<typeof messaging.messages.cancel, MessagingRuntime> = async ({ ctx, input }) => {
  const { em, workspace } = ctx
  // The customer may wait again. The chat is locked before the job, in the common lock order.
  await lockChatsOf(em, [{ workspace, id: input.id }])
  const { job, row } = await lockWaitingMessage(ctx, input.id)
  em.assign(row, {
    status: 'canceled',
    statusAt: { ...row.statusAt, canceled: new Date().toISOString() },
    version: row.version + 1,
  })
  await deleteJob(em, row.id)
  await resumeWaits(em, workspace, [row.id])
  announceCanceled(ctx, { workspace, jobs: [job] })
  announceChange(ctx, { ...row, ...(await contextOf(em, row)) }, { kind: 'message:canceled', by: ctx.call.actor })
  ctx.wake('dispatch')
  return presentMessage(row)
}

/**
 * Queues a failed or expired message again, due now, with a new validity period, to its chat's current recipient: the previous phone number
 * may belong to someone else by now. Its times start over; the history keeps the earlier ones. Its chat's mark of failure is then cleared.
 * If the outcome is unknown, the caller accepts the risk of sending it twice.
 */
export const retry: Verb<typeof messaging.messages.retry, MessagingRuntime> = async ({ ctx, input }) => {
  const { em, workspace } = ctx
  // The chat is locked first, as in `cancel`, so that its recipient doesn't change.
  await lockChatsOf(em, [{ workspace, id: input.id }])
  const row =
    (await em.findOne(Message, { id: input.id }, { lockMode: LockMode.PESSIMISTIC_WRITE })) ?? fail('message:not_found')
  const status = row.direction === 'out' ? nextStatus(row.status, 'retried') : null
  if (!status) fail('message:not_retryable')
  const now = new Date()
  const { expiresAt, dueAt } = dueTimes({}, now)
  const { scheduled } = row.statusAt
  const before = { ...row }
  const { recipient } = (await em.findOne(Chat, { id: row.chatId })) ?? row
  em.assign(row, {
    recipient,
    ...(recipient.startsWith('+') ? { phone: recipient } : {}),
    status,
    statusAt: { ...(scheduled && { scheduled }), queued: now.toISOString() },
    history: [...(row.history ?? []), { statusAt: row.statusAt, error: row.error ?? null }],
    error: null,
    outcomeUnknown: false,
    deliverAt: null,
    expiresAt,
    version: row.version + 1,
  })
  await em.flush()
  await requeueMessage(em, row, { dueAt })
  const posts = row.reference?.startsWith('pst_') ? [row.reference] : []
  announceRecipient(ctx, { workspace, posts, previous: before.recipient, phone: recipient })
  await queueActions(ctx, [{ before, after: row }])
  ctx.wake('dispatch')
  return presentMessage(row)
}

/** Maximum number of failed messages in a batch for which the error suggests similar names, because suggestions are slow to compute. */
const suggestingMax = 10

/** Accepts up to 1000 messages in one transaction: all or none, or only the valid ones if `partial` is set. */
export const batch: Verb<typeof messaging.messages.batch, MessagingRuntime> = async ({ ctx, input }) => {
  const { runtime, workspace, call } = ctx
  const valid = input.messages.flatMap((message) => (message instanceof FaultyMessage ? [] : [message]))
  const planned = await planMessages({
    tx: ctx,
    runtime,
    calls: valid.map((message) => ({ call, workspace, input: message })),
  })
  if (input.partial) refuseNew(planned, valid)
  else refuseAll(planned)
  await storeMessages(ctx, acceptedAmong(planned))
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
 * How new an id must be for the entire batch to be refused. Both times together are less than the second for which the client repeats such a
 * call. Otherwise an id dated in the future would refuse the other messages for good.
 */
const newness = { ageMs: 800, aheadMs: 150 }

/** Refuses the entire batch if a message names something that this service may know in a moment, because the client then repeats the call. */
function refuseNew(planned: readonly PlanResult[], messages: readonly object[]): void {
  for (const [i, result] of planned.entries()) {
    const fault = result.ok ? undefined : faultOf(result)
    const refusal = { code: fault?.code, service: 'messaging' as const, input: messages[i] }
    if (fault && namesNewObject(refusal, newness)) throw fault
  }
}

/** Refuses the entire batch if any message is refused, with the first error's code and the positions of the first `fieldErrorsMax` errors. */
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

/**
 * Changes a waiting message that has never been attempted. After an attempt it can only be canceled, even if it waits again, because a late
 * response or status may still show that the earlier content was sent.
 */
export const update: Verb<typeof messaging.messages.update, MessagingRuntime> = async ({ ctx, input }) => {
  const { em, call, workspace } = ctx
  const changesText = input.message !== undefined || replacesContent(input)
  // The chat shows the text. It is locked as in `cancel`.
  if (changesText) await lockChatsOf(em, [{ workspace, id: input.id }])
  const { job, row } = await lockWaitingMessage(ctx, input.id)
  if (job.attempt > 0)
    fail('message:not_editable', {
      message: 'An attempt to send the message was already made, so it can only be canceled.',
    })
  if (job.post !== null && input.reference !== undefined)
    fail('message:not_editable', { message: 'The message belongs to a post, which its reference names.' })
  if (row.recipient.startsWith('chn_')) refuseFaultyPlaceholders(input)
  const replaced = await replacedContent(ctx, row, input)
  if (!replaced && input.message !== undefined) checkText(row, input.message)
  const now = new Date()
  const times = input.deliverAt === undefined ? undefined : newTimes(job, input, now)
  if (input.expiresAt && !times) checkExpiry(new Date(input.expiresAt), job.dueAt)
  em.assign(row, {
    ...(input.message === undefined ? {} : { body: input.message }),
    ...replaced,
    ...(input.priority === undefined ? {} : { priority: input.priority }),
    ...(input.reference === undefined ? {} : { reference: input.reference }),
    ...(input.expiresAt === undefined ? {} : { expiresAt: new Date(input.expiresAt) }),
    ...(times && scheduleOf(row, times, now)),
    version: row.version + 1,
  })
  await em.flush()
  if (changesText) await showLastMessage(em, row)
  await updateJob(em, row.id, {
    schedule: times,
    expiresAt: times || input.expiresAt ? (row.expiresAt ?? undefined) : undefined,
    rank: input.priority && priorityRank[input.priority],
  })
  if (times && row.content?.typing !== undefined) {
    await showTypingBefore(em, [{ id: row.id, seconds: row.content.typing }])
    ctx.wake('receipts')
  }
  ctx.wake('dispatch')
  const changed = Object.keys(input).filter((field) => field !== 'id')
  announceChange(ctx, { ...row, ...(await contextOf(em, row)) }, { kind: 'message:changed', changed, by: call.actor })
  return presentMessage(row, (await queueViews(ctx, [row.id])).get(row.id))
}

/** Returns when a rescheduled message is due and until when it may be sent. The validity period keeps its length unless a new one is given. */
function newTimes(job: WaitingJob, { deliverAt, expiresAt }: RequestedTimes, now: Date): DueTimes {
  return dueTimes({ deliverAt, ...(expiresAt ? { expiresAt } : { expiresIn: Math.round(job.validSeconds) }) }, now)
}

/** Returns the fields of a rescheduled message. Forgets when it was queued, because statistics measure from then until it is sent. */
function scheduleOf({ statusAt }: MessageRow, times: DueTimes, now: Date): Partial<MessageRow> {
  const { scheduled, dueAt, expiresAt } = times
  const { queued: _queued, ...earlier } = statusAt
  const status = scheduled ? 'scheduled' : 'queued'
  const deliverAt = scheduled ? dueAt : null
  return { status, statusAt: { ...earlier, [status]: now.toISOString() }, deliverAt, expiresAt }
}

/**
 * Returns the new content of a waiting message, validated as for sending, with the controls that it has, such as actions on its chat. Returns
 * undefined if the content doesn't change.
 */
async function replacedContent(
  ctx: VerbContext<MessagingRuntime>,
  row: MessageRow,
  input: z.output<typeof messaging.messages.update.input>,
): Promise<StorableContent | undefined> {
  if (!replacesContent(input)) return undefined
  if (row.type === 'reaction')
    fail('message:not_editable', { message: 'A reaction can only be canceled; send the other content as a message.' })
  const { workspace } = ctx
  const targets = await loadTargets(ctx.em, [{ workspace, input: { ...input, number: row.numberId } }])
  const { onWindowClosed, typing, actions, optedOut, quoteProviderId } = row.content ?? {}
  const files = fileTargetsOf(targets, { workspace, numbers: ctx.call.numbers }, input)
  const accepted = acceptContent({ ...input, ...(onWindowClosed && { onWindowClosed }) }, files)
  await giveFilesToNumbers(ctx.em, [{ ...row, ...accepted }])
  const chat = await ctx.em.findOne(Chat, { id: row.chatId })
  const provider = targets.number(workspace, row.numberId)?.provider ?? ''
  const quote = row.quoteId === null ? {} : { quote: row.quoteId as `msg_${string}` }
  checkCapabilities({ ...input, ...quote }, ctx.deps.provider(provider)?.capabilities, {
    type: accepted.type,
    to: chat?.type ?? 'direct',
  })
  return addControls(accepted, {
    ...(typing !== undefined && { typing }),
    ...(actions && { actions }),
    ...(optedOut && { optedOut }),
    ...(quoteProviderId !== undefined && { quoteProviderId }),
  })
}
