import type { EntityManager } from '@mikro-orm/postgresql'
import { isoTimeSql, sql } from '@posthorn/chassis'
import { isWindowClosed } from '../../chats/touch.sql.ts'
import type { MessagingRuntime } from '../../config.ts'
import { leavesDrain, waitsForEarlier } from '../../messages/queue-view.sql.ts'
import { type PickedQueue, queuesPerClaim, readyQueues } from '../pace/number-queues.sql.ts'
import type { ClaimedJob, LeasedJob } from './claimed-job.ts'

/**
 * A number's due job. One beyond the limit shows that more are due. `message_id`: null if the number has due jobs, but none that can be sent
 * now. `now_ms`: the database's clock.
 */
export type PickedJob = PickedQueue & { message_id: string | null; recipient: string; priority: number; now_ms: number }
export type DueJob = PickedJob & { message_id: string }

/** Maximum number of messages per number in a claim. Small, so that a long queue doesn't delay other numbers. */
const jobsPerQueue = 16

/** `eachMax`: maximum number of jobs per number. `without`: numbers that get no jobs. */
type PickLimits = { limit: number; eachMax: number; without: string[]; owner: string }

/** Locks the due jobs of numbers that may send: for each number, as many as it may send now and one more, which shows that more are due. */
export const pickJobs = (em: EntityManager, { limit, eachMax, without, owner }: PickLimits): Promise<PickedJob[]> =>
  sql<PickedJob>(
    em,
    `with ${readyQueues}
     select r.number_id, r.tokens, r.rate, r.allowed, r.probes, r.quiet_hours, j.message_id, j.recipient, j.priority,
       (extract(epoch from now()) * 1000)::float8 as now_ms
     from ready r left join lateral (
       select j.message_id, j.recipient, j.priority from send_job j
       where j.number_id = r.number_id and j.status = 'waiting' and j.run_at <= now() and j.expires_at > now()
         and ${leavesDrain('r')}
         and (not j.ordered or not ${waitsForEarlier})
       order by j.priority desc, j.run_at, j.message_id
       limit r.allowed + 1 for update skip locked
     ) j on true`,
    [Math.min(limit, queuesPerClaim), Math.min(limit, eachMax, jobsPerQueue), without, owner],
  )

/** SQL condition that the recipient has opted out and that the job belongs to a post or to a workspace that refuses such messages. */
const isRefusedAsOptedOut = `exists (
  select 1 from opted_out_recipient o
  where o.workspace_id = job.workspace_id and o.recipient = job.recipient and o.opted_out and (job.post_id is not null or exists (
    select 1 from workspace_setting s where s.workspace_id = job.workspace_id and s.opted_out_messages = 'refuse')))`

/** SQL condition that the job's post was stopped while its call was being retried. */
const isOfStoppedPost = `(job.post_id is not null and exists (
  select 1 from known_post p where p.workspace_id = job.workspace_id and p.id = job.post_id and p.status in ('stopping', 'stopped')))`

/**
 * Leases jobs, stores their attempts under the given ids, and moves their messages to `sending`. Leaves out a message that a status has moved
 * on while another transaction held its job.
 */
export function leaseJobs(
  em: EntityManager,
  jobs: DueJob[],
  lease: { seconds: number; owner: string; attempts: string[] },
): Promise<LeasedJob[]> {
  return sql<LeasedJob>(
    em,
    `with job as (
       update send_job set status = 'calling', attempt = attempt + 1, waits_for = null,
         lease_until = now() + make_interval(secs => $3), lease_token = gen_random_uuid(), lease_owner = $4
       where message_id = any($1) returning *
     ), called as (
       update message m set status = 'sending', attempts = job.attempt, version = m.version + 1,
         status_at = jsonb_build_object('queued', ${isoTimeSql('job.due_at')}) || m.status_at
           || jsonb_build_object('sending', ${isoTimeSql('now()')})
       from job where m.workspace_id = job.workspace_id and m.id = job.message_id and m.status in ('scheduled', 'queued')
       returning m.workspace_id, m.id, m.number_id, m.chat_id, m.type, m.body, m.content, m.preview_url, m.quote_id, m.traceparent, m.attempts
     ), tried as (
       insert into send_attempt (id, workspace_id, message_id, attempt)
       select a.id, called.workspace_id, called.id, called.attempts
       from unnest($1::text[], $2::text[]) as a (message_id, id) join called on called.id = a.message_id returning id, message_id
     )
     select job.message_id as "messageId", job.workspace_id as "workspaceId", job.number_id as "numberId", job.recipient, job.attempt,
       job.failures, job.lease_token as "leaseToken", tried.id as "attemptId", called.type, called.body,
       called.content, called.preview_url as "previewUrl", called.traceparent,
       coalesce((select q.provider_id from message q
         where q.workspace_id = called.workspace_id and q.id = called.quote_id and q.number_id = called.number_id),
         called.content->>'quoteProviderId') as "quotedProviderId",
       ${isWindowClosed('c')} as "windowClosed", coalesce(c.type, 'direct') as "chatType",
       exists (select 1 from blocked_recipient b where b.workspace_id = job.workspace_id and b.recipient = job.recipient) as blocked,
       ${isRefusedAsOptedOut} as "optedOut",
       ${isOfStoppedPost} as "postStopped", n.provider, n.version as "numberVersion", n.ciphertext
     from job join tried using (message_id) join called on called.id = job.message_id and called.workspace_id = job.workspace_id
     join known_number n on n.workspace_id = job.workspace_id and n.id = job.number_id
     left join chat c on c.workspace_id = called.workspace_id and c.id = called.chat_id`,
    [jobs.map((job) => job.message_id), lease.attempts, lease.seconds, lease.owner],
  )
}

/**
 * Deletes the jobs of messages that no longer wait, and so were left out of a lease. Otherwise they would hold up their chats until the lease
 * ends. A later statement than the lease sees their status.
 */
export async function deleteMovedOn(em: EntityManager, jobs: DueJob[]): Promise<void> {
  await sql(
    em,
    `delete from send_job j using message m
     where j.message_id = any($1) and m.id = any($1) and m.workspace_id = j.workspace_id and m.id = j.message_id
       and m.status not in ('scheduled', 'queued', 'sending')`,
    [jobs.map((job) => job.message_id)],
  )
}

/** Extends a job's lease for a file's upload, which may take longer than a call, and the call. Returns false if the lease is lost. */
export async function extendLease({ db, config }: MessagingRuntime, job: ClaimedJob, ms: number): Promise<boolean> {
  const rows = await sql(
    db.em(),
    `update send_job set lease_until = now() + make_interval(secs => $3) where message_id = $1 and lease_token = $2 and status = 'calling'
     returning 1`,
    [job.messageId, job.leaseToken, config.LEASE_SECONDS + ms / 1000],
  )
  return rows.length > 0
}

/** Ends the job of a message that becomes a post. Links the two, because the post's events decide about the message. Returns false if the lease is lost. */
export async function convertToPost(em: EntityManager, job: ClaimedJob, postId: string): Promise<boolean> {
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
    [job.workspaceId, job.messageId, job.leaseToken, job.attemptId, postId],
  )
  return rows.length > 0
}
