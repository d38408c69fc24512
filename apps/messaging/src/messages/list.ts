import { setTimeout as sleep } from 'node:timers/promises'
import { type FilterQuery, LockMode } from '@mikro-orm/core'
import { isoTime, listPage, traceOf, type Verb, type VerbContext } from '@posthorn/chassis'
import {
  fail,
  failField,
  failUnknown,
  type MessageStatus,
  type messageInclude,
  type messaging,
  nextStatus,
  type OutputOf,
  type Unfilled,
} from '@posthorn/contracts'
import type { z } from 'zod'
import { changeChat, planFields } from '../chats/change.ts'
import { chatOfChannel, chatsOfPhone, findByAnyId, joinedInto } from '../chats/chats.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import { Message, type MessageRow, type StoredError } from '../entities/chat.ts'
import { withWords, wordsQuery } from '../matches/matches.sql.ts'
import { type PresentedMessage, presentMessage, summariesOf } from './present.ts'
import { estimateSendAt, queueViews } from './queue-view.sql.ts'
import { type AttemptRow, attemptsOf, contextsOf, findByReference, findRaw, queueReceipt } from './rows.sql.ts'
import { withStatus } from './waiting-job.sql.ts'

/** Lists messages by time of acceptance. Ids contain that time, so the primary key gives the order. */
export const list: Verb<typeof messaging.messages.list, MessagingRuntime> = async ({ ctx, input }) => {
  const direction = input.sort === 'createdAt:asc' ? 'asc' : 'desc'
  if (input.around !== undefined && input.chat === undefined) failField('chat', 'is required with around')
  const words = input.search === undefined ? [] : [withWords(await wordsQuery(ctx.em, input.search))]
  const ofStatus = input.status === undefined ? [] : [withStatus(ctx.workspace, input.status)]
  const ofChannel = input.channel === undefined ? [] : [await channelFilter(ctx, input.channel)]
  const ofPhone =
    input.phone === undefined ? [] : [{ chatId: { $in: await chatsOfPhone(ctx.em, ctx.workspace, input.phone) } }]
  const ofChat = input.chat === undefined ? [] : await chatFilters(ctx, { ...input, chat: input.chat, direction })
  const page = await listPage<MessageRow>(ctx, input, {
    entity: Message,
    list: `messages ${direction}`,
    order: { column: 'id', direction },
    where: { $and: [filterOf(input), ...ofStatus, ...words, ...ofChat, ...ofChannel, ...ofPhone] },
    ids: 'msg',
  })
  const shown = await presentMessages(ctx, page.rows)
  return { items: await withIncluded(ctx, page.rows, { shown, include: input.include }), next: page.next }
}

const filterOf = (input: z.output<typeof messaging.messages.list.input>): FilterQuery<MessageRow> => ({
  ...(input.direction ? { direction: input.direction } : {}),
  ...(input.number ? { numberId: { $in: input.number } } : {}),
  ...(input.group ? { groupId: input.group } : {}),
  ...(input.type ? { type: { $in: input.type } } : {}),
  ...(input.reference ? { reference: input.reference } : {}),
})

/** Returns the filters for a chat's messages, also by the id of a merged chat. `around`: the message to center the page on. */
async function chatFilters(
  { em, workspace }: VerbContext<MessagingRuntime>,
  {
    chat,
    around,
    cursor,
    size,
    direction,
  }: {
    chat: string
    around?: string | undefined
    cursor?: string | undefined
    size: number
    direction: 'asc' | 'desc'
  },
): Promise<FilterQuery<MessageRow>[]> {
  const chatId = (await joinedInto(em, workspace, [chat])).get(chat) ?? chat
  // A further page continues after the cursor, whether or not that message still exists.
  if (around === undefined || cursor !== undefined) return [{ chatId }]
  if (!(await em.findOne(Message, { id: around, chatId }, { fields: ['id'] })))
    failUnknown('message:not_found', 'around')
  const [before, from] = direction === 'desc' ? (['$gt', '$lte'] as const) : (['$lt', '$gte'] as const)
  const half = await em.find(
    Message,
    { chatId, id: { [before]: around } },
    { fields: ['id'], orderBy: { id: direction === 'desc' ? 'asc' : 'desc' }, limit: Math.ceil(size / 2) },
  )
  return [{ chatId }, { id: { [from]: half.at(-1)?.id ?? around } }]
}

/** Returns the filter for a channel's messages, through its chat, so that no index by recipient is needed. Before its first, it has no chat. */
async function channelFilter(ctx: VerbContext<MessagingRuntime>, channelId: string): Promise<FilterQuery<MessageRow>> {
  const chatId = await chatOfChannel(ctx.em, ctx.workspace, channelId)
  return chatId === null ? { id: { $in: [] } } : { chatId }
}

/** Returns messages as the API shows them. Those not sent yet include what they are waiting for. */
export async function presentMessages(
  ctx: VerbContext<MessagingRuntime>,
  rows: MessageRow[],
): Promise<PresentedMessage[]> {
  const waiting = rows.filter((row) => ['scheduled', 'queued', 'sending'].includes(row.status)).map((row) => row.id)
  const views = await queueViews(ctx, waiting)
  return rows.map((row) => presentMessage(row, views.get(row.id)))
}

type SummaryName = z.output<typeof messageInclude>
type WithSummaries<T> = T & { summaries: Partial<Pick<ReturnType<typeof summariesOf>, SummaryName>> | null }

