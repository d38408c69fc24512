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

/** Surely so: the process that had claimed it noted no call of it before it died. */
const endedBefore = notCalled('the process that was to send it ended before the call')
const neverClaimed = notCalled('the connection to the database was lost before the call')

/**
 * Settles at once what processes of this host held when they died: what they surely did not call waits again, what they may have
 * called is in doubt from now on, not only when its lease ends.
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

/** Queues again at once what a claim took whose answer was lost: this process never had those jobs, so it called none of them. */
async function recoverLostClaims(runtime: MessagingRuntime): Promise<void> {
  const attempts = runtime.deps.lostClaims.recent()
  if (attempts.length === 0) return
  const jobs = await jobsOfAttempts(runtime.db.em(), attempts)
  await Promise.all(jobs.map((job) => runtime.deps.settle({ job, outcome: neverClaimed })))
  if (jobs.length > 0) runtime.log.warn({ messages: jobs.length }, 'claims.recovered')
}

/** Jobs in the leases of a process, with the attempt each was about to make. */
function jobsLeasedBy(em: EntityManager, owner: string): Promise<CalledJob[]> {
  return sql<CalledJob>(em, `${claimedJobs} where j.status = 'calling' and j.lease_owner = $1`, [owner])
}

/** Jobs that were claimed for these attempts, and whose leases may have ended since. */
function jobsOfAttempts(em: EntityManager, attempts: string[]): Promise<CalledJob[]> {
  return sql<CalledJob>(em, `${claimedJobs} where j.status in ('calling', 'unknown') and a.id = any($1)`, [attempts])
}

const claimedJobs = `select j.message_id as "messageId", j.workspace_id as "workspaceId", j.number_id as "numberId", j.recipient, j.attempt, j.failures,
       j.lease_token as "leaseToken", a.id as "attemptId", m.content, false as "windowClosed", false as probe
     from send_job j
     join message m on m.workspace_id = j.workspace_id and m.id = j.message_id
     join send_attempt a on a.workspace_id = j.workspace_id and a.message_id = j.message_id and a.attempt = j.attempt`

/** Ends the leases of a process: the loop that reaps leases takes their jobs as lost. */
async function endLeases(em: EntityManager, owner: string): Promise<void> {
  await sql(em, `update send_job set lease_until = now() where status = 'calling' and lease_owner = $1`, [owner])
}

const pollMs = 2_000

/**
 * Ends what its time has passed: messages that expired, calls whose process died, and outcomes no one ever learned. Statuses arrive over
 * the bus: while some wait there, as after a start, no outcome is given up, and the time does not count against it.
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
