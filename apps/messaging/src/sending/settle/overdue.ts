import { inTransaction, type Tx } from '@posthorn/chassis'
import { queueActions } from '../../chats/jobs.sql.ts'
import type { MessagingRuntime } from '../../config.ts'
import { advance, announce, type Move, storedError, unknownOutcome } from '../../messages/advance.ts'
import { lockMessages, type MessageInContext, saveStatuses } from '../../messages/rows.sql.ts'
import { endLostLeases, putBack, type RemovedJob, takeJobs, unknownErrors } from './overdue.sql.ts'

/** Expires messages whose validity has ended and returns how many. */
export async function expireMessages(runtime: MessagingRuntime): Promise<number> {
  return inTransaction(runtime, async (tx) => {
    const jobs = await takeJobs(tx.em, `status = 'waiting' and expires_at <= now() order by expires_at`)
    await endMessages(tx, jobs, (row, at) =>
      advance(row, { event: 'expired', at, error: storedError('message:expired') }),
    )
    return jobs.length
  })
}

const processEnded = unknownOutcome('the process that made the call ended or stalled before the response')
/** For messages that an operator gave up on after a restore. They have no attempt with details. */
const restored = unknownOutcome('the database was restored, and the message may have been sent before')

/** Marks the outcome of calls by dead processes as unknown. Returns how many there were. */
export async function loseLeases(runtime: MessagingRuntime): Promise<number> {
  const lost = await endLostLeases(runtime.db.em(), runtime.config.UNKNOWN_HOLD_SECONDS, processEnded)
  if (lost > 0) {
    runtime.deps.metrics.leases.expired.add(lost)
    runtime.log.warn({ messages: lost }, 'message.lease_expired')
  }
  return lost
}

/**
 * Ends unknown outcomes for which no status arrived. By default, the message fails and is never sent again. With `onUnknown: resend`, it is
 * queued again.
 */
export async function giveUpUnknown(runtime: MessagingRuntime): Promise<number> {
  return inTransaction(runtime, async (tx) => {
    const jobs = await takeJobs(tx.em, `status = 'unknown' and lease_until < now() order by lease_until`)
    const errors = await unknownErrors(tx.em, jobs)
    const resent = new Set<string>()
    await endMessages(tx, jobs, (row, at) => {
      if (row.status !== 'sending') return null
      const error = errors.get(row.id) ?? restored
      if (row.onUnknown !== 'resend') return advance(row, { event: 'failed', at, error, outcomeUnknown: true })
      resent.add(row.id)
      return advance(row, { event: 'requeued', at, error })
    })
    await putBack(
      tx.em,
      jobs.filter((job) => resent.has(job.id)),
    )
    if (jobs.length > 0) tx.wake('dispatch')
    return jobs.length
  })
}

type Transition = (row: MessageInContext, at: string) => MessageInContext | null

async function endMessages(tx: Tx, jobs: RemovedJob[], step: Transition): Promise<void> {
  if (jobs.length === 0) return
  const at = new Date().toISOString()
  const moves: Move[] = []
  for (const before of await lockMessages(tx.em, jobs)) {
    const after = step(before, at)
    if (!after) continue
    announce(tx, { before, after })
    moves.push({ before, after })
  }
  await queueActions(tx, moves)
  await saveStatuses(
    tx.em,
    moves.map(({ after }) => after),
  )
}
