import { Migrator } from '@mikro-orm/migrations'
import { type EntityManager, type EntitySchema, MikroORM, type Options } from '@mikro-orm/postgresql'
import { changeSubscriber } from '../audit/changes.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { chassisMigrations, chassisPartitions } from './chassis-migrations.ts'
import { type Pooler, startupOptions } from './connection.ts'
import { adaptPool, countConnections, type DriverPool, inDriverTransaction } from './driver/adapter.ts'
import type { HistoryWatch } from './history.ts'
import { isMigrated, type MigrationStep, migrateSchema, type RunOutside, runOutside, toMigration } from './migration.ts'
import { dropOldPartitions, ensurePartitions, type PartitionedTable } from './partitions.ts'
import { enforceRowSecurity } from './row-security.sql.ts'
import { type OwnSettings, type Roles, type TenantScope, withTenantScope } from './tenant-scope.ts'
import { tlsOf } from './tls.ts'

export type DatabaseOptions = {
  schema: string
  url: string
  /** Pooler at `url`, if any. */
  pooler?: Pooler | undefined
  poolSize: number
  /** Milliseconds without a byte, while a response is due, after which a connection is lost. By default, longer than any statement. */
  silenceMs?: number
  entities: EntitySchema[]
  migrations: MigrationStep[]
  partitions: PartitionedTable[]
  /** Tables whose rows are never changed or removed. */
  appendOnly?: string[]
  roles: Roles
  history?: HistoryWatch
  metrics?: Metrics
  log: Log
}

export type Database = {
  /** Returns a new EntityManager. Until `forWorkspace` sets the tenant, looking for entities throws. */
  em(): EntityManager
  /** Runs `work` with access limited to the rows of this scope. Without a scope, statements see no tenant's rows. */
  withScope<T>(scope: TenantScope, work: () => T): T
  transaction<T>(work: (em: EntityManager) => Promise<T>): Promise<T>
  /** Updates the schema and the partitions. Several processes may run it concurrently. */
  migrate(): Promise<void>
  /** Returns whether all migrations have been applied, by this process or another. */
  isMigrated(): Promise<boolean>
  /** Creates upcoming partitions and drops old ones. */
  renewPartitions(): Promise<void>
  /** Sets the timeout for new connections: the long one for startup or, afterwards, the short one used while callers wait. */
  expectSlowConnections(isStarting: boolean): void
  connections(): { busy: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** Timeout for new connections in milliseconds, while a caller is waiting. */
const connectTimeoutMs = 3_000

/** The same timeout during startup, when no one is waiting and a machine that starts everything at once is slow. */
export const startConnectTimeoutMs = 20_000

/**
 * Idle time in milliseconds before a connection is closed. The pool reuses the most recently used connection first, so connections opened
 * during a peak are closed, and about two stay open (5 to 10 MB each). Not shorter, because a new connection must plan every statement
 * again.
 */
const idleTimeoutMs = 60_000

const statementSecondsMax = 30
/** By then, Postgres has at least responded that the statement took too long. */
const silenceMsMax = (statementSecondsMax + 5) * 1_000

type ConnectionOptions = DatabaseOptions & { statementSeconds?: number }

type Pools = { all: Set<DriverPool>; connectTimeoutMs: number }

/** Returns the Postgres settings of a service's connections. Timeouts keep stuck statements and transactions from blocking others. */
function ownSettings({ schema, roles, statementSeconds = statementSecondsMax }: ConnectionOptions): OwnSettings {
  return {
    role: roles.request,
    search_path: schema,
    synchronous_commit: 'on',
    // Hot rows are in memory: reading one job must not scan a queue of a thousand.
    random_page_cost: '1.1',
    statement_timeout: `${statementSeconds}s`,
    lock_timeout: '2s',
    idle_in_transaction_session_timeout: '15s',
    timezone: 'UTC',
  }
}

/** Opens a service's schema, and connects at its first use. */
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
        await addPartitions(em(), opts)
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

/** Creates missing partitions, and protects them and new tables with row-level security. Drops none; only housekeeping does. */
async function addPartitions(em: EntityManager, { partitions, roles, appendOnly = [] }: DatabaseOptions) {
  await ensurePartitions(em, [...partitions, ...chassisPartitions])
  await enforceRowSecurity(em, { roles, appendOnly })
}

/** Connections for a migration: one that holds the lock, one that changes the schema, and a spare. */
const migrationPoolSize = 3

/** A day, because building an index of a large table produces no output. */
const migrationSilenceMs = 86_400_000

/** Migrates on separate connections without a statement timeout, because changing a large table can take hours. */
async function migrate(opts: DatabaseOptions): Promise<void> {
  // Past a pooler: concurrent indexes are built outside a transaction, with startup options that a pooler refuses or ignores.
  const url = opts.pooler?.directUrl ?? opts.url
  const limits = { poolSize: migrationPoolSize, silenceMs: migrationSilenceMs, statementSeconds: 0 }
  const own = { ...opts, ...limits, url, pooler: undefined }
  const orm = new MikroORM(ormOptions(own, { all: new Set(), connectTimeoutMs: startConnectTimeoutMs }))
  try {
    const renew = () => addPartitions(orm.em.fork() as EntityManager, opts)
    await migrateSchema(orm, { schema: opts.schema, log: opts.log, renew })
  } finally {
    await orm.close(true)
  }
}

/** Returns the ORM's options. Each pool that it creates is added to `pools`, to change its timeout and count its connections. */
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
      // A pooler ignores startup options, so each transaction sends its settings.
      ...(pooled ? {} : { options: startupOptions(settings) }),
      application_name: `posthorn ${opts.schema}`,
      ssl: tlsOf(opts.url),
      connectionTimeoutMillis: pools.connectTimeoutMs,
      keepAlive: true,
      pipeline: true,
      // Not `verify`: the pool would give the connection to a caller that gave up during the check, and lose the slot for good.
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
      // An object with several numbers belongs to every caller who may use any of them.
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
      // One transaction per migration, so that each lock lasts only as long as its own migration.
      allOrNothing: false,
      silent: true,
    },
    discovery: { warnWhenNoEntities: false },
    logger: (message) => opts.log.warn({ orm: message.slice(0, 300) }, 'orm'),
    debug: false,
  }
}

/** Restricts the EntityManager to one workspace and, if `numbers` is given, to entities of those numbers. */
export function forWorkspace(em: EntityManager, workspace: string, numbers?: readonly string[]): EntityManager {
  em.setFilterParams('workspace', { workspace })
  // Without `numbers`, a restriction that was set earlier stays.
  if (numbers || !em.getFilterParams('numbers')) {
    for (const filter of ['numbers', 'someNumbers']) em.setFilterParams(filter, { numbers: numbers ?? null })
  }
  return em
}
