import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { GroupUpdate } from '@posthorn/provider'
import type { GroupRow } from '../entities/group.ts'
import type { PendingChange } from './group.ts'

export type CreationUpdate = Extract<GroupUpdate, { kind: 'create' }>

export type NumberUpdate<N extends GroupUpdate = GroupUpdate> = { workspaceId: string; numberId: string; update: N }

/** Serializes a number's group updates and responses, because each must see the other. Call it before any row is locked. */
export async function lockUpdates(em: EntityManager, numberId: string): Promise<void> {
  await sql(em, 'select pg_advisory_xact_lock(hashtext($1))', [`group updates of ${numberId}`])
}

/** Finds the group whose creation was requested with the update's request id. */
export async function groupOfRequest(
  em: EntityManager,
  { workspaceId, numberId, update }: NumberUpdate<CreationUpdate>,
) {
  if (update.requestId === undefined) return undefined
  const [row] = await sql<{ id: string }>(
    em,
    'select id from chat_group where workspace_id = $1 and number_id = $2 and request_id = $3',
    [workspaceId, numberId, update.requestId],
  )
  return row?.id
}

/** Finds the group that has the provider's id in the update. */
export async function groupAtProvider(em: EntityManager, { workspaceId, numberId, update }: NumberUpdate) {
  if (update.groupId === undefined) return undefined
  const [row] = await sql<{ id: string }>(
    em,
    'select id from chat_group where workspace_id = $1 and number_id = $2 and provider_id = $3',
    [workspaceId, numberId, update.groupId],
  )
  return row?.id
}

/**
 * Finds the oldest group with this name whose response was lost. Finds none while another request for the name has no response yet, because
 * the update may be about that one. Finds no deleted group: the name alone does not show that the group at the provider is the deleted one.
 */
export async function groupOfLostRequest(
  em: EntityManager,
  { workspaceId, numberId, subject }: { workspaceId: string; numberId: string; subject: string | undefined },
) {
  if (subject === undefined) return undefined
  const [row] = await sql<{ id: string }>(
    em,
    `with named as (
       select g.id, g.request_id, g.error_code, g.status, c.status as creation from chat_group g
       left join group_creation c on c.workspace_id = g.workspace_id and c.group_id = g.id
       where g.workspace_id = $1 and g.number_id = $2 and g.name = $3
     )
     select id from named where request_id is null
       and (creation = 'unknown' or status = 'failed' and error_code = 'group:outcome_unknown')
       and not exists (select 1 from named where creation = 'calling')
     order by id limit 1`,
    [workspaceId, numberId, subject],
  )
  return row?.id
}

/**
 * Keeps an update for `takeEarlyUpdate`: until a response with its request id shows its group or, if that response is lost, until the group's name
 * does. Drops an update without a request id.
 */
export async function keepEarlyUpdate(
  em: EntityManager,
  { workspaceId, numberId, update }: NumberUpdate,
): Promise<void> {
  if (update.requestId === undefined) return
  await sql(
    em,
    `insert into early_group_update (workspace_id, number_id, request_id, subject, report) values ($1, $2, $3, $4, $5::jsonb)
     on conflict do nothing`,
    [
      workspaceId,
      numberId,
      update.requestId,
      update.kind === 'create' ? (update.subject ?? null) : null,
      JSON.stringify(update),
    ],
  )
}

/**
 * Removes and returns the update for a request. If the request's id was lost, returns the oldest update with the same subject that arrived
 * since the group was created: an earlier one is about another group.
 */
export async function takeEarlyUpdate(
  em: EntityManager,
  request: { workspaceId: string; numberId: string; requestId?: string; subject?: string; createdAt?: Date },
): Promise<GroupUpdate | undefined> {
  const [row] = await sql<{ update: GroupUpdate }>(
    em,
    `delete from early_group_update where (workspace_id, number_id, request_id) in (
       select workspace_id, number_id, request_id from early_group_update
       where workspace_id = $1 and number_id = $2 and (request_id = $3 or subject = $4 and received_at >= $5)
       order by received_at limit 1 for update
     ) returning report as update`,
    [
      request.workspaceId,
      request.numberId,
      request.requestId ?? null,
      request.subject ?? null,
      request.createdAt ?? null,
    ],
  )
  return row?.update
}

/** Queues a change. The `change` loop requests a group's changes in order. */
export async function requestChange(
  em: EntityManager,
  { workspaceId, id, numberId }: GroupRow,
  { pending, content }: { pending: PendingChange; content?: Buffer },
): Promise<void> {
  await sql(
    em,
    'insert into group_job (workspace_id, group_id, number_id, pending, content) values ($1, $2, $3, $4::jsonb, $5)',
    [workspaceId, id, numberId, JSON.stringify(pending), content ?? null],
  )
}

type JobKey = { workspaceId: string; id: string; groupId: string; numberId: string }

