import type { Metrics } from '../../metrics.ts'

type Callback = (...args: unknown[]) => void

/** Counters of a pg pool, and its way to a connection. */
export type PoolCounters = {
  totalCount: number
  idleCount: number
  waitingCount: number
  /** Read at each connection. */
  options: { connectionTimeoutMillis: number }
  connect(done?: Callback): Promise<unknown> | undefined
}

/** Measures how long work waits until it has a connection of the pool. */
export function measureWaits(pool: PoolCounters, metrics: Metrics): void {
  const waits = metrics.histogram('pool_wait_seconds', 'Time that work waits for a connection to Postgres')
  const connect = pool.connect.bind(pool)
  pool.connect = (done) => {
    const begun = performance.now()
    const noted = () => waits.observe((performance.now() - begun) / 1000)
    if (done)
      return connect((...args) => {
        noted()
        done(...args)
      })
    return connect()?.finally(noted)
  }
}

/** Connections of all these pools. */
export function countConnections(pools: Iterable<PoolCounters>): { busy: number; idle: number; waiting: number } {
  const counts = { busy: 0, idle: 0, waiting: 0 }
  for (const { totalCount, idleCount, waitingCount } of pools) {
    counts.busy += totalCount - idleCount
    counts.idle += idleCount
    counts.waiting += waitingCount
  }
  return counts
}
