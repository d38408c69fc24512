import type { EntityManager } from '@mikro-orm/postgresql'
import { rowType, sql, statement } from '@posthorn/chassis'
import { freshHealth, type Health } from './breaker.ts'

/** Converts milliseconds for `to_timestamp`. */
const seconds = (ms: number | null) => (ms === null ? null : ms / 1000)

export const healthRow = rowType<{ id: string; health: Health }>({
  id: 'text',
  failing: ['float8', ({ health }) => seconds(health.failingSinceMs)],
  success: ['float8', ({ health }) => seconds(health.lastSuccessMs)],
  failed: ['integer', ({ health }) => health.failedAttempts],
  warned: ['integer', ({ health }) => health.warnedHours],
  window_started: ['float8', ({ health }) => seconds(health.windowStartedMs)],
  window_total: ['integer', ({ health }) => health.windowTotal],
  window_failed: ['integer', ({ health }) => health.windowFailed],
  opens: ['integer', ({ health }) => health.breakerOpens],
  breaker: ['float8', ({ health }) => seconds(health.breakerUntilMs)],
  in_flight: ['integer', ({ health }) => health.inFlightMax],
  postponed: ['float8', ({ health }) => seconds(health.postponedUntilMs)],
})

/** Returns SQL that replaces the stored health of endpoints. The time of the last success stays if the new health has none. */
export const updateHealth = (
  endpoints: string,
  ids: string,
): string => `update endpoint e set failing_since = to_timestamp(h.failing),
     last_success_at = coalesce(to_timestamp(h.success), e.last_success_at), failed_attempts = h.failed, warned_hours = h.warned,
     window_started_at = to_timestamp(h.window_started), window_total = h.window_total,
     window_failed = h.window_failed, breaker_opens = h.opens, breaker_until = to_timestamp(h.breaker), in_flight_max = h.in_flight,
     held_until = to_timestamp(h.postponed)
   from ${endpoints} where e.id = h.id and e.id = any(${ids})`

const setHealth = statement({ endpoints: healthRow, ids: 'text[]' }, ({ endpoints, ids }) =>
  updateHealth(endpoints.as('h'), ids),
)

/** Activates endpoints that were enabled or got a new URL, and resets their health. `resumeJobs` makes their parked jobs due. */
export async function activateEndpoints(em: EntityManager, endpointIds: string[]): Promise<void> {
  await sql(em, `update endpoint set status = 'active', version = version + 1 where id = any($1)`, [endpointIds])
  await sql(em, setHealth({ endpoints: endpointIds.map((id) => ({ id, health: freshHealth })), ids: endpointIds }))
}

/** Disables endpoints, and their active webhooks that have no other active endpoint. The caller parks their jobs. */
export async function disableEndpoints(em: EntityManager, endpointIds: string[]): Promise<void> {
  await sql(em, `update endpoint set status = 'disabled', version = version + 1 where id = any($1)`, [endpointIds])
  await disableWebhooks(em, endpointIds)
}

/** Disables the active webhooks of endpoints if all their endpoints are disabled, so that their status shows that they receive nothing. */
export async function disableWebhooks(em: EntityManager, endpointIds: string[]): Promise<void> {
  await sql(
    em,
    `update webhook w set status = 'disabled', updated_at = now()
     where (w.workspace_id, w.id) in (select workspace_id, webhook_id from endpoint where id = any($1)) and w.status = 'active'
       and not exists (select 1 from endpoint e where e.workspace_id = w.workspace_id and e.webhook_id = w.id and e.status = 'active')`,
    [endpointIds],
  )
}
