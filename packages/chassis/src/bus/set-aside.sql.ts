import type { EntityManager } from '@mikro-orm/postgresql'
import type { BusEvent } from '@posthorn/contracts'
import { sql } from '../db/sql.ts'
import type { FailedRow } from './publication.ts'

/** Consumer name in `dead_event` for events that the bus didn't accept. */
export const busConsumer = 'bus'

/** Attempts before an event is set aside, if the bus accepts others but not this one. */
const triesMax = 10
const pauseSecondsMax = 60

/**
 * Sets aside in `dead_event` what the bus refuses and what has failed too often. Other failures are paused, longer each time. Returns the events
 * that were set aside.
 */
export async function settleFailed(em: EntityManager, failed: FailedRow[]): Promise<FailedRow[]> {
  const again = failed.filter(({ isRefused }) => !isRefused).map(({ id }) => id)
  const exhausted =
    again.length === 0
      ? []
      : await sql<{ id: string }>(
          em,
          `with rested as (
             update outbox set published_at = null, failures = failures + 1,
               retry_at = now() + make_interval(secs => least(${pauseSecondsMax}, 2 ^ failures))
             where id = any($1) returning id, failures
           )
           select id from rested where failures >= ${triesMax}`,
          [again],
        )
  const ended = new Set(exhausted.map(({ id }) => id))
  const dead = failed.filter(({ id, isRefused }) => isRefused || ended.has(id))
  if (dead.length > 0) await setAside(em, dead)
  return dead
}

async function setAside(em: EntityManager, dead: FailedRow[]): Promise<void> {
  await sql(
    em,
    `with gone as (
       delete from outbox where id = any($2) returning id, kind, payload, failures
     )
     insert into dead_event (consumer, event_id, kind, payload, error, deliveries)
     select $1, gone.id, kind, payload, d.error, greatest(1, failures)
     from gone join unnest($2::text[], $3::text[]) as d (id, error) on d.id = gone.id
     on conflict do nothing`,
    [busConsumer, dead.map(({ id }) => id), dead.map(({ error }) => error)],
  )
}

/** Puts an event that was set aside back into the outbox. */
export async function publishAgain(em: EntityManager, event: BusEvent): Promise<void> {
  await sql(
    em,
    `insert into outbox (id, workspace_id, kind, aggregate_id, aggregate_version, payload)
     select event_id, $3, kind, $4, $5, payload from dead_event where consumer = $1 and event_id = $2
     on conflict do nothing`,
    [busConsumer, event.id, event.workspace, event.aggregate.id, event.aggregate.version],
  )
}
