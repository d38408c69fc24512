import type { Duplex } from 'node:stream'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { CompiledQuery } from 'kysely'
import type { Metrics } from '../../metrics.ts'
import type { Roles } from '../tenant-scope.ts'
import { type Pooled, type StatementNames, scopeClient } from './scoped-client.ts'

export { lastMark } from './scoped-client.ts'

type Result = { command: string; rowCount: number | null; rows: unknown[] }
type PooledClient = { query(text: string, values: readonly unknown[]): Promise<Result>; release(err?: Error): void }

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** The transaction in the form that the EntityManager needs. Its statements run on this connection until it ends. */
class DriverTransaction {
  readonly #client: PooledClient
  #hasEnded = false

  constructor(client: PooledClient) {
    this.#client = client
  }

  async executeQuery(query: CompiledQuery): Promise<{ numAffectedRows?: bigint; rows: unknown[] }> {
    // Other work may be using the connection by now.
    if (this.#hasEnded) throw new Error('a statement after the end of its transaction')
    const { command, rowCount, rows } = await this.#client.query(query.sql, query.parameters)
    return { rows: rows ?? [], ...(changing.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) }
  }

  begin(): Promise<unknown> {
    return this.#client.query('begin', [])
  }

  end(text: 'commit' | 'rollback'): Promise<unknown> {
    this.#hasEnded = true
    return this.#client.query(text, [])
  }
}

/**
 * Runs `work` in a transaction of this EntityManager, which must be new, and flushes before COMMIT. BEGIN, COMMIT and ROLLBACK go directly
 * to the driver. The ORM would create a second EntityManager and two layers of objects per transaction, which costs more than a short
 * transaction does in Postgres.
 */
export async function inDriverTransaction<T>(em: EntityManager, work: (em: EntityManager) => Promise<T>): Promise<T> {
  const pool = (await em.getConnection().getNativeClient()) as unknown as { connect(): Promise<PooledClient> }
  const client = await pool.connect()
  const transaction = new DriverTransaction(client)
  let broken: Error | undefined
  em.setTransactionContext(transaction)
  try {
    await transaction.begin()
    const value = await work(em)
    await em.flush()
    await transaction.end('commit')
    return value
  } catch (err) {
    await transaction.end('rollback').catch((error: Error) => {
      broken = error
    })
    throw err
  } finally {
    client.release(broken)
  }
}

export type DriverPool = Parameters<typeof freeLostConnections>[0] &
  Parameters<typeof endSilentConnections>[0] &
  PoolCounters

type PoolOptions = { roles: Roles; silenceMs: number; metrics?: Metrics | undefined; pooled: Pooled | undefined }

/** Makes a pool set the tenant scope of every transaction, and give up lost and silent connections. `metrics`: measures waits. */
export function adaptPool(pool: DriverPool, { roles, silenceMs, metrics, pooled }: PoolOptions): void {
  freeLostConnections(pool)
  endSilentConnections(pool, silenceMs)
  if (metrics) measureWaits(pool, metrics)
  const names: StatementNames = new Map()
  pool.on('connect', (client) =>
    scopeClient(client as unknown as Parameters<typeof scopeClient>[0], { roles, names, pooled }),
  )
}

type PoolClient = { release(err?: Error): void; on(event: 'error' | 'end', listener: (err?: Error) => void): void }
type Pool = {
  on(event: 'connect' | 'acquire', listener: (client: PoolClient) => void): void
  on(event: 'release', listener: (err: unknown, client: PoolClient) => void): void
}

/**
 * Frees a connection's slot in the pool as soon as it dies while in use. Kysely returns a transaction's connection only after a successful
 * COMMIT or ROLLBACK, and never if BEGIN fails, so each dead connection would shrink the pool permanently. Statements still running on it
 * fail on their own. A later release has no effect.
 */
function freeLostConnections(pool: Pool): void {
  const inUse = new Set<PoolClient>()
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

type Client = {
  /** False while a statement's response is awaited. */
  readyForQuery: boolean
  _ending: boolean
  connection: { stream: Duplex & { bytesRead: number } }
}

const checkEveryMs = 1_000

/** Fails a connection the way a network does when it knows that the peer is gone. Waiting work may succeed on another connection. */
class SilentConnection extends Error {
  readonly code = 'ETIMEDOUT'
}

/**
 * Closes connections that await a response, or their end, and have received no byte for `limitMs`. That is longer than any statement may
 * take, so the peer or the route to it is gone, which TCP would take a quarter of an hour to notice. One timer checks all connections of
 * the pool, so statements cost nothing. It counts checks instead of time: bytes that arrived while this process was suspended are read
 * before the next check.
 */
function endSilentConnections(
  pool: { on(event: 'connect' | 'remove', listener: (client: Client) => void): void },
  limitMs: number,
): void {
  const watched = new Map<Client, { bytesRead: number; silentChecks: number }>()
  let timer: NodeJS.Timeout | undefined
  const check = () => {
    for (const [client, seen] of watched) {
      const { stream } = client.connection
      const isAwaited = !client.readyForQuery || client._ending
      const isSilent = isAwaited && stream.bytesRead === seen.bytesRead
      seen.silentChecks = isSilent ? seen.silentChecks + 1 : 0
      seen.bytesRead = stream.bytesRead
      if (seen.silentChecks * checkEveryMs <= limitMs) continue
      stream.destroy(client._ending ? undefined : new SilentConnection('Postgres has not answered'))
    }
  }
  pool.on('connect', (client) => {
    watched.set(client, { bytesRead: 0, silentChecks: 0 })
    timer ??= setInterval(check, checkEveryMs).unref()
  })
  pool.on('remove', (client) => {
    watched.delete(client)
    if (watched.size > 0) return
    clearInterval(timer)
    timer = undefined
  })
}

type PoolCounters = {
  totalCount: number
  idleCount: number
  waitingCount: number
  /** Read for each new connection. */
  options: { connectionTimeoutMillis: number }
  connect(done?: (...args: unknown[]) => void): Promise<unknown> | undefined
}

/** Measures how long work waits for a connection. The pool has no event for this, so its `connect` is replaced. */
function measureWaits(pool: PoolCounters, metrics: Metrics): void {
  const waits = metrics.histogram('pool_wait_seconds', 'Time that work waits for a connection to Postgres')
  const connect = pool.connect.bind(pool)
  pool.connect = (done) => {
    const begun = performance.now()
    const noteWait = () => waits.observe((performance.now() - begun) / 1000)
    if (done)
      return connect((...args) => {
        noteWait()
        done(...args)
      })
    return connect()?.finally(noteWait)
  }
}

/** Counts busy and idle connections, and the work that waits for one, for the metrics. Takes all pools that the ORM has created, usually one. */
export function countConnections(pools: Iterable<PoolCounters>): { busy: number; idle: number; waiting: number } {
  const counts = { busy: 0, idle: 0, waiting: 0 }
  for (const { totalCount, idleCount, waitingCount } of pools) {
    counts.busy += totalCount - idleCount
    counts.idle += idleCount
    counts.waiting += waitingCount
  }
  return counts
}
