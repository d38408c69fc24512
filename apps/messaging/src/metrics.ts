import {
  type Counter,
  type Histogram,
  type LeaseCounters,
  leaseCounters,
  type Metrics,
  type Runtime,
} from '@posthorn/chassis'
import { queueMetrics } from './messages/queue-view.sql.ts'

export type SendMetrics = { outcomes: Counter<'class'>; calls: Histogram<'class'>; leases: LeaseCounters }

export const createSendMetrics = (metrics: Metrics): SendMetrics => ({
  outcomes: metrics.counter('send_outcome_total', 'Calls to the provider by outcome', ['class']),
  calls: metrics.histogram('send_call_seconds', 'Duration of calls to the provider, by outcome', ['class']),
  leases: leaseCounters(metrics),
})

const queueGauges = {
  send_queue: ['Messages in the queue, by their status and priority', 'status', 'priority'],
  send_ready_oldest_seconds: 'How long the oldest message is due of a number that might send it and was not looked at',
  send_waiting_oldest_seconds: ['Age of the oldest due message, by the reason for which it waits', 'reason'],
  unknown_outcome_open: 'Calls whose outcome is unknown',
} as const

/** Measures the queues of all workspaces whenever the metrics are read. */
export function watchQueue({ metrics, db, quarantine }: Pick<Runtime, 'metrics' | 'db' | 'quarantine'>): void {
  metrics.collect(queueGauges, () => db.withScope('all', () => queueMetrics(db.em(), quarantine.known())))
}
