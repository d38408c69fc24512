import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

/** Backdates resumed jobs so that they are older than any new event and count as backlog. */
const resumedAge = `interval '1 minute'`

/** Condition: the job isn't being attempted. The lease of a job with a token ends at `run_at`. */
const notLeased = `(lease_token is null or run_at <= now())`

/**
 * Maximum number of jobs that are parked, resumed or canceled per endpoint in one transaction. Its attempts that end meanwhile wait for the
 * transaction's locks, and after days of failures, an endpoint has millions of jobs. The `reconcile` loop does the rest.
 */
export const jobsAtOnceMax = 1_000

/** Selects the keys of each endpoint's first jobs that meet this SQL condition. `order`: in the order of an index. */
const firstJobs = (where: string, order: string) => `select j.* from unnest($1::text[]) as e (id) cross join lateral (
    select workspace_id, delivery_id, endpoint_id from delivery_job where endpoint_id = e.id and ${where} order by ${order} limit ${jobsAtOnceMax}
  ) j`

/**
 * Parks the waiting jobs of these endpoints, up to `jobsAtOnceMax` each, and returns how many it found. They aren't sent until the endpoint is
 * active again, and are kept for 14 days. A job that is being attempted is parked by its completion.
 */
export async function parkJobs(em: EntityManager, endpointIds: string[]): Promise<number> {
  // For an empty list, Postgres's plan for non-empty lists would read every delivery.
  if (endpointIds.length === 0) return 0
  const isWaiting = `run_at < 'infinity' and ${notLeased}`
  const found = await sql(
    em,
    `with first as (${firstJobs(isWaiting, 'run_at, delivery_id')}), parked as (
       update delivery_job j set run_at = 'infinity', parked_at = now(), lease_token = null
       from first where j.workspace_id = first.workspace_id and j.delivery_id = first.delivery_id and ${isWaiting}
       returning j.workspace_id, j.delivery_id
     ), shown as (
       update delivery d set status = 'parked', next_attempt_at = null
       from parked p where d.workspace_id = p.workspace_id and d.id = p.delivery_id
     )
     select 1 from first`,
    [endpointIds],
  )
  return found.length
}

/**
 * Makes up to `jobsAtOnceMax` parked jobs of each endpoint due, oldest first, and returns how many it found. The caller has activated the
 * endpoints.
 */
export async function resumeJobs(em: EntityManager, endpointIds: string[]): Promise<number> {
  if (endpointIds.length === 0) return 0
  const found = await sql(
    em,
    `with oldest as (${firstJobs(`run_at = 'infinity' and parked_at is not null`, 'delivery_id')}), place as (
       select workspace_id, delivery_id, row_number() over (partition by endpoint_id order by delivery_id) - 1 as n from oldest
     ), resumed as (
       update delivery_job j set run_at = now() - ${resumedAge} + place.n * interval '1 microsecond', parked_at = null
       from place where j.workspace_id = place.workspace_id and j.delivery_id = place.delivery_id
       returning j.workspace_id, j.delivery_id
     ), shown as (
       update delivery d set status = 'waiting', next_attempt_at = now()
       from resumed r where d.workspace_id = r.workspace_id and d.id = r.delivery_id
     )
     select 1 from oldest`,
    [endpointIds],
  )
  return found.length
}

/** Returns SQL that deletes the jobs that match a condition, and ends their deliveries. Returns a row for each. */
export const endJobs = (status: 'canceled' | 'expired', condition: string): string => `with ended as (
    delete from delivery_job where ${condition} returning workspace_id, delivery_id
  ), shown as (
    update delivery d set status = '${status}', next_attempt_at = null, completed_at = now()
    from ended e where d.workspace_id = e.workspace_id and d.id = e.delivery_id
  )
  select 1 from ended`

/**
 * Cancels the jobs of deleted endpoints, waiting or parked, up to `jobsAtOnceMax` each, and returns how many in all. A job that is being
 * attempted ends with its completion, which cancels the delivery if the attempt failed.
 */
