import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { BusEvent } from '@posthorn/contracts'
import { numberOf, type Subscription } from './subscription.ts'

/** An event with its number and its final bytes. */
export type RecordedEvent = { event: BusEvent; sequence: number; payload: string }

/** An endpoint of a workspace, of whatever state: what is not active parks. */
export type Addressee = Subscription & { id: string; url: string; active: boolean }

/** A delivery to make. */
export type NewDelivery = { id: string; entry: RecordedEvent; endpoint: Addressee }

/** The first number that a workspace was allotted, and all its endpoints. */
export type Allotted = { first: number; endpoints: Addressee[] }

/**
 * Allots so many numbers to each workspace, and answers the first of them and the endpoints that may want what they are for. The row
 * locks, taken in one order, make the numbers gapless.
 */
export async function allotSequences(em: EntityManager, counts: Map<string, number>): Promise<Map<string, Allotted>> {
  const workspaces = [...counts.keys()].sort()
  const rows = await sql<{ workspace_id: string; last: string; endpoints: Addressee[] }>(
    em,
    `with allotted as (
       insert into workspace_sequence as s (workspace_id, last) select * from unnest($1::text[], $2::bigint[])
       on conflict (workspace_id) do update set last = s.last + excluded.last returning workspace_id, last
     )
     select workspace_id, last::text, array(
       select json_build_object('id', e.id, 'webhookId', e.webhook_id, 'url', e.url, 'events', w.events,
         'numberId', w.number_id, 'active', e.state = 'active' and w.state = 'active')
       from endpoint e join webhook w on w.workspace_id = e.workspace_id and w.id = e.webhook_id
       where e.workspace_id = allotted.workspace_id) as endpoints
     from allotted`,
    [workspaces, workspaces.map((workspace) => counts.get(workspace))],
  )
  return new Map(
    rows.map(({ workspace_id: workspace, last, endpoints }) => [
      workspace,
      { first: Number(last) - (counts.get(workspace) ?? 0) + 1, endpoints },
    ]),
  )
}

/** The message that an event is about, if any. */
function messageOf({ data }: BusEvent): string | null {
  return 'id' in data && data.id.startsWith('msg_') ? data.id : null
}

/** Stores log entries, and deliveries of them with their jobs; those of endpoints that are not active are parked. */
export async function insertEvents(em: EntityManager, all: RecordedEvent[], deliveries: NewDelivery[]): Promise<void> {
  await sql(
    em,
    `with recorded as (
       insert into event (workspace_id, id, sequence, kind, number_id, message_id, payload, traceparent)
       select * from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
     ), d as (
       select * from unnest($9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::bigint[], $17::boolean[])
         as d (workspace_id, id, webhook_id, endpoint_id, url, event_id, kind, sequence, active)
     ), stored as (
       insert into delivery (workspace_id, id, webhook_id, endpoint_id, url, event_id, event_kind, event_sequence, state, next_attempt_at)
       select workspace_id, id, webhook_id, endpoint_id, url, event_id, kind, sequence,
         case when active then 'waiting' else 'parked' end, case when active then now() end from d
     )
     insert into delivery_job (workspace_id, delivery_id, endpoint_id, event_id, run_at, parked_at)
     select workspace_id, id, endpoint_id, event_id, case when active then now() else 'infinity' end, case when active then null else now() end
     from d`,
    [...eventColumns(all), ...deliveryColumns(deliveries)],
  )
}

const eventColumns = (all: RecordedEvent[]) => [
  all.map(({ event }) => event.workspace),
  all.map(({ event }) => event.id),
  all.map(({ sequence }) => sequence),
  all.map(({ event }) => event.event),
  all.map(({ event }) => numberOf(event)),
  all.map(({ event }) => messageOf(event)),
  all.map(({ payload }) => payload),
  all.map(({ event }) => event.traceparent ?? null),
]

const deliveryColumns = (all: NewDelivery[]) => [
  all.map(({ entry }) => entry.event.workspace),
  all.map(({ id }) => id),
  all.map(({ endpoint }) => endpoint.webhookId),
  all.map(({ endpoint }) => endpoint.id),
  all.map(({ endpoint }) => endpoint.url),
  all.map(({ entry }) => entry.event.id),
  all.map(({ entry }) => entry.event.event),
  all.map(({ entry }) => entry.sequence),
  all.map(({ endpoint }) => endpoint.active),
]
