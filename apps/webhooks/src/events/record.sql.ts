import type { EntityManager } from '@mikro-orm/postgresql'
import { forWorkspace, on, rowType, shardOf, sql, statement } from '@posthorn/chassis'
import type { BusEvent } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { type ClaimedJob, type EndpointLoad, leaseMs } from '../delivery/claim.sql.ts'
import { epochMs, isOpen, leasable, leased, leasingLock, secretsOf, shardLock } from '../delivery/leasing.sql.ts'
import { entryText, WorkspaceNumber } from '../entities/webhook.ts'
import { isSent, type SubscribedNames } from '../formats/formats.ts'

export type RecordedEvent = { event: BusEvent; sequence: number; payload: string }

/**
 * An endpoint, active or not. Deliveries to an inactive endpoint are parked. `mayLease`: this transaction may lease its deliveries, because
 * it requested the endpoint's shard and no other process is leasing from that shard.
 */
type EndpointTarget = Subscription & { id: string; url: string; active: boolean; shard: number; mayLease: boolean }

/** A delivery to store. `mayLease`: a slot is reserved for it. */
export type NewDelivery = { id: string; entry: RecordedEvent; endpoint: EndpointTarget; mayLease: boolean }

/** First sequence allocated to a workspace, and all of the workspace's endpoints. */
export type SequenceRange = { first: number; endpoints: EndpointTarget[] }

/**
 * Allocates sequences to each workspace. Returns each workspace's first sequence and its endpoints. Row locks, taken in a fixed order, make
 * sequences gapless. `shards`: the shards from which this transaction wants to lease; it locks those from which no process is leasing.
 */
export async function allocateSequences(
  em: EntityManager,
  { counts, shards }: { counts: Map<string, number>; shards: readonly number[] },
): Promise<Map<string, SequenceRange>> {
  const workspaces = [...counts.keys()].sort()
  const rows = await sql<{ workspace_id: string; last: string; endpoints: EndpointTarget[] }>(
    em,
    `with wanted as materialized (
       select distinct ${shardOf('id')} as shard from endpoint where workspace_id = any($1) and ${shardOf('id')} = any($3::int[])
     ), leasing as materialized (
       select case when exists (select 1 from wanted) then pg_try_advisory_xact_lock_shared(${leasingLock}) else false end as mine
     ), locked as materialized (
       select shard, case when leasing.mine then pg_try_advisory_xact_lock(${shardLock('shard')}) else false end as mine
       from wanted cross join leasing
     ), allocated as (
       insert into workspace_sequence as s (workspace_id, last) select * from unnest($1::text[], $2::bigint[])
       on conflict (workspace_id) do update set last = s.last + excluded.last returning workspace_id, last
     )
     select workspace_id, last::text, array(
       select json_build_object('id', e.id, 'webhookId', e.webhook_id, 'url', e.url, 'events', w.events,
         'numberId', w.number_id, 'format', w.format, 'active', e.status = 'active' and w.status = 'active',
         'shard', ${shardOf('e.id')}, 'mayLease', coalesce(locked.mine, false))
       from endpoint e join webhook w on w.workspace_id = e.workspace_id and w.id = e.webhook_id
       left join locked on locked.shard = ${shardOf('e.id')}
       where e.workspace_id = allocated.workspace_id) as endpoints
     from allocated`,
    [workspaces, workspaces.map((workspace) => counts.get(workspace)), shards],
  )
  return new Map(
    rows.map(({ workspace_id: workspace, last, endpoints }) => [
      workspace,
      { first: Number(last) - (counts.get(workspace) ?? 0) + 1, endpoints },
    ]),
  )
}

/**
 * Advances the sequences of all workspaces past any that the lost database may have assigned after its backup: by one for each millisecond
 * since 2026, so that another restore of the same backup advances them further.
 */
export async function skipLostSequences(em: EntityManager): Promise<void> {
  await sql(
    em,
    `update workspace_sequence set last = last + (extract(epoch from now() - timestamptz '2026-01-01Z') * 1000)::bigint`,
  )
}

/** Whether at least one of these endpoints is active and so is its webhook. */
export async function isAnyActive(em: EntityManager, endpointIds: string[]): Promise<boolean> {
  const rows = await sql(
    em,
    `select 1 from endpoint e join webhook w on w.workspace_id = e.workspace_id and w.id = e.webhook_id
     where e.id = any($1) and e.status = 'active' and w.status = 'active' limit 1`,
    [endpointIds],
  )
  return rows.length > 0
}

/** Returns the id of the message that an event is about, to list events by message; null if it is about something else. */
const findMessageId = ({ data }: BusEvent): string | null =>
  'id' in data && data.id.startsWith('msg_') ? data.id : null

