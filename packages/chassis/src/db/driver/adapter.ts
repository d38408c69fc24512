import type { Metrics } from '../../metrics.ts'
import type { Roles } from '../tenant-scope.ts'
import { type Pooled, type StatementNames, scopeClient } from './scoped-client.ts'
import { endSilentConnections } from './silent-connections.ts'

export { lastMark } from './scoped-client.ts'

export type DriverPool = Parameters<typeof freeLostConnections>[0] &
  Parameters<typeof endSilentConnections>[0] &
  PoolCounters

export function adaptPool(
  pool: DriverPool,
  {
    roles,
    silenceMs,
    metrics,
    pooled,
  }: { roles: Roles; silenceMs: number; metrics?: Metrics | undefined; pooled: Pooled | undefined },
): void {
  freeLostConnections(pool)
  endSilentConnections(pool, silenceMs)
  if (metrics) measureWaits(pool, metrics)
  const names: StatementNames = new Map()
  pool.on('connect', (client) =>
    scopeClient(client as unknown as Parameters<typeof scopeClient>[0], { roles, names, pooled }),
  )
}

type Client = { release(err?: Error): void; on(event: 'error' | 'end', listener: (err?: Error) => void): void }
type Pool = {
  on(event: 'connect' | 'acquire', listener: (client: Client) => void): void
  on(event: 'release', listener: (err: unknown, client: Client) => void): void
}

/**
 * Frees a connection's slot in the pool as soon as it dies while in use. Kysely returns a transaction's connection only after a successful
 * COMMIT or ROLLBACK, and never if BEGIN fails, so each dead connection would shrink the pool permanently. Statements still running on it
 * fail on their own. A later release has no effect.
 */
function freeLostConnections(pool: Pool): void {
  const inUse = new Set<Client>()
  pool.on('acquire', (client) => void inUse.add(client))
  pool.on('release', (_err, client) => void inUse.delete(client))
  pool.on('connect', (client) => {
    const free = (err: Error = new Error('the connection ended')) => {
      if (!inUse.has(client)) return
      const { release } = client
      client.release = () => {}
      release(err)
    }
    client.on('error', free)
    client.on('end', () => free())
  })
}

type Callback = (...args: unknown[]) => void

export type PoolCounters = {
  totalCount: number
  idleCount: number
  waitingCount: number
  /** Read for each new connection. */
  options: { connectionTimeoutMillis: number }
  connect(done?: Callback): Promise<unknown> | undefined
}

function measureWaits(pool: PoolCounters, metrics: Metrics): void {
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

export function countConnections(pools: Iterable<PoolCounters>): { busy: number; idle: number; waiting: number } {
  const counts = { busy: 0, idle: 0, waiting: 0 }
  for (const { totalCount, idleCount, waitingCount } of pools) {
    counts.busy += totalCount - idleCount
    counts.idle += idleCount
    counts.waiting += waitingCount
  }
  return counts
}
