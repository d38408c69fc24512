import type { EntityManager } from '@mikro-orm/postgresql'
import {
  type Counter,
  type GaugeSample,
  type Histogram,
  type LeaseCounters,
  leaseCounters,
  type Metrics,
  type Row,
  type Runtime,
  sql,
} from '@posthorn/chassis'
import { endpointQueues, isOpen } from './delivery/leasing.sql.ts'

export type DeliveryMetrics = { attempts: Histogram<'outcome'>; disabled: Counter; leases: LeaseCounters }

/** Creates the metrics of attempts, which are counted as they happen. */
export const createDeliveryMetrics = (metrics: Metrics): DeliveryMetrics => ({
  attempts: metrics.histogram('webhook_attempt_seconds', 'Duration of delivery attempts, by outcome', ['outcome']),
  disabled: metrics.counter(
    'endpoint_disabled_total',
    'Receivers that were disabled because they failed or asked for it',
  ),
  leases: leaseCounters(metrics),
})

const gaugeDescriptions = {
  webhook_queue: ['Deliveries by status: due, waiting for their time, calling, or parked', 'status'],
  webhook_due_oldest_seconds: 'Age of the oldest due delivery to a receiver with capacity and no attempt under way',
  breaker_open: 'Receivers whose breaker is open because they failed',
} as const

/** Adds gauges that are read from the tables of all workspaces when the metrics are read. */
export function registerDeliveryGauges({ metrics, db }: Pick<Runtime, 'metrics' | 'db'>): void {
  metrics.collect(gaugeDescriptions, () => db.withScope('all', () => readDeliveryGauges(db.em())))
}

const depth = `select count(*) filter (where run_at = 'infinity')::int as parked,
    count(*) filter (where lease_token is not null and run_at > now())::int as calling,
    count(*) filter (where run_at <= now())::int as due,
    count(*) filter (where lease_token is null and run_at > now() and run_at < 'infinity')::int as waiting
  from delivery_job`

/** Age of the oldest due job, except replays, of open endpoints that have no rate limit and no attempt under way: nothing explains its wait. */
const stuck = `with recursive ${endpointQueues}
  select coalesce(max(extract(epoch from now() - (
    select min(j.run_at) from delivery_job j where j.endpoint_id = e.id and j.run_at <= now() and not j.replay))), 0)::float8 as seconds
  from endpoint_queue join endpoint e on e.id = endpoint_queue.endpoint_id
  join webhook w on w.workspace_id = e.workspace_id and w.id = e.webhook_id
  where ${isOpen} and w.rate_per_second is null
    and not exists (select from delivery_job l where l.endpoint_id = e.id and l.lease_token is not null and l.run_at > now())`

const openBreakers = `select count(*)::int as open from endpoint where breaker_until > now()`

/** Reads the numbers of jobs by status, the age of the oldest stuck job and the number of open breakers, for the metrics. */
async function readDeliveryGauges(em: EntityManager): Promise<GaugeSample[]> {
  const [counts = {}] = await sql<Row & Record<string, number>>(em, depth)
  const [oldest] = await sql<{ seconds: number }>(em, stuck)
  const [breakers] = await sql<{ open: number }>(em, openBreakers)
  return [
    ...Object.entries(counts).map(([status, value]) => ({ name: 'webhook_queue', value, labels: { status } })),
    { name: 'webhook_due_oldest_seconds', value: oldest?.seconds ?? 0 },
    { name: 'breaker_open', value: breakers?.open ?? 0 },
  ]
}