/** Returns the id of the webhook that an event is about, so that a replay does not send it to that webhook; null if none. */
const findWebhookId = ({ data }: BusEvent): string | null =>
  'webhook' in data && typeof data.webhook === 'string' ? data.webhook : null

/** Returns an event's chats: the chat of its message, the chat itself, and the chats that a message or chat moved from or to. */
export function findChatIds({ event, data }: Pick<BusEvent, 'event' | 'data'>): string[] {
  const { id, chat, mergedInto, movedFrom } = data as {
    id?: string
    chat?: string
    mergedInto?: string | null
    movedFrom?: { chat: string } | null
  }
  const own = event === 'chat:updated' ? [id, mergedInto] : event.startsWith('message:') ? [chat, movedFrom?.chat] : []
  return [...new Set(own.flatMap((each) => each ?? []))]
}

/** A delivery that was leased when it was stored, with the data that its attempt needs in addition to the event. Secrets are encrypted. */
export type LeasedDelivery = Pick<
  ClaimedJob,
  'deliveryId' | 'leaseToken' | 'url' | 'headerName' | 'headerValue' | 'secrets' | 'inFlightMax' | 'dueAt'
>

/** A leased delivery, with the database's clock at the time of the lease, in milliseconds since 1970. */
export type LeasedDeliveryRow = LeasedDelivery & { clockMs: number }

const eventRow = rowType<RecordedEvent>({
  workspace_id: ['text', ({ event }) => event.workspace],
  id: ['text', ({ event }) => event.id],
  sequence: 'bigint',
  kind: ['text', ({ event }) => event.event],
  number_id: ['text', ({ event }) => findNumberId(event)],
  message_id: ['text', ({ event }) => findMessageId(event)],
  webhook_id: ['text', ({ event }) => findWebhookId(event)],
  entry: ['packed', ({ event: { callback = null }, payload }) => entryText({ payload, callback })],
  traceparent: ['text', ({ event }) => event.traceparent],
})

const chatEventRow = rowType<{ chat: string; entry: RecordedEvent }>({
  workspace_id: ['text', ({ entry }) => entry.event.workspace],
  chat_id: ['text', ({ chat }) => chat],
  sequence: ['bigint', ({ entry }) => entry.sequence],
  event_id: ['text', ({ entry }) => entry.event.id],
})

const deliveryRow = rowType<{ n: number; delivery: NewDelivery }>({
  n: 'integer',
  workspace_id: ['text', ({ delivery }) => delivery.entry.event.workspace],
  id: ['text', ({ delivery }) => delivery.id],
  webhook_id: ['text', ({ delivery }) => delivery.endpoint.webhookId],
  endpoint_id: ['text', ({ delivery }) => delivery.endpoint.id],
  url: ['text', ({ delivery }) => delivery.endpoint.url],
  event_id: ['text', ({ delivery }) => delivery.entry.event.id],
  kind: ['text', ({ delivery }) => delivery.entry.event.event],
  sequence: ['bigint', ({ delivery }) => delivery.entry.sequence],
  active: ['boolean', ({ delivery }) => delivery.endpoint.active],
  may_lease: ['boolean', ({ delivery }) => delivery.mayLease],
})

/** Load of an endpoint whose new deliveries may be leased immediately. */
type TargetLoad = { workspace: string; id: string; leased: number; leasedMax: number }

const targetLoadRow = rowType<TargetLoad>({
  workspace_id: ['text', ({ workspace }) => workspace],
  endpoint_id: ['text', ({ id }) => id],
  leased: 'integer',
  leased_max: ['integer', ({ leasedMax }) => leasedMax],
})

/** Endpoints whose new deliveries start at once: breaker closed, no rate limit, no due job to overtake. The claim schedules those of all others. */
const selectOpenEndpoints = (loads: string) => `open_endpoint as (
    select e.id, e.workspace_id, e.webhook_id, e.url, e.in_flight_max, w.secret_header_name, w.secret_header_value, ${secretsOf('e')} as secrets, ${leasable} as slots
    from ${loads}
    join endpoint e on e.workspace_id = mine.workspace_id and e.id = mine.endpoint_id
    join webhook w on w.workspace_id = e.workspace_id and w.id = e.webhook_id
    cross join lateral ${leased}
    where ${isOpen} and e.breaker_until is null and w.rate_per_second is null
      and not exists (select 1 from delivery_job waiting where waiting.endpoint_id = e.id and waiting.run_at <= now())
  )`