/** Adds the requested summaries, with one query for all messages. */
async function withIncluded<T extends PresentedMessage>(
  { em }: Pick<VerbContext, 'em'>,
  rows: MessageRow[],
  { shown, include }: { shown: T[]; include: SummaryName[] | undefined },
): Promise<WithSummaries<T>[]> {
  if (include === undefined) return shown.map((each) => ({ ...each, summaries: null }))
  const contexts = await contextsOf(em, rows)
  return rows.map((row, i) => {
    const context = contexts.get(row.id)
    const all: Partial<ReturnType<typeof summariesOf>> = context ? summariesOf(row, context) : {}
    return { ...(shown[i] as T), summaries: Object.fromEntries(include.map((name) => [name, all[name]])) }
  })
}

/** Returns a message. Unlike a list, this estimates when a waiting one will be sent: the estimate counts the jobs before it. */
export const get: Verb<typeof messaging.messages.get, MessagingRuntime> = async ({ ctx, input }) => {
  const row = (await ctx.em.findOne(Message, { id: input.id })) ?? fail('message:not_found')
  const view = (await queueViews(ctx, [row.id])).get(row.id)
  const estimatedSendAt = view?.waiting ? await estimateSendAt(ctx, row.id) : null
  const shown = presentMessage(row, { ...view, ...(estimatedSendAt ? { estimatedSendAt } : {}) })
  const [message] = await withIncluded(ctx, [row], { shown: [shown], include: input.include })
  return message ?? fail('message:not_found')
}

const [providerWaitMsMax, providerPollMs] = [1_000, 50]

/**
 * Returns the provider's ids for messages, which the simulator needs. Waits up to a second for messages that have none yet, then leaves them
 * out, as it does messages that the caller may not see.
 */
export const atProvider: Verb<typeof messaging.messages.atProvider, MessagingRuntime> = async ({ ctx, input }) => {
  const deadline = performance.now() + providerWaitMsMax
  for (;;) {
    const found = await ctx.em.find(Message, { id: { $in: input.ids } }, { fields: ['providerId'], refresh: true })
    const named = found.flatMap(({ id, providerId }) => (providerId ? [{ id: id as never, providerId }] : []))
    if (named.length === found.length || performance.now() > deadline) return named
    await sleep(providerPollMs)
  }
}

/** Returns a message as the provider sent it, with what the API doesn't show of it. */
export const raw: Verb<typeof messaging.messages.raw, MessagingRuntime> = async ({ ctx, input }) => {
  const row = (await ctx.em.findOne(Message, { id: input.id })) ?? fail('message:not_found')
  return { id: row.id as never, providerId: row.providerId ?? null, raw: (await findRaw(ctx.em, row)) as never }
}

type UnfilledEntry = Unfilled<OutputOf<typeof messaging.messages.trace>['entries'][number]>

/** Returns what happened to a message, oldest first, also before retries. The gateway adds the deliveries of its events to webhooks. */
export const trace: Verb<typeof messaging.messages.trace, MessagingRuntime> = async ({ ctx, input }) => {
  const row = (await ctx.em.findOne(Message, { id: input.id })) ?? fail('message:not_found')
  const attempts = await attemptsOf(ctx.em, ctx.workspace, row.id)
  const view = (await queueViews(ctx, [row.id])).get(row.id)
  const entries: UnfilledEntry[] = [
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

/** Sort order for entries from the same millisecond. */
const traceOrder = [
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

const rankOf = ({ what, status }: UnfilledEntry) => {
  const rank = traceOrder.indexOf(what === 'status' ? (status ?? '') : what)
  return rank < 0 ? traceOrder.length : rank
}

/** Returns the statuses that a message had until a retry, or has had since the last one. A failed or expired one includes the error. */
const statusesOf = ({ statusAt, error }: Pick<MessageRow, 'statusAt' | 'error'>) =>
  (Object.entries(statusAt) as [MessageStatus, string][]).map(
    ([status, at]): UnfilledEntry => ({
      at,
      what: 'status',
      status,
      error: status === 'failed' || status === 'expired' ? error : null,
    }),
  )

/** Returns the statuses from before retries, each once: a retry keeps the time when the message was scheduled. */
function pastStatuses(row: MessageRow): UnfilledEntry[] {
  const past = (row.history ?? []).flatMap(statusesOf)
  const keys = new Set(statusesOf(row).map(({ at, status }) => `${at} ${status}`))
  return past.filter(({ at, status }) => {
    const key = `${at} ${status}`
    return !keys.has(key) && keys.add(key)
  })
}

const attemptEntry = ({ started_at, attempt, outcome, latency_ms, error }: AttemptRow): UnfilledEntry => ({
  at: isoTime(started_at) as string,
  what: 'attempt',
  attempt,
  outcome,
  latencyMs: latency_ms,
  error: error as StoredError | null,
})

/**
 * Marks an incoming message and its chat read, but not its other messages. The receipts loop reports this to the provider, except in groups.
 * `id`: ours or the provider's. Idempotent.
 */
export const read: Verb<typeof messaging.messages.read, MessagingRuntime> = async ({ ctx, input }) => {
  const { em } = ctx
  const id = await findByReference(em, ctx.workspace, input.id)
  const found = (await em.findOne(Message, { id })) ?? fail('message:not_found')
  if (found.direction !== 'in') fail('message:not_incoming')
  const chat = await findByAnyId(ctx, found.chatId, LockMode.PESSIMISTIC_WRITE)
  const locked = await em.findOne(Message, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  const row = locked ?? fail('message:not_found')
  const status = nextStatus(row.status, 'read')
  if (!status) return presentMessage(row)
  em.assign(row, { status, statusAt: { ...row.statusAt, read: new Date().toISOString() }, version: row.version + 1 })
  // The provider accepts no read receipts for groups, nor for its own messages.
  if (chat?.type === 'direct' && row.type !== 'system') {
    await queueReceipt(em, row)
    ctx.wake('receipts')
  }
  if (chat) changeChat(ctx, chat, planFields(chat, { unread: false }, ctx.call.actor))
  return presentMessage(row)
}
