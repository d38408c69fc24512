import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { StoredError } from '../../entities/message.ts'

export const stepMax = 200

export type RemovedJob = { workspace: string; id: string; job: Record<string, unknown> }

/** Extends the wait for unknown outcomes by `ms`. */
export async function extendUnknown(em: EntityManager, ms: number): Promise<void> {
  await sql(
    em,
    `update send_job set lease_until = lease_until + $1 * interval '1 millisecond' where status = 'unknown'`,
    [ms],
  )
}

/** Marks calls with expired leases as having an unknown outcome, with this error. Returns how many. */
export async function endLostLeases(em: EntityManager, holdSeconds: number, error: StoredError): Promise<number> {
  const lost = await sql<{ message_id: string }>(
    em,
    `with lost as (
       update send_job set status = 'unknown', lease_token = null, lease_until = now() + make_interval(secs => $1)
       where message_id = any(array(select message_id from send_job where status = 'calling' and lease_until < now()
         order by lease_until limit ${stepMax} for update skip locked))
       returning workspace_id, message_id, attempt
     ), ended as (
       update send_attempt a set outcome = 'unknown', error = $2::jsonb, ended_at = now() from lost
       where a.workspace_id = lost.workspace_id and a.message_id = lost.message_id and a.attempt = lost.attempt and a.outcome = 'calling'
     )
     select message_id from lost`,
    [holdSeconds, JSON.stringify(error)],
  )
  return lost.length
}

export async function takeJobs(em: EntityManager, condition: string): Promise<RemovedJob[]> {
  return sql<RemovedJob>(
    em,
    `delete from send_job where message_id = any(array(
       select message_id from send_job where ${condition} limit ${stepMax} for update skip locked))
     returning workspace_id as workspace, message_id as id, to_jsonb(send_job) as job`,
  )
}

/** Returns the errors of calls with an unknown outcome, by message. */
export async function unknownErrors(em: EntityManager, jobs: RemovedJob[]): Promise<Map<string, StoredError>> {
  const rows = await sql<{ id: string; error: StoredError }>(
    em,
    `select a.message_id as id, a.error from unnest($1::text[], $2::text[], $3::integer[]) as j (workspace_id, message_id, attempt)
     join send_attempt a using (workspace_id, message_id, attempt) where a.outcome = 'unknown' and a.error is not null`,
    [jobs.map(({ workspace }) => workspace), jobs.map(({ id }) => id), jobs.map(({ job }) => job['attempt'])],
  )
  return new Map(rows.map(({ id, error }) => [id, error]))
}

/** Queues removed jobs again. They are due immediately. */
export async function putBack(em: EntityManager, jobs: RemovedJob[]): Promise<void> {
  if (jobs.length === 0) return
  await sql(
    em,
    `insert into send_job select (jsonb_populate_record(null::send_job, job
       || jsonb_build_object('status', 'waiting', 'run_at', now(), 'lease_until', null, 'waits_for', 'retry'))).*
     from unnest($1::jsonb[]) as t (job)`,
    [jobs.map(({ job }) => JSON.stringify(job))],
  )
}

/** Removes gates that no longer limit their pair. Returns how many. */
export async function removeOpenPairs(em: EntityManager): Promise<number> {
  const rows = await sql(
    em,
    `delete from pair_gate where (number_id, recipient) in
       (select number_id, recipient from pair_gate where free_at < now() - interval '1 minute' limit ${stepMax}) returning 1`,
  )
  return rows.length
}
