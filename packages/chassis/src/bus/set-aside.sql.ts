import type { EntityManager } from '@mikro-orm/postgresql'
import type { BusEvent } from '@posthorn/contracts'
import { unpack } from '../db/packed.ts'
import { sql } from '../db/sql.ts'
import { rowType, statement } from '../db/statement.ts'
import type { FailedRow } from './publication.ts'
import { outboxRow } from './relay.sql.ts'

/** Consumer of an event in `dead_event` that the bus did not take. */
export const busConsumer = 'bus'

/** Tries of an event that the bus does not take while it takes others, before it is set aside. */
const triesMax = 10
const pauseSecondsMax = 60

/**
 * Sets aside in `dead_event` what the bus refuses and what has failed too often; what may pass later rests, each row for longer after each
 * failure. Returns the events that were set aside.
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

/** An event to keep in `dead_event`; `deliveries`: how often it failed. */
export type FailedEvent = {
  consumer: string
  id: string
  kind: string
  payload: string
  error: string
  deliveries: number
}

const failedEvent = rowType<FailedEvent>({
  consumer: 'text',
  event_id: ['text', ({ id }) => id],
  kind: 'text',
  error: 'text',
  deliveries: 'integer',
  payload: 'document',
})

const keep = statement(
  { events: failedEvent },
  ({ events }) =>
    `insert into dead_event (${events.list()}) select ${events.list()} from ${events.as('e')} on conflict do nothing`,
)

/** Keeps events that could not be applied or published. */
export async function keepFailed(em: EntityManager, events: FailedEvent[]): Promise<void> {
  await sql(em, keep({ events }))
}

async function setAside(em: EntityManager, dead: FailedRow[]): Promise<void> {
  const errors = new Map(dead.map(({ id, error }) => [id, error]))
  const gone = await sql<{ id: string; kind: string; payload: Buffer; failures: number }>(
    em,
    'delete from outbox where id = any($1) returning id, kind, payload, failures',
    [[...errors.keys()]],
  )
  const events = gone.map(({ id, kind, payload, failures }) => ({
    consumer: busConsumer,
    id,
    kind,
    payload: unpack(payload),
    error: errors.get(id) ?? '',
    deliveries: Math.max(1, failures),
  }))
  await keepFailed(em, events)
}

const write = statement(
  { rows: outboxRow },
  ({ rows }) => `insert into outbox (${rows.list()}) select ${rows.list()} from ${rows.as('r')} on conflict do nothing`,
)

/** Puts an event that was set aside back into the outbox, to be published once more. */
export async function publishAgain(em: EntityManager, event: BusEvent): Promise<void> {
  await sql(em, write({ rows: [{ event, payload: JSON.stringify(event) }] }))
}