/** Stores events, their chats, deliveries and jobs. Leases jobs that may start at once, and returns what their attempts need. */
const store = statement(
  { events: eventRow, chats: chatEventRow, deliveries: deliveryRow, loads: targetLoadRow },
  ({ events, chats, deliveries, loads }) => `with recorded as (
    insert into event (${events.list()}) select ${events.list()} from ${events.as('e')}
  ), in_chat as (
    insert into chat_event (${chats.list()}) select ${chats.list()} from ${chats.as('c')}
  ), d as materialized (
    select *, row_number() over (partition by endpoint_id order by may_lease desc, n) as place from ${deliveries.as('d')}
  ), stored as (
    insert into delivery (workspace_id, id, webhook_id, endpoint_id, url, event_id, event_kind, event_sequence, status, next_attempt_at)
    select workspace_id, id, webhook_id, endpoint_id, url, event_id, kind, sequence,
      case when active then 'waiting' else 'parked' end, case when active then now() end from d
  ), ${selectOpenEndpoints(loads.as('mine'))}, job as (
    insert into delivery_job (workspace_id, delivery_id, endpoint_id, event_id, run_at, lease_token, parked_at)
    select d.workspace_id, d.id, d.endpoint_id, d.event_id,
      case when not d.active then 'infinity' when at_once.leased then clock_timestamp() + interval '${leaseMs} ms' else now() end,
      case when at_once.leased then gen_random_uuid() end, case when not d.active then now() end
    from d left join open_endpoint o on o.id = d.endpoint_id
    cross join lateral (select coalesce(d.active and d.may_lease and d.place <= o.slots, false) as leased) at_once
    returning delivery_id, endpoint_id, lease_token
  )
  select job.delivery_id as "deliveryId", job.lease_token as "leaseToken", o.url, o.secret_header_name as "headerName",
    o.secret_header_value as "headerValue", o.secrets, o.in_flight_max as "inFlightMax", now()::text as "dueAt",
    ${epochMs('clock_timestamp()')} as "clockMs"
  from job join open_endpoint o on o.id = job.endpoint_id where job.lease_token is not null order by job.delivery_id`,
)

/**
 * Builds the statement that stores log entries, deliveries and jobs. Deliveries to inactive endpoints are parked. Those that may start
 * immediately are leased and returned, which saves a claim. Twice as many as a claim prefetches may wait: a batch has about 100 events, and they
 * overtake none.
 */
export function buildStoreStatement(events: RecordedEvent[], deliveries: NewDelivery[], loads: EndpointLoad[]) {
  const load = new Map(loads.map((each) => [each.endpointId, each]))
  return store({
    events,
    chats: events.flatMap((entry) => findChatIds(entry.event).map((chat) => ({ chat, entry }))),
    deliveries: deliveries.map((delivery, i) => ({ n: i + 1, delivery })),
    loads: listLeasableEndpoints(deliveries).map(({ workspace, id }) => {
      const { leased, leasedMax, prefetchMax } = load.get(id) ?? { leased: 0, leasedMax: 0, prefetchMax: 0 }
      return { workspace, id, leased, leasedMax: leasedMax + prefetchMax }
    }),
  })
}

/** Lists the endpoints that have deliveries to lease, each once. */
function listLeasableEndpoints(deliveries: NewDelivery[]): { workspace: string; id: string }[] {
  const reserved = deliveries.filter(({ mayLease }) => mayLease)
  const workspaceByEndpoint = new Map(reserved.map(({ endpoint, entry }) => [endpoint.id, entry.event.workspace]))
  return [...workspaceByEndpoint].map(([id, workspace]) => ({ id, workspace }))
}

/** An endpoint's subscription: event names as its webhook lists them, for one number or all. */
type Subscription = SubscribedNames & { webhookId: string; numberId: string | null }

/** Returns whether the endpoint should get the event. One about a webhook goes only to others: it may be failing. */
export function isAddressedTo(event: BusEvent, subscription: Subscription): boolean {
  const { webhookId, numberId } = subscription
  if (!isSent(event, subscription)) return false
  if (numberId !== null && findNumberId(event) !== numberId) return false
  return !(event.event.startsWith('webhook:') && (event.data as { webhook?: unknown }).webhook === webhookId)
}

/** Returns the number that an event is about: its object if that is a number, else its `number` field. Null if none. */
function findNumberId({ event, data }: BusEvent): string | null {
  const fields = data as { id?: string; number?: string }
  return (event.startsWith('number:') ? fields.id : fields.number) ?? null
}

/** Records the workspace's numbers, so that webhooks can filter by them. */
export const numberFromUpdate = on<'number:updated', WebhooksRuntime>('number:updated', async ({ tx, events }) => {
  for (const { workspace, data } of events) {
    await forWorkspace(tx.em, workspace).upsert(WorkspaceNumber, { workspaceId: workspace, id: data.id })
  }
})
