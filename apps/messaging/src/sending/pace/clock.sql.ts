import { clockMarginSeconds, type LongWaits, sql } from '@posthorn/chassis'
import { fileBytesMax, idFloor } from '@posthorn/contracts'
import { uploadTimeoutMs, waitMsMax } from '@posthorn/provider'
import type { MessagingRuntime } from '../../config.ts'
import { gateSecondsMax } from '../claim/delays.sql.ts'
import { failedMs } from './number-queues.sql.ts'
import { restMaxMs } from './outages.ts'
import { callTimeoutMs, suspendedMs } from './pacer.ts'

const retrySeconds = waitMsMax / 1_000
const uploadSecondsMax = uploadTimeoutMs(fileBytesMax) / 1_000

/** The longest pause of a number for each reason, in seconds. */
const pauseSeconds = `(case blocked_for when 'outage' then ${restMaxMs} when 'refused' then ${suspendedMs}
  when 'failed' then ${failedMs} else ${waitMsMax} end + ${callTimeoutMs}) / 1000`

/** The longest lease of a message that isn't waiting, in seconds. */
const leaseSeconds = `case status when 'unknown' then $1::float8 else $2::float8 end`

const queuedLater = `status = 'waiting' and (waits_for is null or waits_for = 'typing')
  and run_at > now() + interval '${clockMarginSeconds} seconds'`

/** A message that wasn't scheduled is due when it is accepted, with an id of that time. It moves behind those that are now before it. */
const acceptedLater = `message_id > $5 and ${queuedLater}
  and exists (select 1 from message m where m.workspace_id = j.workspace_id and m.id = j.message_id and m.deliver_at is null)`

/** A message that was queued again, or whose schedule was removed, is due at once, but its id is older. */
const requeuedLater = `requeued and ${queuedLater}`

/**
 * Ends at most `limit` long waits of each kind, but the long pauses of all numbers. Returns how many. For the `clock` loop: when
 * Postgres's clock goes back by an hour, a wait of a second becomes one of an hour.
 */
export const longSendWaits: LongWaits<MessagingRuntime> = async (em, { runtime: { config }, limit }) => {
  const [clock] = await sql<{ ms: number }>(em, 'select (extract(epoch from now()) * 1000)::float8 as ms')
  const [row] = await sql<{ shortened: number }>(
    em,
    `with lease as (
       update send_job set lease_until = now() + make_interval(secs => ${leaseSeconds}) where message_id = any(array(
         select message_id from send_job
         where status <> 'waiting' and lease_until > now() + make_interval(secs => ${leaseSeconds} + ${clockMarginSeconds})
         limit $4 for update skip locked)) returning 1
     ), delay as (
       update send_job set run_at = now(), due_at = least(due_at, now()) where message_id = any(array(
         -- The first condition on run_at follows from the second, but can use the index.
         select message_id from send_job where waits_for in ('retry', 'pair_limit')
           and run_at > now() + make_interval(secs => least(${retrySeconds}, $3::float8) + ${clockMarginSeconds})
           and run_at > now() + make_interval(secs => case waits_for when 'retry' then ${retrySeconds} else $3::float8 end + ${clockMarginSeconds})
         limit $4 for update skip locked)) returning 1
     ), accepted as (
       update send_job set run_at = now(), due_at = now() where message_id = any(array(
         select message_id from send_job j where ${acceptedLater} limit $4 for update skip locked)) returning 1
     ), requeued as (
       update send_job set run_at = now(), due_at = now() where message_id = any(array(
         select message_id from send_job where ${requeuedLater} limit $4 for update skip locked)) returning 1
     ), gate as (
       delete from pair_gate where (number_id, recipient) in (
         select number_id, recipient from pair_gate where free_at > now() + make_interval(secs => $3) limit $4) returning 1
     ), pause as (
       update number_queue set blocked_until = now() where blocked_until > now() + make_interval(secs => ${pauseSeconds} + ${clockMarginSeconds})
       returning 1
     )
     select ((select count(*) from lease) + (select count(*) from delay) + (select count(*) from accepted) + (select count(*) from requeued) + (select count(*) from gate)
       + (select count(*) from pause))::int as shortened`,
    [
      config.UNKNOWN_HOLD_SECONDS,
      config.LEASE_SECONDS + uploadSecondsMax,
      gateSecondsMax(config),
      limit,
      idFloor('msg', clock?.ms ?? 0),
    ],
  )
  return row?.shortened ?? 0
}
