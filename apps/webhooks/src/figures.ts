import {
  type Counter,
  type Histogram,
  type LeaseFigures,
  leaseFigures,
  type Metrics,
  type Runtime,
} from '@posthorn/chassis'
import { deliveryReadings } from './delivery/figures.sql.ts'

/** What is counted of deliveries. */
export type DeliveryFigures = { attempts: Histogram; disabled: Counter; leases: LeaseFigures }

/** The counters of deliveries. */
export function deliveryFigures(metrics: Metrics): DeliveryFigures {
  return {
    attempts: metrics.histogram('webhook_attempt_seconds', 'How long attempts at deliveries took, by their outcome'),
    disabled: metrics.counter(
      'endpoint_disabled_total',
      'Receivers that were disabled because they failed or asked for it',
    ),
    leases: leaseFigures(metrics),
  }
}

const helps = {
  webhook_queue: 'Deliveries that are due, wait for their time, are under way, or are parked',
  webhook_due_oldest_seconds: 'How long the oldest delivery is due to a receiver that has room and is not written to',
  breaker_open: 'Receivers that are left alone for a while because they failed',
}

/** Tells of the deliveries that are to be made. */
export function watchDeliveries({ metrics, db }: Pick<Runtime, 'metrics' | 'db'>): void {
  metrics.collect(helps, () => db.reach('every workspace', () => deliveryReadings(db.em())))
}
