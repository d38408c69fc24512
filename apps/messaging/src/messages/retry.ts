import type { Verb } from '@posthorn/chassis'
import { fail, type messaging, nextState } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Message } from '../entities/message.ts'
import { priorityRank } from './accept.sql.ts'
import { presentMessage } from './present.ts'
import { dueTimes } from './validity.ts'
import { insertJob } from './waiting-job.sql.ts'

/** Queues a failed or expired message again, with a fresh validity. The caller decides this, also for an outcome that is unknown. */
export const retry: Verb<typeof messaging.messages.retry, MessagingRuntime> = async ({ ctx, input }) => {
  const { em } = ctx
  const row = (await em.findOne(Message, { id: input.id }, { lockMode: 4 })) ?? fail('message:not_found')
  const status = row.direction === 'out' ? nextState(row.status, 'retried') : null
  if (!status) fail('message:not_retryable')
  const now = new Date()
  const { expiresAt, dueAt } = dueTimes({}, now)
  const { queued: _, failed: __, expired: ___, ...kept } = row.statusAt
  em.assign(row, {
    status,
    statusAt: { ...kept, queued: now.toISOString() },
    error: null,
    outcomeUnknown: false,
    deliverAt: null,
    expiresAt,
    version: row.version + 1,
  })
  await em.flush()
  await insertJob(em, {
    message_id: row.id,
    workspace_id: row.workspaceId,
    number_id: row.numberId,
    chat_id: row.chatId,
    recipient: row.recipient,
    priority: priorityRank[row.priority ?? 'normal'],
    ordered: row.ordered ?? true,
    due_at: dueAt,
    run_at: dueAt,
    expires_at: expiresAt,
    attempt: row.attempts,
    on_unknown: row.onUnknown ?? 'hold',
  })
  ctx.wake('dispatch')
  return presentMessage(row)
}
