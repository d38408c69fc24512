import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { BusEvent } from '@posthorn/contracts'
import { numberOf, type Subscription } from './subscription.ts'

/** An event with its number and its final bytes. */
export type RecordedEvent = { event: BusEvent; sequence: number; payload: string }

/** An endpoint of a workspace, of whatever state: what is not active parks. */
export type Addressee = Subscription & { id: string; workspaceId: string; url: string; active: boolean }

/** A delivery to make. */
export type NewDelivery = { id: string; entry: RecordedEvent; endpoint: Addressee }

/** Allots so many numbers to each workspace and answers the first of them. The row locks, taken in one order, make them gapless. */
export async function allotSequences(em: EntityManager, counts: Map<string, number>): Promise<Map<string, number>> {
  const workspaces = [...counts.keys()].sort()
  const rows = await sql<{ workspace_id: string; last: string }>(
    em,
    `insert into workspace_sequence as s (workspace_id, last) select * from unnest($1::text[], $2::bigint[])
     on conflict (workspace_id) do update set last = s.last + excluded.last returning workspace_id, last::text`,
    [workspaces, workspaces.map((workspace) => counts.get(workspace))],
  )
  return new Map(rows.map((row) => [row.workspace_id, Number(row.last) - (counts.get(row.workspace_id) ?? 0) + 1]))
}

/** Stores the log entries. */
export async function insertEvents(em: EntityManager, all: RecordedEvent[]): Promise<void> {
  await sql(
    em,
    `insert into event (workspace_id, id, sequence, kind, number_id, message_id, payload, traceparent)
     select * from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])`,
    [
      all.map(({ event }) => event.workspace),
      all.map(({ event }) => event.id),
      all.map(({ sequence }) => sequence),
      all.map(({ event }) => event.event),
      all.map(({ event }) => numberOf(event)),
      all.map(({ event }) => messageOf(event)),
      all.map(({ payload }) => payload),
      all.map(({ event }) => event.traceparent ?? null),
    ],
  )
}

/** The message that an event is about, if any. */
function messageOf({ data }: BusEvent): string | null {
  return 'id' in data && data.id.startsWith('msg_') ? data.id : null
}

/** All endpoints of these workspaces with what they want. */
export async function addressees(em: EntityManager, workspaces: string[]): Promise<Addressee[]> {
  return sql<Addressee>(
    em,
    `select e.id, e.workspace_id as "workspaceId", e.webhook_id as "webhookId", e.url, w.events, w.number_id as "numberId",
       (e.state = 'active' and w.state = 'active') as active
     from endpoint e join webhook w on w.workspace_id = e.workspace_id and w.id = e.webhook_id
     where e.workspace_id = any($1)`,
    [workspaces],
  )
}

/** Stores deliveries and their jobs; those of endpoints that are not active are parked. */
export async function insertDeliveries(em: EntityManager, all: NewDelivery[]): Promise<void> {
  await sql(
    em,
    `with d as (
       select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::boolean[])
         as d (workspace_id, id, webhook_id, endpoint_id, url, event_id, kind, sequence, active)
     ), stored as (
       insert into delivery (workspace_id, id, webhook_id, endpoint_id, url, event_id, event_kind, event_sequence, state, next_attempt_at)
       select workspace_id, id, webhook_id, endpoint_id, url, event_id, kind, sequence,
         case when active then 'waiting' else 'parked' end, case when active then now() end from d
     )
     insert into delivery_job (workspace_id, delivery_id, endpoint_id, event_id, run_at, parked_at)
     select workspace_id, id, endpoint_id, event_id, case when active then now() else 'infinity' end, case when active then null else now() end
     from d`,
    [
      all.map(({ endpoint }) => endpoint.workspaceId),
      all.map(({ id }) => id),
      all.map(({ endpoint }) => endpoint.webhookId),
      all.map(({ endpoint }) => endpoint.id),
      all.map(({ endpoint }) => endpoint.url),
      all.map(({ entry }) => entry.event.id),
      all.map(({ entry }) => entry.event.event),
      all.map(({ entry }) => entry.sequence),
      all.map(({ endpoint }) => endpoint.active),
    ],
  )
}
