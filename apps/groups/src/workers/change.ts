import { backoffMs, inTransaction, type Round, type Tx, type Worker } from '@posthorn/chassis'
import type { ErrorCode } from '@posthorn/contracts'
import type { GroupOutcome, NumberAccess, Provider } from '@posthorn/provider'
import type { GroupsRuntime } from '../config.ts'
import type { GroupRow } from '../entities/group.ts'
import { applyRequested, applyUpdate, refuseRequested } from '../groups/apply-update.ts'
import { lockGroup, type PendingChange } from '../groups/group.ts'
import {
  claimJobs,
  endJob,
  type Job,
  type JobKey,
  lateJobs,
  lockUpdates,
  moveJob,
  releaseJobs,
  takeEarlyUpdate,
} from '../groups/updates.sql.ts'
import { callProvider, callRound, pollMs, requestNumberCheck, retryMs, throttledPauseMs } from './provider-calls.ts'

/** Requests changes to active groups from the provider, one at a time per group. Ends changes that weren't confirmed in time. */
export const change: Worker<GroupsRuntime> = { name: 'change', pollMs, outward: true, run: changeRound }

function changeRound(runtime: GroupsRuntime): Promise<Round> {
  const em = runtime.db.em()
  return callRound<Job>(runtime, {
    table: 'group_job',
    async giveUpLate(deadlines) {
      await releaseJobs(em, deadlines)
      for (const late of await lateJobs(em, deadlines))
        await inTransaction(runtime, (tx) => refuse(tx, late, 'group:outcome_unknown'))
    },
    claim: (limit) => inTransaction(runtime, (tx) => claimJobs(tx.em, limit)),
    call: (job) => call(runtime, job),
  })
}

/** Makes the call for a job and records its outcome. */
async function call(runtime: GroupsRuntime, job: Job): Promise<void> {
  const outcome = await callProvider(runtime, job, (provider, access) => request(provider, access, job))
  await inTransaction(runtime, (tx) => record(tx, job, outcome))
}

/** Requests a change from the provider. */
function request(
  provider: Provider,
  access: NumberAccess,
  { pending, content, groupProviderId: group }: Job,
): Promise<GroupOutcome> {
  switch (pending.kind) {
    case 'settings': {
      const { name: subject, description } = pending
      return provider.changeGroup(access, group, {
        ...(subject !== undefined && { subject }),
        ...(description !== undefined && { description }),
      })
    }
    case 'image': {
      const image = { bytes: content ?? Buffer.alloc(0), mime: 'image/jpeg', filename: 'group.jpg' }
      return provider.setGroupImage(access, group, image)
    }
    case 'invite':
      return provider.resetInviteLink(access, group)
    case 'deletion':
      return provider.deleteGroup(access, group)
    case 'removal':
      return provider.removeParticipants(access, group, pending.people)
    case 'answer':
      return provider.answerJoinRequests(access, group, { approve: pending.approve, ids: pending.requests })
  }
}

/** Records the outcome of a call, or null if the number can't make calls. A throttled call doesn't count as an attempt. */
async function record(tx: Tx, job: Job, outcome: GroupOutcome | null): Promise<void> {
  const { attempt } = job
  if (outcome === null) return refuse(tx, job, 'number:disconnected')
  switch (outcome.outcome) {
    case 'requested':
      return awaitUpdate(tx, job, outcome.requestId)
    case 'done':
      return finish(tx, job, async (row) => applyRequested(tx, row, { pending: job.pending, done: outcome }))
    case 'throttled': {
      const afterMs = outcome.retryAfterMs ?? throttledPauseMs
      await moveJob(tx.em, job, { status: 'waiting', attempt: attempt - 1, afterMs })
      return
    }
    case 'unknown':
    case 'not_sent': {
      if (attempt > retryMs.length)
        return refuse(tx, job, outcome.outcome === 'unknown' ? 'group:outcome_unknown' : outcome.error.errorCode)
      await moveJob(tx.em, job, { status: 'waiting', attempt, afterMs: backoffMs(attempt, retryMs) })
      return
    }
    case 'refused':
      if (outcome.suspendsNumber) requestNumberCheck(tx, job, outcome.error.errorCode)
      return refuse(tx, job, outcome.error.errorCode)
  }
}

/** The result will arrive by callback, or has already arrived, before the response. */
async function awaitUpdate(tx: Tx, job: Job, requestId: string): Promise<void> {
  const { workspaceId, numberId, attempt } = job
  await lockUpdates(tx.em, numberId)
  if (!(await moveJob(tx.em, job, { status: 'requested', attempt, afterMs: 0, requestId }))) return
  const update = await takeEarlyUpdate(tx.em, { workspaceId, numberId, requestId })
  if (!update) return
  await finish(tx, job, async (row) =>
    update.error
      ? refuseRequested(tx, row, { pending: job.pending, errorCode: update.error.errorCode })
      : applyUpdate(tx, row, update),
  )
}

function refuse(tx: Tx, job: JobKey & { pending: PendingChange }, errorCode: ErrorCode): Promise<void> {
  return finish(tx, job, async (row) => refuseRequested(tx, row, { pending: job.pending, errorCode }))
}

/** Ends a job with its outcome, unless it has already ended. The group's next job can then run. */
async function finish(tx: Tx, job: JobKey, end: (row: GroupRow) => Promise<void>): Promise<void> {
  await lockUpdates(tx.em, job.numberId)
  const row = await lockGroup(tx, job)
  if (!row || !(await endJob(tx.em, job))) return
  await end(row)
  tx.wake('change')
}
