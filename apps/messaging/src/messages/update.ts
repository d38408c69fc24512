import type { Verb, VerbContext } from '@posthorn/chassis'
import { fail, failField, isBlank, type messaging, providerBounds, replacesContent } from '@posthorn/contracts'
import type { z } from 'zod'
import type { MessagingRuntime } from '../config.ts'
import { acceptContent, type StorableContent } from '../content/accept.ts'
import { checkCapabilities } from '../content/capabilities.ts'
import { Chat, Message, type MessageRow } from '../entities/chat.ts'
import { giveFilesToNumbers } from '../files/files.sql.ts'
import { priorityRank, showTypingBefore } from './accept.sql.ts'
import { announceStep } from './advance.ts'
import { presentMessage } from './present.ts'
import { queueViews } from './queue-view.sql.ts'
import { addControls, checkExpiry, dueTimes, refuseFaultyPlaceholders } from './request.ts'
import { contextOf } from './rows.sql.ts'
import { fileTargetsOf, loadTargets } from './targets.sql.ts'
import { lockWaitingJob, updateJob } from './waiting-job.sql.ts'

/** Message types other than `text` that contain text. */
const withText = ['image', 'video', 'document', 'buttons', 'list', 'product', 'products', 'catalog', 'location_request']

/** Changes a waiting message. Refused once the dispatcher has taken it. */
export const update: Verb<typeof messaging.messages.update, MessagingRuntime> = async ({ ctx, input }) => {
  const { em } = ctx
  const row = (await em.findOne(Message, { id: input.id })) ?? fail('message:not_found')
  const job = (await lockWaitingJob(em, row.id)) ?? fail('message:not_editable')
  if (job.attempt > 0)
    fail('message:not_editable', {
      message: 'The message was already sent to the provider once and can only be canceled.',
    })
  if (job.post !== null && input.reference !== undefined)
    fail('message:not_editable', { message: 'The message belongs to a post, which its reference names.' })
  if (row.recipient.startsWith('chn_')) refuseFaultyPlaceholders(input)
  const replaced = await replacedContent(ctx, row, input)
  if (!replaced && input.message !== undefined) checkText(row, input.message)
  const isRescheduled = input.deliverAt !== undefined
  const times = isRescheduled ? reschedule(row, input.deliverAt, input.expiresAt) : {}
  if (input.expiresAt && !isRescheduled) checkExpiry(new Date(input.expiresAt), job.dueAt)
  em.assign(row, {
    ...(input.message === undefined ? {} : { body: input.message }),
    ...replaced,
    ...(input.priority === undefined ? {} : { priority: input.priority }),
    ...(input.reference === undefined ? {} : { reference: input.reference }),
    ...(input.expiresAt === undefined ? {} : { expiresAt: new Date(input.expiresAt) }),
    ...times,
    version: row.version + 1,
  })
  await em.flush()
  const dueAt = isRescheduled ? (row.deliverAt ?? new Date()) : undefined
  await updateJob(em, row.id, {
    dueAt,
    expiresAt: row.expiresAt ?? undefined,
    rank: input.priority && priorityRank[input.priority],
  })
  if (dueAt && row.content?.typing !== undefined) {
    const { workspaceId, id, numberId, content } = row
    await showTypingBefore(em, [{ workspaceId, id, numberId, seconds: content.typing ?? 0, dueAt }])
    ctx.wake('receipts')
  }
  ctx.wake('dispatch')
  const changed = Object.keys(input).filter((field) => field !== 'id')
  announceStep(ctx, { ...row, ...(await contextOf(em, row)) }, { kind: 'message:changed', changed, by: ctx.call.actor })
  return presentMessage(row, (await queueViews(ctx, [row.id])).get(row.id))
}

/** Checks text against the limit for its use: as a message, as a caption, or as the body of an interactive message. */
function checkText({ type }: MessageRow, message: string): void {
  if (type === 'text') return
  if (!withText.includes(type))
    fail('message:not_editable', { message: `A message of type ${type} has no text that could be changed.` })
  const { max } = providerBounds.bodyText
  const isCaption = ['image', 'video', 'document'].includes(type)
  if (message.length > max) failField('message', `must be at most ${max} characters with ${type}`)
  if (!isCaption && isBlank(message)) failField('message', 'must not be blank')
}

/** Sets a new time, status and validity. The validity period keeps its length unless a new one is given. */
function reschedule(
  row: MessageRow,
  deliverAt: string | null | undefined,
  expiresAt: string | undefined,
): Partial<MessageRow> {
  const now = new Date()
  const oldDue = row.deliverAt ?? row.createdAt
  const expiresIn = row.expiresAt ? Math.round((row.expiresAt.getTime() - oldDue.getTime()) / 1000) : undefined
  const times = dueTimes({ deliverAt, ...(expiresAt ? { expiresAt } : { expiresIn }) }, now)
  const status = times.scheduled ? 'scheduled' : 'queued'
  return {
    status,
    statusAt: { ...row.statusAt, [status]: now.toISOString() },
    deliverAt: times.scheduled ? times.dueAt : null,
    expiresAt: times.expiresAt,
  }
}

type Input = z.output<typeof messaging.messages.update.input>

/** Returns the new content of a waiting message, validated as for sending. Returns undefined if the content doesn't change. */
async function replacedContent(
  ctx: VerbContext<MessagingRuntime>,
  row: MessageRow,
  input: Input,
): Promise<StorableContent | undefined> {
  if (!replacesContent(input)) return undefined
  if (row.type === 'reaction')
    fail('message:not_editable', { message: 'A reaction can only be canceled; send the other content as a message.' })
  const { workspace } = ctx
  const targets = await loadTargets(ctx.em, [{ workspace, input }])
  const { onWindowClosed, typing, actions, quoteProviderId } = row.content ?? {}
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
    ...(quoteProviderId !== undefined && { quoteProviderId }),
  })
}
