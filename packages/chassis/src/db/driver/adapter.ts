import type { Metrics } from '../../metrics.ts'
import type { Roles } from '../tenant-scope.ts'
import { freeLostConnections } from './lost-connections.ts'
import { measureWaits, type PoolCounters } from './pool-metrics.ts'
import { type Pooled, scopeClient } from './scoped-client.ts'
import { endSilentConnections } from './silent-connections.ts'

export { countConnections, type PoolCounters } from './pool-metrics.ts'
export { lastMark } from './scoped-client.ts'

/** A pool of `pg`, as far as it is changed here. */
export type DriverPool = Parameters<typeof freeLostConnections>[0] &
  Parameters<typeof endSilentConnections>[0] &
  PoolCounters

type PoolOptions = { roles: Roles; silenceMs: number; metrics?: Metrics | undefined; pooled: Pooled | undefined }

/** Changes a new pool of `pg` in the four ways that `README.md` of this folder describes. */
export function adaptPool(pool: DriverPool, { roles, silenceMs, metrics, pooled }: PoolOptions): void {
  freeLostConnections(pool)
  endSilentConnections(pool, silenceMs)
  if (metrics) measureWaits(pool, metrics)
  pool.on('connect', (client) => scopeClient(client as unknown as Parameters<typeof scopeClient>[0], roles, pooled))
}