export async function cancelJobs(em: EntityManager, endpointIds: string[]): Promise<number> {
  if (endpointIds.length === 0) return 0
  const isFirst = `(workspace_id, delivery_id, endpoint_id) in (${firstJobs(notLeased, 'run_at, delivery_id')})`
  return (await sql(em, endJobs('canceled', `${isFirst} and ${notLeased}`), [endpointIds])).length
}

/** Expires up to `limit` jobs that have been parked for 14 days. Returns how many expired. */
export async function expireParkedJobs(em: EntityManager, limit: number): Promise<number> {
  const old = `select workspace_id, delivery_id from delivery_job where parked_at < now() - interval '14 days' limit $1`
  return (await sql(em, endJobs('expired', `(workspace_id, delivery_id) in (${old})`), [limit])).length
}

/** Expires jobs whose event is no longer in the log. Otherwise, each would take a slot of its endpoint forever. */
export async function expireLostJobs(
  em: EntityManager,
  jobs: readonly { workspaceId: string; deliveryId: string }[],
): Promise<void> {
  if (jobs.length === 0) return
  const condition = 'workspace_id = any($1) and delivery_id = any($2)'
  await sql(em, endJobs('expired', condition), [
    jobs.map(({ workspaceId }) => workspaceId),
    jobs.map(({ deliveryId }) => deliveryId),
  ])
}

/** Releases leases of unattempted jobs, which become due as before. Ignores lost leases. */
export async function returnJobs(
  em: EntityManager,
  jobs: { workspaceId: string; deliveryId: string; leaseToken: string; dueAt: string }[],
): Promise<void> {
  await sql(
    em,
    `update delivery_job j set lease_token = null, run_at = r.due_at
     from unnest($1::text[], $2::text[], $3::uuid[], $4::timestamptz[]) as r (workspace_id, delivery_id, token, due_at)
     where j.workspace_id = r.workspace_id and j.delivery_id = r.delivery_id and j.delivery_id = any($2) and j.lease_token = r.token`,
    [
      jobs.map(({ workspaceId }) => workspaceId),
      jobs.map(({ deliveryId }) => deliveryId),
      jobs.map(({ leaseToken }) => leaseToken),
      jobs.map(({ dueAt }) => dueAt),
    ],
  )
}

/** Makes a waiting delivery due now; one that is being attempted keeps its lease. Does nothing if it has no job or is parked. */
export async function expediteJob(em: EntityManager, workspaceId: string, deliveryId: string): Promise<void> {
  await sql(
    em,
    `with expedited as (
       update delivery_job set run_at = case when ${notLeased} then now() else run_at end
       where workspace_id = $1 and delivery_id = $2 and parked_at is null returning workspace_id, delivery_id
     )
     update delivery d set next_attempt_at = now()
     from expedited e where d.workspace_id = e.workspace_id and d.id = e.delivery_id`,
    [workspaceId, deliveryId],
  )
}

/** Gives a finished delivery a new job and schedule. `parked`: its endpoint or webhook isn't active, so the job waits for that. */
export async function requeueJob(
  em: EntityManager,
  opts: { workspaceId: string; deliveryId: string; parked: boolean },
): Promise<void> {
  await sql(
    em,
    `with requeued as (
       update delivery set status = $3, completed_at = null, next_attempt_at = case when $4 then null else now() end
       where workspace_id = $1 and id = $2 returning workspace_id, id, endpoint_id, event_id, attempts
     )
     insert into delivery_job (workspace_id, delivery_id, endpoint_id, event_id, number, run_at, parked_at)
     select workspace_id, id, endpoint_id, event_id, attempts,
       case when $4 then 'infinity'::timestamptz else now() end, case when $4 then now() end
     from requeued on conflict do nothing`,
    [opts.workspaceId, opts.deliveryId, opts.parked ? 'parked' : 'waiting', opts.parked],
  )
}
