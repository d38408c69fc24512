import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { MessagingRuntime } from '../../config.ts'
import type { ClaimedJob } from '../claim/claimed-job.ts'

/**
 * Extends a job's lease while its file is uploaded, which may take longer than a call. Adds the time of the call itself. Returns false if
 * the lease is lost.
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

/** Ends the job of a message that becomes a post, and links the message to the post. Returns false if the lease is lost. */
export async function convertToPost(em: EntityManager, job: ClaimedJob, post: string): Promise<boolean> {
  const rows = await sql(
    em,
    `with held as (
       delete from send_job where message_id = $2 and lease_token = $3 returning message_id
     ), ended as (
       update send_attempt a set outcome = 'posted', ended_at = now() from held where a.id = $4
     ), shown as (
       update message m set content = coalesce(m.content, '{}') || jsonb_build_object('post', $5::text), version = m.version + 1
       from held where m.workspace_id = $1 and m.id = held.message_id
     )
     insert into channel_post (workspace_id, post_id, message_id) select $1, $5, message_id from held returning 1`,
    [job.workspaceId, job.messageId, job.leaseToken, job.attemptId, post],
  )
  return rows.length > 0
}
