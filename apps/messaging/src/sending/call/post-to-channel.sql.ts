import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { ClaimedJob } from '../claim/claimed-job.ts'

/** Ends the job of a message that becomes this post, and remembers which it was; false: the lease is another's by now. */
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
