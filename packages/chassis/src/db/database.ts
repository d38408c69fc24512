import { Migrator } from '@mikro-orm/migrations'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type EntitySchema, MikroORM, type Options } from '@mikro-orm/postgresql'
import { changeSubscriber } from '../audit/changes.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { chassisMigrations } from './chassis-migrations.ts'
import { chassisPartitions } from './chassis-partitions.ts'
import { startupOptions } from './connection.ts'
import { adaptPool, countConnections, type DriverPool } from './driver/adapter.ts'
import { inDriverTransaction } from './driver/transaction.ts'
import type { HistoryWatch } from './history.ts'
import { isMigrated, migrateSchema } from './migrate.ts'
import { type MigrationStep, type RunOutside, runOutside, toMigration } from './migration.ts'
import { dropOldPartitions, ensurePartitions, type PartitionedTable } from './partitions.ts'
import type { Pooler } from './pooler.ts'
import { enforceRowSecurity } from './row-security.sql.ts'
import { type OwnSettings, type Roles, type TenantScope, withTenantScope } from './tenant-scope.ts'
import { tlsOf } from './tls.ts'

/** Tables of a service, and how they are reached. */
export type DatabaseOptions = {
  /** Schema of the service. */
  schema: string
  url: string
  /** The pooler that answers at `url`, if one does. */
  pooler?: Pooler | undefined
  poolSize: number
  /** Milliseconds without a byte of an awaited answer after which a connection counts as lost; longer than any statement by default. */
  silenceMs?: number
  entities: EntitySchema[]
  migrations: MigrationStep[]
  partitions: PartitionedTable[]
  /** Tables whose rows are neither changed nor removed. */
  appendOnly?: string[]
  roles: Roles
  /** Sees each new connection; absent where no one asks. */
  history?: HistoryWatch
  /** Counts how long work waits for a connection. */
  metrics?: Metrics
  log: Log
}

