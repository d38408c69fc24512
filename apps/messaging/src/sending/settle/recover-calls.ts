import type { SendOutcome } from '@posthorn/provider'
import type { MessagingRuntime } from '../../config.ts'
import { endLeases, jobsLeasedBy, jobsOfAttempts } from './recover-calls.sql.ts'

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
export async function recoverCalls(runtime: MessagingRuntime): Promise<void> {
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
export async function recoverLostClaims(runtime: MessagingRuntime): Promise<void> {
  const attempts = runtime.deps.lostClaims.recent()
  if (attempts.length === 0) return
  const jobs = await jobsOfAttempts(runtime.db.em(), attempts)
  await Promise.all(jobs.map((job) => runtime.deps.settle({ job, outcome: neverClaimed })))
  if (jobs.length > 0) runtime.log.warn({ messages: jobs.length }, 'claims.recovered')
}
