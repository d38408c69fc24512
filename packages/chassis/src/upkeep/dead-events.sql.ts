import type { EntityManager } from '@mikro-orm/postgresql'
import { deadEventsMax } from '@posthorn/contracts'
import { isoTimeSql, sql } from '../db/sql.ts'

/** An event that could not be applied. */
export type DeadEvent = {
  event: string
  kind: string
  workspace: string | null
  error: string
  deliveries: number
  diedAt: string
}

/** Counts the events that could not be applied. */
export async function countDeadEvents(em: EntityManager): Promise<number> {
  const [row] = await sql<{ count: number }>(em, 'select count(*)::int as count from dead_event')
  return row?.count ?? 0
}

/** Lists the events that could not be applied, the latest first, without their contents. */
export function listDeadEvents(em: EntityManager): Promise<DeadEvent[]> {
  return sql<DeadEvent>(
    em,
    `select event_id as event, kind, payload::jsonb->>'workspace' as workspace, error, deliveries, ${isoTimeSql('died_at')} as "diedAt"
     from dead_event order by died_at desc, event_id limit ${deadEventsMax}`,
  )
}
