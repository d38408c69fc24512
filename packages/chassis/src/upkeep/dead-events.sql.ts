import type { EntityManager } from '@mikro-orm/postgresql'
import { deadEventsMax } from '@posthorn/contracts'
import { isoTimeSql, sql } from '../db/statement.ts'

/** An event that couldn't be published or applied. `consumer`: the service, or `bus` if the bus rejected the event. */
export type DeadEvent = {
  consumer: string
  event: string
  kind: string
  workspace: string | null
  error: string
  deliveries: number
  diedAt: string
}

export async function countDeadEvents(em: EntityManager): Promise<number> {
  const [row] = await sql<{ count: number }>(em, 'select count(*)::int as count from dead_event')
  return row?.count ?? 0
}

/** Extracts the workspace as text: `jsonb` refuses a payload with `\u0000`, which may be why it failed. The workspace precedes the data. */
const columns = `consumer, event_id as event, kind, substring(payload from '"workspace":"(ws_[0-9a-z]+)"') as workspace, error, deliveries,
  ${isoTimeSql('died_at')} as "diedAt"`

/** Lists the `deadEventsMax` events that failed last, newest first. */
export const listDeadEvents = (em: EntityManager): Promise<DeadEvent[]> =>
  sql<DeadEvent>(em, `select ${columns} from dead_event order by died_at desc, event_id limit ${deadEventsMax}`)

/** Returns a dead event with its payload, which `payloadSetAside` reads. Undefined if it is no longer there. */
export async function findDeadEvent(
  em: EntityManager,
  eventId: string,
): Promise<{ dead: DeadEvent; payload: string } | undefined> {
  const [row] = await sql<DeadEvent & { payload: string }>(
    em,
    `select ${columns}, payload from dead_event where event_id = $1`,
    [eventId],
  )
  if (row === undefined) return undefined
  const { payload, ...dead } = row
  return { dead, payload }
}

/** An event that failed to be applied and then, after a loss of the stream, to be published is there twice. */
type DeadEventKey = Pick<DeadEvent, 'consumer' | 'event'>

/** Removes an event that either was applied or published after all or never will be. Returns undefined if it is no longer there. */
export async function removeDeadEvent(em: EntityManager, key: DeadEventKey): Promise<DeadEvent | undefined> {
  const statement = `delete from dead_event where consumer = $1 and event_id = $2 returning ${columns}`
  return (await sql<DeadEvent>(em, statement, [key.consumer, key.event]))[0]
}

/** Stores that an event failed once more, with the new error and time, which moves it to the top of the list. */
export async function noteFailure(em: EntityManager, key: DeadEventKey, error: string): Promise<void> {
  const statement = `update dead_event set error = $3, deliveries = deliveries + 1, died_at = now() where consumer = $1 and event_id = $2`
  await sql(em, statement, [key.consumer, key.event, error])
}
