import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { PendingChange } from '../groups/changes.ts'
import type { Deadlines } from './provider-calls.ts'

export type JobKey = { workspaceId: string; id: string; groupId: string; numberId: string }

/** A job whose call can be made now. `ciphertext` is null if its number has been disconnected. */
export type Job = JobKey & {
  pending: PendingChange
  content: Buffer | null
  attempt: number
  groupProviderId: string
  provider: 'cloud' | 'simulator'
  ciphertext: string | null
}

/** Claims due jobs, oldest first and one at a time per group, and records the attempt before any call. */
export function claimJobs(em: EntityManager, limit: number): Promise<Job[]> {
  return sql<Job>(
    em,
    `update group_job j set status = 'calling', attempt = j.attempt + 1, called_at = now()
     from chat_group g, known_number n
     where (j.workspace_id, j.id) in (
       select workspace_id, id from group_job w where status = 'waiting' and run_at <= now() and not exists (
         select 1 from group_job e where e.workspace_id = w.workspace_id and e.group_id = w.group_id and e.id < w.id
       ) order by run_at limit $1 for update skip locked
     ) and g.workspace_id = j.workspace_id and g.id = j.group_id
       and n.workspace_id = j.workspace_id and n.id = j.number_id
     returning j.workspace_id as "workspaceId", j.id::text, j.group_id as "groupId", j.number_id as "numberId", j.wish as pending, j.content,
       j.attempt, g.provider_id as "groupProviderId", n.provider, n.ciphertext`,
    [limit],
  )
}

/** Updates a job after its call. Returns false if another process has claimed it since; that process records the outcome. */
export async function moveJob(
  em: EntityManager,
  job: Pick<Job, 'workspaceId' | 'id' | 'attempt'>,
  next: { status: 'waiting' | 'requested'; attempt: number; afterMs: number; requestId?: string },
): Promise<boolean> {
  const moved = await sql(
    em,
    `update group_job set status = $4, attempt = $5, run_at = now() + make_interval(secs => $6), request_id = $7
     where workspace_id = $1 and id = $2 and attempt = $3 and status = 'calling' returning 1`,
    [job.workspaceId, job.id, job.attempt, next.status, next.attempt, next.afterMs / 1_000, next.requestId ?? null],
  )
  return moved.length > 0
}

/** Ends a job. Returns false if it had already ended. */
export async function endJob(
  em: EntityManager,
  { workspaceId, id }: Pick<JobKey, 'workspaceId' | 'id'>,
): Promise<boolean> {
  const ended = await sql(em, 'delete from group_job where workspace_id = $1 and id = $2 returning 1', [
    workspaceId,
    id,
  ])
  return ended.length > 0
}

/** Finds a group's job by request id. Also returns whether any of the group's jobs still lacks a request id. */
export async function jobOfRequest(
  em: EntityManager,
  wanted: { workspaceId: string; groupId: string; requestId: string },
): Promise<{ job: (JobKey & { pending: PendingChange }) | undefined; awaitsRequestId: boolean }> {
  const jobs = await sql<JobKey & { pending: PendingChange; requestId: string | null; status: string }>(
    em,
    `select workspace_id as "workspaceId", id::text, group_id as "groupId", number_id as "numberId", wish as pending,
       request_id as "requestId", status
     from group_job where workspace_id = $1 and group_id = $2 and (request_id = $3 or status = 'calling')`,
    [wanted.workspaceId, wanted.groupId, wanted.requestId],
  )
  return {
    job: jobs.find(({ requestId }) => requestId === wanted.requestId),
    awaitsRequestId: jobs.some(({ status }) => status === 'calling'),
  }
}

/** Releases jobs whose process died during the call, so that they are retried. The provider may receive such a request twice. */
export async function releaseJobs(em: EntityManager, { leaseSeconds }: Deadlines): Promise<void> {
  await sql(
    em,
    `update group_job set status = 'waiting', run_at = now()
     where status = 'calling' and called_at < now() - make_interval(secs => $1)`,
    [leaseSeconds],
  )
}

/** Returns jobs that weren't confirmed in time. Locks nothing, so the caller must read each again before acting. */
export function lateJobs(
  em: EntityManager,
  { confirmSeconds }: Deadlines,
): Promise<(JobKey & { pending: PendingChange })[]> {
  return sql(
    em,
    `select workspace_id as "workspaceId", id::text, group_id as "groupId", number_id as "numberId", wish as pending from group_job
     where status = 'requested' and called_at < now() - make_interval(secs => $1) order by called_at limit 100`,
    [confirmSeconds],
  )
}
