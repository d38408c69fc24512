import type { RequestListener, Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { EntityManager, EntitySchema } from '@mikro-orm/postgresql'
import type { BusEvent, ServiceName } from '@posthorn/contracts'
import { openSpool } from '@posthorn/http'
import type { z } from 'zod'
import type { CommittedEvent, Consumption } from './bus/bus.ts'
import { applyAgain, type Subscriber } from './bus/inbox.ts'
import { openBus } from './bus/nats.ts'
import { Relay } from './bus/relay.ts'
import { type ChassisConfig, chassisConfig, parseConfig } from './config.ts'
import type { MigrationStep } from './db/migration.ts'
import { openSchema, updateSchema } from './db/open-schema.ts'
import type { OldRows, PartitionedTable } from './db/partitions.ts'
import type { Eraser } from './erasure/erasure.sql.ts'
import { armFaultPoints } from './fault-points.ts'
import { isPassing, reasonOf } from './faults.ts'
import { type Folders, openFolders, refusingFolders } from './folders.ts'
import { createObjectsYoung } from './heap.ts'
import { createLog, type Log } from './log.ts'
import { watchProcess } from './metrics/process.ts'
import { createMetrics } from './metrics.ts'
import { patiently } from './patience/index.ts'
import type { Implementation } from './rpc/implement.ts'
import { contextVerifier, parseCredentials } from './rpc/internal-auth.ts'
import { type Health, type HttpServer, healthOf, listen, probeListener, rpcListener } from './rpc/server.ts'
import { processFacts, type Runtime } from './runtime.ts'
import { openVault, type SealedColumn } from './secrets/master-keys.ts'
import { Membership } from './shards/membership.ts'
import { openSpans } from './spans/spans.ts'
import type { LongWaits } from './work/clock.sql.ts'
import { type Loop, startLoop } from './work/loop.ts'
import { createWakes, startWork, subscribersOf, type WorkDefinition, type Worker } from './work/start-work.ts'

export type Edge = { host: string; port: number; handler: RequestListener; tune?: (server: Server) => void }

/** Everything that makes up a service. The only composition root, used by `main.ts`, the stack and tests. */
export type ServiceDefinition<S extends z.ZodRawShape, Deps> = {
  name: ServiceName
  config: S
  entities: EntitySchema[]
  migrations: MigrationStep[]
  partitions?: PartitionedTable[]
  /** Tables whose rows are never changed or removed: the service's roles may only read and insert. */
  appendOnly?: string[]
  /** Changes the service's tables in the transaction that detects a restore. */
  onRestore?: (em: EntityManager) => Promise<void>
  /** Folders that the service writes to in addition to the spool, keyed by setting. */
  folders?: (config: ServiceConfig<S>) => Folders
  sealed?: readonly SealedColumn[]
  /** Rows that housekeeping deletes, once an hour. */
  expired?: readonly OldRows[]
  /** What waits for a time in a table. */
  longWaits?: readonly LongWaits<never>[]
  /** Creates the dependencies that the service keeps while it runs. `close` shuts them down. */
  deps: (
    base: Omit<Runtime, 'deps' | 'config'> & { config: ServiceConfig<S> },
  ) => Promise<Deps & { close?: () => Promise<void> }>
  router: Implementation
  subscribers: Subscriber<never>[]
  /** Maximum milliseconds to gather events before applying them together, if nothing urgent depends on them. Default: 0. */
  gatherEventsMs?: number
  workers: Worker<never>[]
  /** Erases a person whose contact was deleted. Absent if the service stores nothing about contacts. */
  erase?: Eraser<never>
  edge?: (runtime: Runtime<ServiceConfig<S>, Deps>, health: Health) => Edge
}

export type ServiceConfig<S extends z.ZodRawShape> = ChassisConfig & z.infer<z.ZodObject<S>>

export type RunningService = {
  name: string
  url: string
  edgeUrl: string | null
  /** Stops gracefully: reports that it isn't ready, accepts calls for another `drainMs` (default 0), then finishes the work in progress. */
  stop(opts?: { drainMs?: number }): Promise<void>
}

const relayPollMs = 1_000

/** Time limit for responses after the servers have closed. Shorter if a person is waiting at a terminal. */
const answerLimitMs = { drained: 15_000, atOnce: 5_000 }

/** Returns the definition unchanged. Its type parameters tell the rest of the service the types of its settings and dependencies. */
export function defineService<S extends z.ZodRawShape, Deps>(
  definition: ServiceDefinition<S, Deps>,
): ServiceDefinition<S, Deps> {
  return definition
}

type Opening<C> = { config: C; log: Log; opened: AsyncDisposableStack }

/** `onWait` gets a status line when startup has to wait. */
type StartOptions = { onWait?: (line: string) => void }

/**
 * Starts a service: settings, schema, bus, loops, servers. Waits up to `START_WAIT_SECONDS` for Postgres. A failed start closes everything
 * it opened. Rejects with `ConfigError` for invalid settings.
 */
export async function startService<S extends z.ZodRawShape, Deps>(
  definition: ServiceDefinition<S, Deps>,
  env: Record<string, string | undefined>,
  { onWait }: StartOptions = {},
): Promise<RunningService> {
  createObjectsYoung()
  const config = parseConfig({ ...chassisConfig, ...definition.config }, env) as ServiceConfig<S>
  const log = createLog(definition.name, config.LOG_LEVEL)
  if (config.FAULT_POINTS !== undefined) armFaultPoints(config.FAULT_POINTS)
  return awaitPostgres(() => startOnce(definition, config, log), { config, log, onWait })
}

/** Repeats a startup step while Postgres doesn't respond. If that takes too long, the error names Postgres. */
async function awaitPostgres<T>(
  work: () => Promise<T>,
  { config, log, onWait }: { config: ChassisConfig; log: Log; onWait?: StartOptions['onWait'] },
): Promise<T> {
  return patiently(work, {
    limitMs: config.START_WAIT_SECONDS * 1_000,
    isPassing,
    onWait(err) {
      log.warn({ err }, 'service.awaits_postgres')
      onWait?.(`waits for Postgres: ${reasonOf(err)}`)
    },
  }).catch((err: unknown) => {
    throw isPassing(err) ? new Error(`Postgres cannot be used: ${reasonOf(err)}`, { cause: err }) : err
  })
}

/** Makes one attempt to start. If a step fails, `opened` closes what was opened before. */
async function startOnce<S extends z.ZodRawShape, Deps>(
  definition: ServiceDefinition<S, Deps>,
  config: ServiceConfig<S>,
  log: Log,
): Promise<RunningService> {
  await using opened = new AsyncDisposableStack()
  const { runtime, loops, relay, membership, noteConsumption } = await openRuntime(definition, { config, log, opened })
  const { db } = runtime
  const health = healthOf(runtime)
  const servers: HttpServer[] = []
  let consumption: Consumption | undefined
  let answerMs = 0
  opened.defer(async () => {
    const ended = [...servers.map((server) => server.close(answerMs)), consumption?.stop()]
    await Promise.all([...ended, ...[...loops.values()].map((loop) => loop.stop())])
  })
  if (config.ROLE === 'worker')
    servers.push(await listen(probeListener(health, runtime.metrics), { host: config.HOST, port: config.RPC_PORT }))
  else await openServers(definition, { runtime, health, servers })
  const relayRound = () => db.withScope('all', () => relay.round())
  loops.set('relay', startLoop({ name: 'relay', pollMs: relayPollMs, run: relayRound }, log))
  if (config.ROLE !== 'api')
    consumption = (await startWork(workOf(definition), { runtime, loops, membership })).consumption
  noteConsumption(consumption)
  db.expectSlowConnections(false)
  log.info({ url: servers[0]?.url, role: config.ROLE }, 'service.started')
  const all = opened.move()
  return {
    name: definition.name,
    url: servers[0]?.url ?? '',
    edgeUrl: servers[1]?.url ?? null,
    async stop({ drainMs = 0 } = {}) {
      health.drain()
      for (const server of servers) server.drain()
      await pause(drainMs)
      answerMs = drainMs > 0 ? answerLimitMs.drained : answerLimitMs.atOnce
      await all.disposeAsync()
      log.info({}, 'service.stopped')
    },
  }
}

/** Migrates a service's schema, regardless of `ROLE`. Rejects in the same cases as `startService`. */
export async function migrateService<S extends z.ZodRawShape, Deps>(
  definition: ServiceDefinition<S, Deps>,
  env: Record<string, string | undefined>,
): Promise<void> {
  const config = parseConfig({ ...chassisConfig, ...definition.config }, env) as ServiceConfig<S>
  const log = createLog(definition.name, config.LOG_LEVEL)
  await awaitPostgres(() => updateSchema(config, { ...tablesOf(definition), log }), { config, log })
  log.info({}, 'service.migrated')
}

/** Returns the part of a definition that describes its schema. */
function tablesOf<S extends z.ZodRawShape, Deps>({
  name: schema,
  entities,
  migrations,
  partitions = [],
  appendOnly = [],
}: ServiceDefinition<S, Deps>) {
  return { schema, entities, migrations, partitions, appendOnly }
}

type OpenRuntime<R> = {
  runtime: R
  loops: Map<string, Loop>
  relay: Relay
  membership: Membership
  /** Tells `caughtUp` and the metrics, which are created first, what this process consumes. */
  noteConsumption(consumption: Consumption | undefined): void
}

/** Opens what servers and loops need, such as the migrated schema and the bus. Registers in `opened` how to close each. */
async function openRuntime<S extends z.ZodRawShape, Deps>(
  definition: ServiceDefinition<S, Deps>,
  { config, log, opened }: Opening<ServiceConfig<S>>,
): Promise<OpenRuntime<Runtime<ServiceConfig<S>, Deps>>> {
  const { name } = definition
  const folders = { SPOOL_DIR: config.SPOOL_DIR, ...definition.folders?.(config) }
  await openFolders(folders)
  const metrics = createMetrics({ service: name })
  const hasOutwardLoops = (definition.workers as Worker<never>[]).some(({ outward }) => outward)
  const spans = await openSpans(config, { service: name, log })
  opened.defer(() => spans.close())
  const { db, quarantine } = await openSchema(config, {
    ...tablesOf(definition),
    hasOutwardLoops,
    onRestore: definition.onRestore,
    log,
    metrics,
  })
  opened.defer(() => db.close())
  const vault = await openVault(db, config.MASTER_KEYS)
  await openSpool(config.SPOOL_DIR)
  const tls = { ca: config.NATS_CA, cert: config.NATS_CERT, key: config.NATS_KEY }
  const stream = { bytesMax: config.BUS_BYTES_MAX, replicas: config.BUS_REPLICAS, consumers: config.BUS_CONSUMERS }
  const bus = openBus({ url: config.NATS_URL, tls, name: config.BUS_NAME, service: name, log, spans, ...stream })
  opened.defer(() => bus.close())
  const loops = new Map<string, Loop>()
  const intake: { consumption: Consumption | undefined } = { consumption: undefined }
  const membership = new Membership({ name, db, bus, metrics })
  const sharded = new Set(definition.workers.flatMap((worker: Worker<never>) => (worker.sharded ? worker.name : [])))
  const wakes = createWakes({ name, bus, membership, loops, sharded })
  const caughtUp = async (through?: number) => intake.consumption?.caughtUp(through) ?? false
  const announce = (events: CommittedEvent[]) => relay.offer(events)
  const doubt = (events: CommittedEvent[]) => relay.doubt(events)
  const subscribers = subscribersOf(workOf(definition))
  const applyEvent = (event: BusEvent) => applyAgain(runtime, subscribers, event)
  const refusals = [() => refusingFolders(folders)]
  const own = { name, config, db, bus, vault, log, metrics, spans, quarantine, folders, refusals, applyEvent }
  const base = { ...own, ...wakes, announce, doubt, caughtUp, shards: membership, process: processFacts(loops, intake) }
  const relay = new Relay(base)
  opened.defer(() => db.withScope('all', () => relay.flush()).catch(() => {}))
  const deps = await definition.deps(base)
  opened.defer(async () => deps.close?.())
  opened.defer(() => membership.leave().catch(() => {}))
  const runtime: Runtime<ServiceConfig<S>, Deps> = { ...base, deps }
  watchProcess(runtime, intake)
  return {
    runtime,
    loops,
    relay,
    membership,
    noteConsumption: (consumption) => {
      intake.consumption = consumption
    },
  }
}

/** Opens the server for calls and, if the service has one, the server at its public edge. Adds them to `servers`. */
async function openServers<S extends z.ZodRawShape, Deps>(
  definition: ServiceDefinition<S, Deps>,
  { runtime, health, servers }: { runtime: Runtime<ServiceConfig<S>, Deps>; health: Health; servers: HttpServer[] },
): Promise<void> {
  const { config, metrics } = runtime
  const verify = contextVerifier(parseCredentials(config.SERVICE_CREDENTIALS))
  const { HOST: host, RPC_PORT: port, SPOOL_DIR: spoolFolder } = config
  const rpc = rpcListener({ bound: definition.router.bind(runtime), verify, health, metrics, spoolFolder })
  servers.push(await listen(rpc, { host, port }))
  const edge = definition.edge?.(runtime, health)
  if (edge) servers.push(await listen(edge.handler, edge))
}

/** Returns a definition's loops and events, with defaults for what a service may leave out. */
function workOf<S extends z.ZodRawShape, Deps>(definition: ServiceDefinition<S, Deps>) {
  const defaults = { gatherEventsMs: undefined, erase: undefined, sealed: [], expired: [], longWaits: [] }
  return { ...defaults, ...definition } as unknown as WorkDefinition<Runtime<ServiceConfig<S>, Deps>>
}
