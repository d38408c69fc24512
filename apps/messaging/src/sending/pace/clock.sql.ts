import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import { fileBytesMax } from '@posthorn/contracts'
import { uploadTimeoutMs, waitMsMax } from '@posthorn/provider'
import type { MessagingRuntime } from '../../config.ts'
import { gateSecondsMax } from '../claim/delays.sql.ts'
import { failedMs } from './number-queues.sql.ts'
import { restMaxMs } from './outages.ts'
import { callTimeoutMs, suspendedMs } from './pacer.ts'

/** Allows for a wait that was extended while statuses were missing, and for two clocks that disagree. */
const marginSeconds = 60
const retrySeconds = waitMsMax / 1_000
const uploadSecondsMax = uploadTimeoutMs(fileBytesMax) / 1_000

/** The longest pause of a number for each reason, in seconds. */
const pauseSeconds = `(case blocked_for when 'outage' then ${restMaxMs} when 'refused' then ${suspendedMs}
  when 'failed' then ${failedMs} else ${waitMsMax} end + ${callTimeoutMs}) / 1000`

/** The longest lease of a message that isn't waiting, in seconds. */
const leaseSeconds = `case status when 'unknown' then $1::float8 else $2::float8 end`

/**
 * Shortens waits that are longer than any rule makes them, because the clock of Postgres went back, as in a failover. Otherwise, they would
 * last until the clock is there again. Returns how many, at most `limit` messages and all numbers.
 */
export async function shortenWaits(
  { config }: Pick<MessagingRuntime, 'config'>,
  em: EntityManager,
  limit: number,
): Promise<number> {
  const [row] = await sql<{ shortened: number }>(
    em,
    `with lease as (
       update send_job set lease_until = now() + make_interval(secs => ${leaseSeconds}) where message_id = any(array(
         select message_id from send_job
         where status <> 'waiting' and lease_until > now() + make_interval(secs => ${leaseSeconds} + ${marginSeconds})
         limit $4 for update skip locked)) returning 1
     ), delay as (
       update send_job set run_at = now() where message_id = any(array(
         select message_id from send_job where waits_for in ('retry', 'pair_limit')
           and run_at > now() + make_interval(secs => least(${retrySeconds}, $3::float8) + ${marginSeconds})
           and run_at > now() + make_interval(secs => case waits_for when 'retry' then ${retrySeconds} else $3::float8 end + ${marginSeconds})
         limit $4 for update skip locked)) returning 1
     ), pause as (
       update number_queue set blocked_until = now() where blocked_until > now() + make_interval(secs => ${pauseSeconds} + ${marginSeconds})
       returning 1
     )
     select ((select count(*) from lease) + (select count(*) from delay) + (select count(*) from pause))::int as shortened`,
    [config.UNKNOWN_HOLD_SECONDS, config.LEASE_SECONDS + uploadSecondsMax, gateSecondsMax(config), limit],
  )
  return row?.shortened ?? 0
}
