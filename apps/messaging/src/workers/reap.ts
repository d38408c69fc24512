import type { EntityManager } from '@mikro-orm/postgresql'
import { type Round, sql, type Worker } from '@posthorn/chassis'
import type { SendOutcome } from '@posthorn/provider'
import type { MessagingRuntime } from '../config.ts'
import type { CalledJob } from '../sending/settle/call-result.ts'
import { extendUnknown, removeOpenPairs, stepMax } from '../sending/settle/overdue.sql.ts'
import { expireMessages, giveUpUnknown, loseLeases } from '../sending/settle/overdue.ts'

function notCalled(title: string): SendOutcome {
  return {
    outcome: 'not_sent',
    error: { code: null, title, details: '', errorCode: 'server:error', retryable: true },
  }
}

/** It is certain that no call was made, because the process that claimed the job died without logging one. */
const endedBefore = notCalled('the process that was to send it ended before the call')
const neverClaimed = notCalled('the connection to the database was lost before the call')

/**
 * Settles the jobs of this host's dead processes immediately instead of waiting for their leases to expire. Jobs for which they made no
 * call are queued again. Jobs for which they may have made a call have an unknown outcome.
 */
async function recoverCalls(runtime: MessagingRuntime): Promise<void> {
  for (const dead of runtime.deps.callLog.deadLogs()) {
    const jobs = await jobsLeasedBy(runtime.db.em(), dead.owner)
    const uncalled = jobs.filter(({ messageId, attempt }) => !dead.called.has(`${messageId}:${attempt}`))
    await Promise.all(uncalled.map((job) => runtime.deps.settle({ job, outcome: endedBefore })))
    await endLeases(runtime.db.em(), dead.owner)
    dead.remove()
    const called = jobs.length - uncalled.length
    if (jobs.length > 0) runtime.log.warn({ uncalled: uncalled.length, called }, 'calls.recovered')
  }
}

/** Requeues the jobs from claims whose response was lost. This process never received these jobs, so it made no calls for them. */
async function recoverLostClaims(runtime: MessagingRuntime): Promise<void> {
  const attempts = runtime.deps.lostClaims.recent()
  if (attempts.length === 0) return
  const jobs = await jobsOfAttempts(runtime.db.em(), attempts)
  await Promise.all(jobs.map((job) => runtime.deps.settle({ job, outcome: neverClaimed })))
  if (jobs.length > 0) runtime.log.warn({ messages: jobs.length }, 'claims.recovered')
}

function jobsLeasedBy(em: EntityManager, owner: string): Promise<CalledJob[]> {
  return sql<CalledJob>(em, `${claimedJobs} where j.status = 'calling' and j.lease_owner = $1`, [owner])
}

function jobsOfAttempts(em: EntityManager, attempts: string[]): Promise<CalledJob[]> {
  return sql<CalledJob>(em, `${claimedJobs} where j.status in ('calling', 'unknown') and a.id = any($1)`, [attempts])
}

const claimedJobs = `select j.message_id as "messageId", j.workspace_id as "workspaceId", j.number_id as "numberId", j.recipient, j.attempt, j.failures,
       j.lease_token as "leaseToken", a.id as "attemptId", m.content, false as "windowClosed", false as probe
     from send_job j
     join message m on m.workspace_id = j.workspace_id and m.id = j.message_id
     join send_attempt a on a.workspace_id = j.workspace_id and a.message_id = j.message_id and a.attempt = j.attempt`

/** Expires a process's leases, so that the `reap` loop treats its jobs as lost. */
async function endLeases(em: EntityManager, owner: string): Promise<void> {
  await sql(em, `update send_job set lease_until = now() where status = 'calling' and lease_owner = $1`, [owner])
}

const pollMs = 2_000

/**
 * Ends expired messages, calls of dead processes, and unknown outcomes. Statuses arrive over the bus: while some are waiting there, such as
 * after startup, unknown outcomes are kept, and that time doesn't count.
 */
export const reap: Worker<MessagingRuntime> = {
  name: 'reap',
  pollMs,
  outward: true,
  run: async (runtime) => {
    const elapsedMs = runtime.deps.sinceReapMs()
    const hasStatuses = await runtime.caughtUp()
    if (!hasStatuses) await extendUnknown(runtime.db.em(), elapsedMs)
    await recoverCalls(runtime)
    await recoverLostClaims(runtime)
    const counts = [
      await expireMessages(runtime),
      await loseLeases(runtime),
      hasStatuses ? await giveUpUnknown(runtime) : 0,
      await removeOpenPairs(runtime.db.em()),
    ]
    return { worked: counts.some((count) => count >= stepMax) ? 1 : 0 } satisfies Round
  },
}
