import type { EntityManager } from '@mikro-orm/postgresql'
import { faultPoint, sql, type Worker } from '@posthorn/chassis'
import type { WebhooksRuntime } from '../config.ts'
import { claimJobs, leaseMs } from '../delivery/claim.sql.ts'
import { cancelJobs, expireParkedJobs, jobsAtOnceMax, parkJobs, resumeJobs } from '../delivery/jobs.sql.ts'
import { endpointQueues } from '../delivery/leasing.sql.ts'

/** Starts due attempts for this process's shards while there is capacity. Never waits for an attempt; completions wake the loop. */
export const deliver: Worker<WebhooksRuntime> = {
  name: 'deliver',
  pollMs: 1_000,
  outward: true,
  sharded: true,
  async run(runtime) {
    const { dispatcher } = runtime.deps
    const shards = runtime.shards.owned()
    if (dispatcher.countFree() <= 0 || shards.length === 0) return { worked: 0 }
    const leaseEndsMs = performance.now() + leaseMs
    const { jobs, limit, nextInMs, clockMs } = await claimJobs(runtime, {
      shards,
      // Computed under the lock, because new deliveries may have taken slots in the meantime.
      capacity: () => dispatcher.computeCapacity(),
    })
    dispatcher.clock.set(clockMs)
    if (jobs.length > 0) faultPoint('jobs.claimed', runtime.name)
    for (const job of jobs) dispatcher.start(job, leaseEndsMs)
    dispatcher.noteServed(jobs)
    // If there were fewer jobs than the limit, nothing more can be leased now. New events and completions wake this loop.
    const worked = jobs.length === limit ? jobs.length : 0
    return { worked, ...(nextInMs === null ? {} : { nextInMs: Math.ceil(nextInMs) }) }
  },
}

const batchSizeMax = 1_000

/** Queues whose jobs don't match their endpoint's status, with the correction that each needs. */
const mismatchedQueues = `with recursive ${endpointQueues}, queue_status as (
    select endpoint_queue.endpoint_id as id, e.id is null as deleted, coalesce(e.status = 'active' and w.status = 'active', false) as active
    from endpoint_queue left join endpoint e on e.id = endpoint_queue.endpoint_id
    left join webhook w on w.workspace_id = e.workspace_id and w.id = e.webhook_id
    where endpoint_queue.endpoint_id is not null
  )
  select id, case when deleted then 'cancel' when active then 'resume' else 'park' end as remedy from queue_status
  where not active or exists (select 1 from delivery_job j where j.endpoint_id = queue_status.id and j.run_at = 'infinity')`

/**
 * Expires jobs parked for 14 days, and corrects jobs that a change to their endpoint left or missed: cancels those of deleted endpoints,
 * parks those of inactive ones, and resumes parked jobs of active endpoints.
 */
export const reconcile: Worker<WebhooksRuntime> = {
  name: 'reconcile',
  pollMs: 60_000,
  async run(runtime) {
    const expired = await runtime.db.transaction((em) => expireParkedJobs(em, batchSizeMax))
    const changed = await runtime.db.transaction(async (em) => {
      const mismatched = await sql<{ id: string; remedy: 'cancel' | 'park' | 'resume' }>(em, mismatchedQueues)
      const idsFor = (remedy: string) => mismatched.filter((queue) => queue.remedy === remedy).map((queue) => queue.id)
      const canceled = await cancelJobs(em, idsFor('cancel'))
      const parked = await parkJobs(em, await lockInactive(em, idsFor('park')))
      return Math.max(canceled, parked, await resumeJobs(em, idsFor('resume')))
    })
    runtime.wake('deliver')
    return { worked: expired === batchSizeMax || changed >= jobsAtOnceMax ? 1 : 0 }
  },
}

/**
 * Locks inactive endpoints, after their webhooks, in the order that every call uses. A call that enables an endpoint waits until this
 * transaction ends, and then resumes the jobs that the transaction parked. Returns the endpoints that are inactive.
 */
async function lockInactive(em: EntityManager, endpointIds: string[]): Promise<string[]> {
  await sql(
    em,
    `select 1 from webhook where (workspace_id, id) in (select workspace_id, webhook_id from endpoint where id = any($1))
     order by workspace_id, id for share`,
    [endpointIds],
  )
  const rows = await sql<{ id: string }>(
    em,
    `select e.id from endpoint e join webhook w on w.workspace_id = e.workspace_id and w.id = e.webhook_id
     where e.id = any($1) and not (e.status = 'active' and w.status = 'active') order by e.id for share of e`,
    [endpointIds],
  )
  return rows.map(({ id }) => id)
}
