import type { Counter, Metrics } from '../metrics.ts'

/** Counters of leases that did not end as they should. */
export type LeaseCounters = { expired: Counter; lost: Counter }

/** The counters of leases, the same in every service that has some. */
export function leaseCounters(metrics: Metrics): LeaseCounters {
  return {
    expired: metrics.counter('lease_expired_total', 'Leases whose holder did not end its work in time'),
    lost: metrics.counter('lease_lost_total', 'Results that changed nothing, since the lease was no longer held'),
  }
}
