import { sql } from '@posthorn/chassis'
import type { SendOutcome } from '@posthorn/provider'
import type { MessagingRuntime } from '../config.ts'
import type { DeadLog } from './call-log.ts'
import type { CalledJob } from './ended.ts'
import { settleWith } from './settle.ts'

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
    const jobs = await jobsHeldBy(runtime, dead)
    const uncalled = jobs.filter(({ messageId, attempt }) => !dead.called.has(`${messageId}:${attempt}`))
    const settle = settleWith(runtime)
    await Promise.all(uncalled.map((job) => settle({ job, outcome: notCalled })))
    await endLeases(runtime, dead.owner)
    dead.remove()
    const called = jobs.length - uncalled.length
    if (jobs.length > 0) runtime.log.warn({ uncalled: uncalled.length, called }, 'calls.recovered')
  }
}

function jobsHeldBy(runtime: MessagingRuntime, { owner }: DeadLog): Promise<CalledJob[]> {
  return sql<CalledJob>(
    runtime.db.em(),
    `select j.message_id as "messageId", j.workspace_id as "workspaceId", j.number_id as "numberId", j.recipient, j.attempt, j.failures,
       j.lease_token as "leaseToken", a.id as "attemptId", m.content, false as "windowClosed", false as probe
     from send_job j
     join message m on m.workspace_id = j.workspace_id and m.id = j.message_id
     join send_attempt a on a.workspace_id = j.workspace_id and a.message_id = j.message_id and a.attempt = j.attempt
     where j.state = 'calling' and j.lease_owner = $1`,
    [owner],
  )
}

/** What is left may have been called: the sweep takes it as lost. */
async function endLeases(runtime: MessagingRuntime, owner: string): Promise<void> {
  await sql(runtime.db.em(), `update send_job set lease_until = now() where state = 'calling' and lease_owner = $1`, [
    owner,
  ])
}
