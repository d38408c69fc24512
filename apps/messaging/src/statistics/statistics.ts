import type { Verb } from '@posthorn/chassis'
import { type CallContext, type messaging, type OutputOf, usualMs } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { findNumber } from '../queues/queues.ts'
import { endOfToday } from './buckets.ts'
import {
  type AnswerRow,
  countAnswers,
  countByPrice,
  countInbox,
  countMessages,
  countRatings,
  countWaitingChats,
  type DeliveryMetrics,
  measureDelivery,
  type RatingRow,
} from './counts.sql.ts'

const usualDays = 7
const dayMs = 86_400_000

type RangeRequest = {
  ctx: { workspace: string; call: Pick<CallContext, 'numbers'> }
  input: { from?: string | undefined; to?: string | undefined; number?: readonly string[] | undefined }
}

/**
 * Returns the requested range, and the requested numbers that the caller may see. Null means all numbers. Without a request, the range ends
 * at `end` and has the usual length.
 */
function rangeOf({ ctx, input }: RangeRequest, usualLengthMs: number, end = new Date()) {
  const to = input.to ? new Date(input.to) : end
  const from = input.from ? new Date(input.from) : new Date(to.getTime() - usualLengthMs)
  const allowed = ctx.call.numbers as string[] | undefined
  const numbers = input.number?.filter((number) => !allowed || allowed.includes(number)) ?? allowed ?? null
  return { workspace: ctx.workspace, from, to, numbers }
}

const presentRange = ({ from, to }: { from: Date; to: Date }) => ({ from: from.toISOString(), to: to.toISOString() })

/** Counts messages and answers, and measures answer times. Uses a transaction, because the query sets its own memory for sorting. */
export const answers: Verb<typeof messaging.statistics.answers, MessagingRuntime> = async ({ ctx, input }) => {
  const range = { ...rangeOf({ ctx, input }, usualDays * dayMs), interval: input.interval, timeZone: input.timeZone }
  const rows = await ctx.runtime.db.transaction((em) => countAnswers(em, range))
  const total = rows.find(({ bucket, number, member }) => bucket === null && number === null && member === null)
  return {
    ...presentRange(range),
    total: presentAnswers(total as AnswerRow),
    buckets: rows.flatMap((row) => (row.bucket === null ? [] : [{ from: row.bucket, ...presentAnswers(row) }])),
    numbers: rows.flatMap((row) => (row.number === null ? [] : [{ number: row.number, ...presentAnswers(row) }])),
    members: rows.flatMap((row) => {
      if (row.member === null) return []
      const { out, answers: count, answerMs } = presentAnswers(row)
      return [{ member: row.member, name: row.name, out, answers: count, answerMs }]
    }),
  }
}

/** Returns counts with the median and the 90th percentile of the answer times. */
function presentAnswers({ in: incoming, out, answers: count, spread }: AnswerRow) {
  const [p50, p90] = (spread ?? []).map((ms) => Math.round(ms))
  const answerMs = p50 === undefined || p90 === undefined ? null : { p50, p90 }
  return { in: incoming, out, answers: count, answerMs }
}

/** Counts messages and answered questions over time, and the customers who are waiting now. */
export const inbox: Verb<typeof messaging.statistics.inbox, MessagingRuntime> = async ({ ctx, input }) => {
  const { interval, timeZone } = input
  const range = { ...rangeOf({ ctx, input }, usualMs[interval]), interval, timeZone }
  const rows = await countInbox(ctx.em, range)
  const { bucket: _, ...total } = rows.find(({ bucket }) => bucket === null) as (typeof rows)[number]
  return {
    ...presentRange(range),
    total,
    buckets: rows.flatMap(({ bucket, ...counts }) => (bucket === null ? [] : [{ from: bucket, ...counts }])),
    waiting: await countWaitingChats(ctx.em, range),
  }
}

/** Returns how customers rated their conversations, in total and for each member and department. */
export const ratings: Verb<typeof messaging.statistics.ratings, MessagingRuntime> = async ({ ctx, input }) => {
  const range = rangeOf({ ctx, input }, usualMs.day)
  const rows = await countRatings(ctx.em, range)
  const total = rows.find(({ member, department }) => member === null && department === null)
  return {
    ...presentRange(range),
    total: sumsOf(total as RatingRow),
    members: rows.flatMap((row) => (row.member ? [{ member: row.member, name: row.name, ...sumsOf(row) }] : [])),
    departments: rows.flatMap((row) => (row.department ? [{ department: row.department, ...sumsOf(row) }] : [])),
  }
}

