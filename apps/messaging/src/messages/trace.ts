import { isoTime, traceOf, type Verb } from '@posthorn/chassis'
import { fail, type MessageStatus, type messaging, type Unfilled } from '@posthorn/contracts'
import type { z } from 'zod'
import type { MessagingRuntime } from '../config.ts'
import { Message, type MessageRow, type StoredError } from '../entities/message.ts'
import { queueViews } from './queue-view.sql.ts'
import { type AttemptRow, attemptsOf } from './rows.sql.ts'

type Entry = Unfilled<z.output<typeof messaging.messages.trace.output>['entries'][number]>

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
