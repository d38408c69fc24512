import {
  type Counter,
  type Histogram,
  type LeaseCounters,
  leaseCounters,
  type Metrics,
  type Runtime,
} from '@posthorn/chassis'
import { readDeliveryGauges } from './delivery/metrics.sql.ts'

export type DeliveryMetrics = { attempts: Histogram<'outcome'>; disabled: Counter; leases: LeaseCounters }

/** Creates the metrics of attempts, which are counted as they happen. */
export function createDeliveryMetrics(metrics: Metrics): DeliveryMetrics {
  return {
    attempts: metrics.histogram('webhook_attempt_seconds', 'Duration of delivery attempts, by outcome', ['outcome']),
    disabled: metrics.counter(
      'endpoint_disabled_total',
      'Receivers that were disabled because they failed or asked for it',
    ),
    leases: leaseCounters(metrics),
  }
}

const gaugeDescriptions = {
  webhook_queue: ['Deliveries by status: due, waiting for their time, calling, or parked', 'status'],
  webhook_due_oldest_seconds: 'Age of the oldest due delivery to a receiver with capacity and no attempt under way',
  breaker_open: 'Receivers whose breaker is open because they failed',
} as const

/** Adds gauges that are read from the tables of all workspaces each time that the metrics are read. */
export function registerDeliveryGauges({ metrics, db }: Pick<Runtime, 'metrics' | 'db'>): void {
  metrics.collect(gaugeDescriptions, () => db.withScope('all', () => readDeliveryGauges(db.em())))
}