const sumsOf = ({ asked, answers: count, average, scores }: RatingRow) => ({ asked, answers: count, average, scores })

/** Counts a day's messages in both directions. For a restricted key, counts only the messages of its numbers. */
export const ofDay: Verb<typeof messaging.statistics.ofDay, MessagingRuntime> = async ({ ctx, input }) => {
  const from = new Date(`${input.day}T00:00:00.000Z`)
  const to = new Date(from.getTime() + dayMs)
  const numbers = (ctx.call.numbers as string[] | undefined) ?? null
  const rows = await countMessages(ctx.em, { workspace: ctx.workspace, from, to, numbers, timeZone: 'UTC' })
  const sum = (way: 'in' | 'out') => rows.reduce((all, row) => all + row[way], 0)
  return { in: sum('in'), out: sum('out') }
}

/** Counts messages by day and kind, and outgoing ones by price. By default, the range ends with today: days are counted whole. */
export const usage: Verb<typeof messaging.statistics.usage, MessagingRuntime> = async ({ ctx, input }) => {
  const { timeZone } = input
  const range = { ...rangeOf({ ctx, input }, usualMs.day, endOfToday(timeZone)), timeZone }
  const days = await countMessages(ctx.em, range)
  const pricing = await countByPrice(ctx.em, range)
  return { ...presentRange(range), days, pricing }
}

type DeliveryView = OutputOf<typeof messaging.statistics.deliveries>['total']

/** Returns a part's share of the whole, from 0 to 1 with four decimals. */
const share = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000)

/** Returns the median and the 95th percentile in milliseconds, at least 0 even if a clock went back. Null if nothing was measured. */
function percentilesOf(values: number[] | null): DeliveryView['queuedToSentMs'] {
  const [p50, p95] = (values ?? []).map((value) => Math.max(0, Math.round(value)))
  return p50 === undefined || p95 === undefined ? null : { p50, p95 }
}

/** Presents the measurements of a bucket or of the whole range. `counts` are the rows of its statuses and errors. */
function presentDeliveries(metrics: DeliveryMetrics, counts: DeliveryMetrics[]): DeliveryView {
  const statuses: DeliveryView['statuses'] = {}
  const errors: DeliveryView['errors'] = {}
  for (const { status, error, total } of counts) {
    if (status === null) continue
    statuses[status] = (statuses[status] ?? 0) + total
    if (error !== null && (status === 'failed' || status === 'expired')) errors[error] = (errors[error] ?? 0) + total
  }
  return {
    total: metrics.total,
    statuses,
    errors,
    sentRate: share(metrics.sent, metrics.tried),
    deliveredRate: share(metrics.delivered, metrics.sent),
    queuedToSentMs: percentilesOf(metrics.toSentMs),
    sentToDeliveredMs: percentilesOf(metrics.toDeliveredMs),
  }
}

/** Returns how many of a number's messages were sent and delivered, how quickly, and why others failed. */
export const deliveries: Verb<typeof messaging.statistics.deliveries, MessagingRuntime> = async ({ ctx, input }) => {
  const { interval, timeZone } = input
  const number = await findNumber(ctx, input.id)
  const { from, to, workspace } = rangeOf({ ctx, input: { from: input.from, to: input.to } }, usualMs[interval])
  const range = { workspace, number: number.id, from, to, interval, timeZone }
  const rows = await measureDelivery(ctx.em, range)
  const ofBucket = Map.groupBy(rows, ({ bucket }) => bucket)
  return {
    number: number.id,
    ...presentRange(range),
    total: presentDeliveries(rows.find(({ bucket }) => bucket === null) as DeliveryMetrics, rows),
    buckets: rows.flatMap((row) =>
      row.bucket === null || row.status !== null
        ? []
        : [{ from: row.bucket, ...presentDeliveries(row, ofBucket.get(row.bucket) ?? []) }],
    ),
  }
}
