import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import { freshHealth } from './breaker.ts'
import type { LockedEndpoint } from './complete.sql.ts'

const seconds = (value: number | null) => (value === null ? null : value / 1000)

/** Writes the health of endpoints. */
export async function writeHealth(
  em: EntityManager,
  endpoints: Pick<LockedEndpoint, 'id' | 'health'>[],
): Promise<void> {
  const of = <T>(pick: (endpoint: (typeof endpoints)[number]) => T) => endpoints.map(pick)
  await sql(
    em,
    `update endpoint e set failing_since = to_timestamp(h.failing), last_success_at = coalesce(to_timestamp(h.success), e.last_success_at),
       failed_attempts = h.failed, warned_hours = h.warned, consecutive_failures = h.consecutive,
       window_started_at = to_timestamp(h.window_started), window_total = h.total, window_failed = h.window_failed,
       breaker_opens = h.opens, breaker_until = to_timestamp(h.breaker), in_flight_max = h.in_flight, held_until = to_timestamp(h.postponed)
     from unnest($1::text[], $2::float8[], $3::float8[], $4::int[], $5::int[], $6::int[], $7::float8[], $8::int[], $9::int[],
       $10::int[], $11::float8[], $12::int[], $13::float8[])
       as h (id, failing, success, failed, warned, consecutive, window_started, total, window_failed, opens, breaker, in_flight, postponed)
     where e.id = h.id`,
    [
      of((e) => e.id),
      of((e) => seconds(e.health.failingSinceMs)),
      of((e) => seconds(e.health.lastSuccessMs)),
      of((e) => e.health.failedAttempts),
      of((e) => e.health.warnedHours),
      of((e) => e.health.consecutiveFailures),
      of((e) => seconds(e.health.windowStartedMs)),
      of((e) => e.health.windowTotal),
      of((e) => e.health.windowFailed),
      of((e) => e.health.breakerOpens),
      of((e) => seconds(e.health.breakerUntilMs)),
      of((e) => e.health.inFlightMax),
      of((e) => seconds(e.health.postponedUntilMs)),
    ],
  )
}

/** Activates endpoints with fresh health: enabled again, or given another url. */
export async function activateEndpoints(em: EntityManager, ids: string[]): Promise<void> {
  await sql(em, `update endpoint set state = 'active', version = version + 1 where id = any($1)`, [ids])
  await writeHealth(
    em,
    ids.map((id) => ({ id, health: freshHealth })),
  )
}

/** Disables endpoints, and their webhook when none of its endpoints is left. */
export async function disableEndpoints(em: EntityManager, ids: string[]): Promise<void> {
  await sql(em, `update endpoint set state = 'disabled', version = version + 1 where id = any($1)`, [ids])
  await sql(
    em,
    `update webhook w set state = 'disabled', updated_at = now()
     where (w.workspace_id, w.id) in (select workspace_id, webhook_id from endpoint where id = any($1))
       and not exists (select 1 from endpoint e where e.workspace_id = w.workspace_id and e.webhook_id = w.id and e.state = 'active')`,
    [ids],
  )
}
