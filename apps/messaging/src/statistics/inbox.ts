import type { Verb } from '@posthorn/chassis'
import { type messaging, usualMs } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { countInbox, countWaiting } from './inbox.sql.ts'

/** Counts messages and questions of customers, and who waits now. */
export const inbox: Verb<typeof messaging.statistics.inbox, MessagingRuntime> = async ({ ctx, input }) => {
  const { interval } = input
  const to = input.to ? new Date(input.to) : new Date()
  const from = input.from ? new Date(input.from) : new Date(to.getTime() - usualMs[interval])
  const allowed = ctx.call.numbers as string[] | undefined
  const numbers = input.number?.filter((number) => !allowed || allowed.includes(number)) ?? allowed ?? null
  const range = { workspace: ctx.workspace, from, to, numbers, interval }
  const rows = await countInbox(ctx.em, range)
  const { bucket: _, ...total } = rows.find(({ bucket }) => bucket === null) ?? noMessages
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    total,
    buckets: rows.flatMap(({ bucket, ...counts }) => (bucket === null ? [] : [{ from: bucket, ...counts }])),
    waiting: await countWaiting(ctx.em, range),
  }
}

const noMessages = { bucket: null, in: 0, out: 0, answered: 0, unanswered: 0 }