/** A job whose call can be made now. `ciphertext` is null if its number has been disconnected. */
export type Job = JobKey & {
  pending: PendingChange
  content: Buffer | null
  attempt: number
  /** Time since the change was requested. */
  ageMs: number
  groupProviderId: string
  provider: 'cloud' | 'simulator'
  ciphertext: string | null
}

/** Claims due jobs, oldest first and one at a time per group, and records the attempt before any call. */
export const claimJobs = (em: EntityManager, limit: number): Promise<Job[]> =>
  sql<Job>(
    em,
    `update group_job j set status = 'calling', attempt = j.attempt + 1, called_at = now()
     from chat_group g, known_number n
     where (j.workspace_id, j.id) in (
       select workspace_id, id from group_job w where status = 'waiting' and run_at <= now() and not exists (
         select 1 from group_job e where e.workspace_id = w.workspace_id and e.group_id = w.group_id and e.id < w.id
       ) order by run_at limit $1 for update skip locked
     ) and g.workspace_id = j.workspace_id and g.id = j.group_id
       and n.workspace_id = j.workspace_id and n.id = j.number_id
     returning j.workspace_id as "workspaceId", j.id::text, j.group_id as "groupId", j.number_id as "numberId", j.pending, j.content,
       j.attempt, (extract(epoch from now() - j.created_at) * 1000)::float8 as "ageMs", g.provider_id as "groupProviderId",
       n.provider, n.ciphertext`,
    [limit],
  )

/** Moves a job on from its call. Returns false if the call was given up, is recorded already, or is made again by another process. */
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

/** A job to end. `status`: it only ends if it still has this status and attempt. */
export type EndingJob = JobKey & { status?: string; attempt?: number }

/** Ends a job. Returns false if it had already ended or changed. */
export async function endJob(em: EntityManager, { workspaceId, id, status, attempt }: EndingJob): Promise<boolean> {
  const ended = await sql(
    em,
    `delete from group_job where workspace_id = $1 and id = $2
       and ($3::text is null or status = $3 and attempt = $4) returning 1`,
    [workspaceId, id, status ?? null, attempt ?? null],
  )
  return ended.length > 0
}

/** Ends all jobs of a group. Responses to their calls have no effect. */
export async function endJobs(
  em: EntityManager,
  { workspaceId, id }: Pick<GroupRow, 'workspaceId' | 'id'>,
): Promise<void> {
  await sql(em, 'delete from group_job where workspace_id = $1 and group_id = $2', [workspaceId, id])
}

/** Finds a group's job by request id. Also returns whether any of the group's jobs still lacks a request id. */
export async function jobOfRequest(
  em: EntityManager,
  request: { workspaceId: string; groupId: string; requestId: string },
): Promise<{ job: (Required<EndingJob> & { pending: PendingChange }) | undefined; awaitsRequestId: boolean }> {
  const jobs = await sql<Required<EndingJob> & { pending: PendingChange; requestId: string | null }>(
    em,
    `select workspace_id as "workspaceId", id::text, group_id as "groupId", number_id as "numberId", pending,
       request_id as "requestId", status, attempt
     from group_job where workspace_id = $1 and group_id = $2 and (request_id = $3 or status = 'calling')`,
    [request.workspaceId, request.groupId, request.requestId],
  )
  return {
    job: jobs.find(({ requestId }) => requestId === request.requestId),
    awaitsRequestId: jobs.some(({ status }) => status === 'calling'),
  }
}

type JobDeadlines = { leaseSeconds: number; confirmSeconds: number; attemptsMax: number }

/** Releases jobs whose process died during the call, unless they have no attempts left. The provider may receive such a request twice. */
export async function releaseJobs(em: EntityManager, { leaseSeconds, attemptsMax }: JobDeadlines): Promise<void> {
  await sql(
    em,
    `update group_job set status = 'waiting', run_at = now()
     where status = 'calling' and attempt < $2 and called_at < now() - make_interval(secs => $1)`,
    [leaseSeconds, attemptsMax],
  )
}

/** Returns jobs that weren't confirmed in time, or whose last call has no outcome. Locks nothing: their outcome may still arrive meanwhile. */
export function lateJobs(
  em: EntityManager,
  { leaseSeconds, confirmSeconds, attemptsMax }: JobDeadlines,
): Promise<(Required<EndingJob> & { pending: PendingChange })[]> {
  return sql(
    em,
    `select workspace_id as "workspaceId", id::text, group_id as "groupId", number_id as "numberId", pending, status, attempt
     from group_job
     where status = 'requested' and called_at < now() - make_interval(secs => $2)
       or status = 'calling' and attempt >= $3 and called_at < now() - make_interval(secs => $1) order by called_at limit 100`,
    [leaseSeconds, confirmSeconds, attemptsMax],
  )
}