/** The Postgres schema of one service. */
export type Database = {
  /** A fresh EntityManager that sees no rows of entities until `forWorkspace` names the tenant. */
  em(): EntityManager
  /** Runs `work` so that its statements see and write the rows of this scope; without one, of no tenant. */
  withScope<T>(scope: TenantScope, work: () => T): T
  /** One transaction, committed with `synchronous_commit=on` when `work` resolves. */
  transaction<T>(work: (em: EntityManager) => Promise<T>): Promise<T>
  /** Brings schema and partitions up to date; safe to run by several processes at once. */
  migrate(): Promise<void>
  /** Returns true where every migration was applied, by this process or another. */
  isMigrated(): Promise<boolean>
  /** Makes the partitions of the coming time and drops those whose time has passed. */
  renewPartitions(): Promise<void>
  /** Gives new connections the time of a start, or from the end of the start on the time that a caller waits. */
  expectSlowConnections(isStarting: boolean): void
  /** Connections in use and idle, and how many pieces of work wait for one. */
  connections(): { busy: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** Milliseconds that a connection to Postgres may take to come about: a caller waits for it. */
const connectTimeoutMs = 3_000

/** The same while a service starts: no one waits for it yet, and a machine that starts everything at once is slow. */
export const startConnectTimeoutMs = 20_000

/** Milliseconds that a connection rests before it ends: a new one plans every statement again, so those of a peak are kept for the next. */
const idleTimeoutMs = 300_000

/** Seconds after which Postgres ends a statement. */
const statementSecondsMax = 30
/** Postgres has answered by then, at least that the statement took too long. */
const silenceMsMax = (statementSecondsMax + 5) * 1_000

type ConnectionOptions = DatabaseOptions & { statementSeconds?: number }

/** The pools of an ORM, and the limit of their connections. */
type Pools = { all: Set<DriverPool>; connectTimeoutMs: number }

/** Settings of every statement: durable commits, bounded waits, tables of the own schema only. */
function ownSettings({ schema, roles, statementSeconds = statementSecondsMax }: ConnectionOptions): OwnSettings {
  return {
    role: roles.request,
    search_path: schema,
    synchronous_commit: 'on',
    // Rows that are needed soon lie in memory: a queue of a thousand jobs is not to be read whole for the sake of one.
    random_page_cost: '1.1',
    statement_timeout: `${statementSeconds}s`,
    lock_timeout: '2s',
    idle_in_transaction_session_timeout: '15s',
    timezone: 'UTC',
  }
}

/** Opens the schema of a service. Does not connect yet; `migrate` does. */
export function openDatabase(opts: DatabaseOptions): Database {
  const pools: Pools = { all: new Set(), connectTimeoutMs }
  const orm = new MikroORM(ormOptions(opts, pools))
  const em = () => orm.em.fork() as EntityManager
  return {
    em,
    withScope: withTenantScope,
    transaction: (work) => inDriverTransaction(em(), work),
    migrate: () => withTenantScope('schema', () => migrate(opts)),
    isMigrated: () => withTenantScope('schema', () => isMigrated(orm, opts.schema)),
    renewPartitions: () =>
      withTenantScope('schema', async () => {
        await renewPartitions(em(), opts)
        await dropOldPartitions(em(), [...opts.partitions, ...chassisPartitions])
      }),
    expectSlowConnections(isStarting) {
      pools.connectTimeoutMs = isStarting ? startConnectTimeoutMs : connectTimeoutMs
      for (const { options } of pools.all) options.connectionTimeoutMillis = pools.connectTimeoutMs
    },
    connections: () => countConnections(pools.all),
    close: () => orm.close(true),
  }
}

async function renewPartitions(em: EntityManager, { partitions, roles, appendOnly = [] }: DatabaseOptions) {
  await ensurePartitions(em, [...partitions, ...chassisPartitions])
  await enforceRowSecurity(em, { roles, appendOnly })
}

/** Connections of a migration: the one that holds the lock, the one that changes the schema, and one to spare. */
const migrationPoolSize = 3

/** A day: an index of a large table is built in silence. */
const migrationSilenceMs = 86_400_000

/** Migrates on connections of its own, whose statements may take as long as they need. */
async function migrate(opts: DatabaseOptions): Promise<void> {
  const url = opts.pooler?.directUrl ?? opts.url
  const limits = { poolSize: migrationPoolSize, silenceMs: migrationSilenceMs, statementSeconds: 0 }
  const own = { ...opts, ...limits, url, pooler: undefined }
  const orm = new MikroORM(ormOptions(own, { all: new Set(), connectTimeoutMs: startConnectTimeoutMs }))
  try {
    const renew = () => renewPartitions(orm.em.fork() as EntityManager, opts)
    await migrateSchema(orm, { schema: opts.schema, log: opts.log, renew })
  } finally {
    await orm.close(true)
  }
}

function ormOptions(opts: ConnectionOptions, pools: Pools): Options {
  const settings = ownSettings(opts)
  const pooled = opts.pooler && { settings, followsStatements: opts.pooler.followsStatements }
  const outside: RunOutside = (statements) =>
    runOutside(statements, { url: opts.url, schema: opts.schema, role: opts.roles.owner })
  return {
    clientUrl: opts.url,
    schema: opts.schema,
    entities: opts.entities,
    extensions: [Migrator],
    subscribers: [changeSubscriber],
    pool: { min: 0, max: opts.poolSize, idleTimeoutMillis: idleTimeoutMs },
    driverOptions: {
      // A pooler knows no start-up options: they go out with each transaction.
      ...(pooled ? {} : { options: startupOptions(settings) }),
      application_name: `posthorn ${opts.schema}`,
      // The ORM reads no parameters of the URL.
      ssl: tlsOf(opts.url),
      connectionTimeoutMillis: pools.connectTimeoutMs,
      keepAlive: true,
      pipeline: true,
      // Not `verify`: the pool hands a connection to work that gave up during it, and so loses the place for good.
      ...(opts.history ? { onConnect: opts.history.check } : {}),
      onPoolCreated: (pool: DriverPool) => {
        pools.all.add(pool)
        adaptPool(pool, { silenceMs: silenceMsMax, ...opts, pooled })
      },
    },
    filters: {
      workspace: { cond: (args: { workspace: string }) => ({ workspaceId: args.workspace }), default: true },
      numbers: {
        cond: ({ numbers }: { numbers: readonly string[] | null }) => (numbers ? { numberId: { $in: numbers } } : {}),
        entity: opts.entities.filter(({ meta }) => 'numberId' in meta.properties).map(({ meta }) => meta.className),
        default: true,
      },
      // Things of several numbers belong to a caller who may use one of these.
      someNumbers: {
        cond: ({ numbers }: { numbers: readonly string[] | null }) =>
          numbers ? { numberIds: { $overlap: [...numbers] } } : {},
        entity: opts.entities.filter(({ meta }) => 'numberIds' in meta.properties).map(({ meta }) => meta.className),
        default: true,
      },
    },
    migrations: {
      migrationsList: [...chassisMigrations, ...opts.migrations].map((step) => toMigration(step, outside)),
      tableName: 'migration',
      snapshot: false,
      transactional: true,
      // One transaction for each: no lock is held for longer than its own migration takes.
      allOrNothing: false,
      silent: true,
    },
    discovery: { warnWhenNoEntities: false },
    logger: (message) => opts.log.warn({ orm: message.slice(0, 300) }, 'orm'),
    debug: false,
  }
}

/** The same EntityManager, seeing the entities of one workspace only; of those that belong to a number, of `numbers` only, once some were named. */
export function forWorkspace(em: EntityManager, workspace: string, numbers?: readonly string[]): EntityManager {
  em.setFilterParams('workspace', { workspace })
  if (numbers || !em.getFilterParams('numbers')) {
    for (const filter of ['numbers', 'someNumbers']) em.setFilterParams(filter, { numbers: numbers ?? null })
  }
  return em
}
