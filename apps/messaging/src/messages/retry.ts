import { LockMode } from '@mikro-orm/core'
import type { Verb } from '@posthorn/chassis'
import { fail, type messaging, nextStatus } from '@posthorn/contracts'
import { queueActions } from '../chats/actions.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import { Message } from '../entities/message.ts'
import { presentMessage } from './present.ts'
import { requeueMessage } from './requeue-message.ts'
import { dueTimes } from './validity.ts'

/** Queues a failed or expired message again, with a fresh validity. The caller decides this, also for an outcome that is unknown. */
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
