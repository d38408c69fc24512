import type { EntityManager } from '@mikro-orm/postgresql'
import { isoTimeSql, sql } from '@posthorn/chassis'
import { idFloor, type MessageStatus } from '@posthorn/contracts'

/** Outgoing messages of a number accepted in a time range, and the bucket length. */
export type TimeRange = { workspace: string; number: string; from: Date; to: Date; interval: 'minute' | 'hour' | 'day' }

export type StatusCount = { bucket: string; status: MessageStatus; error: string | null; count: number }

/** Measurements of a bucket, or of all if `bucket` is null. In milliseconds; null if there was nothing to measure. */
export type DeliveryMetrics = {
  bucket: string | null
  total: number
  sent: number
  delivered: number
  toSentMs: number[] | null
  toDeliveredMs: number[] | null
}

const at = (status: string) => `(m.status_at->>'${status}')::timestamptz`

const measurements = `select ${isoTimeSql(`date_trunc($5, m.created_at, 'UTC')`)} as bucket, m.status,
    m.error->>'errorCode' as error, ${at('sent')} is not null as sent, ${at('delivered')} is not null as delivered,
    extract(epoch from ${at('sent')} - ${at('queued')}) * 1000 as to_sent_ms,
    extract(epoch from ${at('delivered')} - ${at('sent')}) * 1000 as to_delivered_ms
  from message m
  where m.workspace_id = $1 and m.number_id = $2 and m.direction = 'out' and m.id >= $3 and m.id < $4`

const paramsOf = ({ workspace, number, from, to, interval }: TimeRange) => [
  workspace,
  number,
  idFloor('msg', from.getTime()),
  idFloor('msg', to.getTime()),
  interval,
]

/** Statuses and errors of each bucket. */
export function countStatuses(em: EntityManager, range: TimeRange): Promise<StatusCount[]> {
  return sql<StatusCount>(
    em,
    `select bucket, status, error, count(*)::int as count from (${measurements}) m group by bucket, status, error`,
    paramsOf(range),
  )
}

/** Rates and times of each bucket, and of all. */
export function measure(em: EntityManager, range: TimeRange): Promise<DeliveryMetrics[]> {
  const spread = (column: string) => `percentile_cont(array[0.5, 0.95]) within group (order by ${column})`
  return sql<DeliveryMetrics>(
    em,
    `select bucket, count(*)::int as total, count(*) filter (where sent)::int as sent, count(*) filter (where delivered)::int as delivered,
       ${spread('to_sent_ms')} as "toSentMs", ${spread('to_delivered_ms')} as "toDeliveredMs"
     from (${measurements}) m group by grouping sets ((bucket), ()) order by bucket`,
    paramsOf(range),
  )
}
