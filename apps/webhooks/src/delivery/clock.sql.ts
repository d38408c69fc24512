import { clockMarginSeconds, type LongWaits, sql } from '@posthorn/chassis'
import { longestPausesMs, retryAfterMsMax } from './attempt.ts'
import { openMs } from './breaker.ts'
import { leaseMs } from './claim.sql.ts'
import { endpointQueues } from './leasing.sql.ts'

const marginMs = clockMarginSeconds * 1_000

/** The longest time until job `j` is due, in milliseconds. */
const pauseMsMax = `(case when j.lease_token is not null then ${leaseMs}
  else (array[${longestPausesMs.join(', ')}]::float8[])[j.attempt + 1] end + ${marginMs})`

const after = (ms: string | number) => `now() + make_interval(secs => ${ms} / 1000.0)`

/**
 * Makes jobs due that wait longer than any rule makes them, because the clock of Postgres went back: at most `limit` per endpoint. Also ends such
 * pauses of endpoints and replays. A lease starts again instead, because its attempt may still be in flight.
 */
export const longDeliveryWaits: LongWaits = async (em, { limit }) => {
  const jobs = await sql(
    em,
    `with recursive ${endpointQueues}, late as (
       select j.* from endpoint_queue q cross join lateral (
         select j.workspace_id, j.delivery_id from delivery_job j
         where j.endpoint_id = q.endpoint_id and j.run_at > ${after(marginMs)} and j.run_at < 'infinity' and j.run_at > ${after(pauseMsMax)}
         limit ${limit} for update skip locked) j
     ), due as (
       update delivery_job j set run_at = case when j.lease_token is null then now() else ${after(leaseMs)} end from late
       where j.workspace_id = late.workspace_id and j.delivery_id = late.delivery_id returning j.workspace_id, j.delivery_id
     ), endpoints as (
       update endpoint set
         breaker_until = case when breaker_until > ${after(openMs.max + marginMs)} then now() else breaker_until end,
         held_until = case when held_until > ${after(retryAfterMsMax + marginMs)} then null else held_until end
       where breaker_until > ${after(openMs.max + marginMs)} or held_until > ${after(retryAfterMsMax + marginMs)}
     ), replays as (
       update replay_endpoint set due_at = due_at - (paced_at - now()), paced_at = now() where not done and paced_at > ${after(marginMs)}
     )
     update delivery d set next_attempt_at = now() from due where d.workspace_id = due.workspace_id and d.id = due.delivery_id returning 1`,
  )
  return jobs.length
}
