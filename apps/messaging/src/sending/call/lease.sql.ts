import { sql } from '@posthorn/chassis'
import type { MessagingRuntime } from '../../config.ts'
import type { ClaimedJob } from '../claim/claimed-job.ts'

/**
 * Extends the lease of a job while its file is uploaded, which may take longer than a call; the call's own time comes after it. Returns
 * false where the lease is lost.
 */
export async function extendLease({ db, config }: MessagingRuntime, job: ClaimedJob, ms: number): Promise<boolean> {
  const rows = await sql(
    db.em(),
    `update send_job set lease_until = now() + make_interval(secs => $3) where message_id = $1 and lease_token = $2 and status = 'calling'
     returning 1`,
    [job.messageId, job.leaseToken, config.LEASE_SECONDS + ms / 1000],
  )
  return rows.length > 0
}
