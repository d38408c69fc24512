import type { Verb } from '@posthorn/chassis'
import { fail, type messaging, nextStatus } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Message } from '../entities/message.ts'
import { announceCanceled } from '../posts/announce-canceled.ts'
import { announceStep } from './announce-step.ts'
import { presentMessage } from './present.ts'
import { contextOf } from './rows.sql.ts'
import { deleteJob, lockWaitingJob } from './waiting-job.sql.ts'

/** Cancels a message that waits; one the dispatcher has taken is refused, because it may be on its way. */
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
