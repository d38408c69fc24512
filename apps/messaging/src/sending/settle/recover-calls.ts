import type { SendOutcome } from '@posthorn/provider'
import type { MessagingRuntime } from '../../config.ts'
import { endLeases, jobsLeasedBy } from './recover-calls.sql.ts'

/** Surely so: the process that had claimed it noted no call of it before it died. */
const notCalled: SendOutcome = {
  outcome: 'not_sent',
  error: {
    code: null,
    title: 'the process that was to send it ended before the call',
    details: '',
    errorCode: 'server:error',
    retryable: true,
  },
}

/**
 * Settles at once what processes of this host held when they died: what they surely did not call waits again, what they may have
 * called is in doubt from now on, not only when its lease ends.
 */
export async function recoverCalls(runtime: MessagingRuntime): Promise<void> {
  for (const dead of runtime.deps.callLog.deadLogs()) {
    const jobs = await jobsLeasedBy(runtime.db.em(), dead.owner)
    const uncalled = jobs.filter(({ messageId, attempt }) => !dead.called.has(`${messageId}:${attempt}`))
    await Promise.all(uncalled.map((job) => runtime.deps.settle({ job, outcome: notCalled })))
    await endLeases(runtime.db.em(), dead.owner)
    dead.remove()
    const called = jobs.length - uncalled.length
    if (jobs.length > 0) runtime.log.warn({ uncalled: uncalled.length, called }, 'calls.recovered')
  }
}
