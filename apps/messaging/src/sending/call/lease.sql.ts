import { sql } from '@posthorn/chassis'
import type { MessagingRuntime } from '../../config.ts'
import type { ClaimedJob } from '../claim/claimed-job.ts'

/** Keeps a job ours while its file is brought to the provider, which may take longer than a call; the call's own time comes after it. */
export async function extendLease({ db, config }: MessagingRuntime, job: ClaimedJob, ms: number): Promise<void> {
  await sql(
    db.em(),
    `update send_job set lease_until = now() + make_interval(secs => $3) where message_id = $1 and lease_token = $2`,
    [job.messageId, job.leaseToken, config.LEASE_SECONDS + ms / 1000],
  )
}
