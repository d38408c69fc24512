import { isoTime, traceOf, type Verb } from '@posthorn/chassis'
import { fail, type MessageState, type messaging } from '@posthorn/contracts'
import type { z } from 'zod'
import type { MessagingRuntime } from '../config.ts'
import { Message, type StoredError } from '../entities/message.ts'
import { attemptsOf } from './attempts.sql.ts'
import { queueViews } from './queue-view.sql.ts'

type Entry = z.output<typeof messaging.messages.trace.output>['entries'][number]

/** The way of a message so far, in the order of time. */
export const trace: Verb<typeof messaging.messages.trace, MessagingRuntime> = async ({ ctx, input }) => {
  const row = (await ctx.em.findOne(Message, { id: input.id })) ?? fail('message:not_found')
  const attempts = await attemptsOf(ctx.em, ctx.workspace, row.id)
  const view = (await queueViews(ctx.em, ctx.workspace, [row.id])).get(row.id)
  const entries: Entry[] = [
    { at: row.createdAt.toISOString(), what: 'accepted' },
    ...(Object.entries(row.statusAt) as [MessageState, string][]).map(
      ([state, at]): Entry => ({ at, what: 'state', state }),
    ),
    ...attempts.map(
      (attempt): Entry => ({
        at: isoTime(attempt.started_at) as string,
        what: 'attempt',
        attempt: attempt.attempt,
        outcome: attempt.outcome,
        ...(attempt.latency_ms === null ? {} : { latencyMs: attempt.latency_ms }),
        ...(attempt.error ? { error: attempt.error as StoredError } : {}),
      }),
    ),
    ...(view?.waiting ? [{ at: new Date().toISOString(), what: 'waiting' as const, waiting: view.waiting }] : []),
  ]
  const traceId = traceOf(row.traceparent)
  return {
    id: row.id,
    ...(traceId === undefined ? {} : { traceId }),
    entries: entries.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
  }
}
