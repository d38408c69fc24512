import type { RequestListener, Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { EntitySchema } from '@mikro-orm/postgresql'
import type { BusEvent, ServiceName } from '@posthorn/contracts'
import { openSpool } from '@posthorn/http'
import type { z } from 'zod'
import type { CommittedEvent, Consumption } from './bus/bus.ts'
import { applyAgain, type Subscriber } from './bus/inbox.ts'
import { openBus } from './bus/nats.ts'
import { Relay } from './bus/relay.ts'
import { type ChassisConfig, chassisConfig, parseConfig } from './config.ts'
import { parseCredentials } from './credentials.ts'
import type { MigrationStep } from './db/migration.ts'
import { openSchema, updateSchema } from './db/open-schema.ts'
import type { PartitionedTable } from './db/partitions.ts'
import type { Eraser } from './erasure/person.ts'
import { armFaultPoints } from './fault-points.ts'
import { createLog } from './log.ts'
import { watchProcess } from './metrics/process.ts'
import { createMetrics } from './metrics.ts'
import { healthOf } from './rpc/health.ts'
import type { Implementation } from './rpc/implement.ts'
import { contextVerifier } from './rpc/internal-auth.ts'
import { type Health, type HttpServer, listen, probeListener, rpcListener } from './rpc/server.ts'
import type { Runtime } from './runtime.ts'
import { openVault } from './secrets/master-keys.ts'
import type { SealedColumn } from './secrets/sealed-column.ts'
import { Membership } from './shards/membership.ts'
import { openSpans } from './spans/spans.ts'
import { processFacts } from './upkeep/process-facts.ts'
import { type Loop, startLoop } from './work/loop.ts'
import { startWork, subscribersOf, type WorkDefinition, type Worker } from './work/start-work.ts'
import { createWakes } from './work/wakes.ts'
import { createObjectsYoung } from './young-objects.ts'

/** Another server of a service besides its RPC server: the gateway's public edge. */
export type Edge = { host: string; port: number; handler: RequestListener; tune?: (server: Server) => void }

/** Everything a service is: the only composition root, used by `main.ts`, the stack and the tests alike. */
export type ServiceDefinition<S extends z.ZodRawShape, Deps> = {
  name: ServiceName
  /** Settings beside those of every service. */
  config: S
  entities: EntitySchema[]
  migrations: MigrationStep[]
  partitions?: PartitionedTable[]
  /** Tables whose rows are neither changed nor removed: the service's roles may read them and add to them. */
  appendOnly?: string[]
  /** Columns of sealed text, to be sealed anew when the master key changes. */
  sealed?: readonly SealedColumn[]
  /** Makes what the service keeps for its life; `close` ends it. */
  deps: (
    base: Omit<Runtime, 'deps' | 'config'> & { config: ServiceConfig<S> },
  ) => Promise<Deps & { close?: () => Promise<void> }>
  router: Implementation
  subscribers: Subscriber<never>[]
  /** Time that events may wait to be applied together, where nothing urgent follows from them; default 0. */
  gatherEventsMs?: number
  workers: Worker<never>[]
  /** Erases a person whose contact was deleted; absent where nothing about contacts is kept. */
  erase?: Eraser<never>
  edge?: (runtime: Runtime<ServiceConfig<S>, Deps>, health: Health) => Edge
}

/** A service's settings, parsed. */
export type ServiceConfig<S extends z.ZodRawShape> = ChassisConfig & z.infer<z.ZodObject<S>>

/** A running service. `url` is its RPC server, `edgeUrl` its public edge if it has one. */
export type RunningService = {
  name: string
  url: string
  edgeUrl: string | null
  /** Ends it in order: not ready, then `drainMs` (default 0) in which calls are still taken, then what is in hand. */
  stop(opts?: { drainMs?: number }): Promise<void>
}

const relayPollMs = 1_000

/** Limit of an answer after the servers have closed: longer when no person waits at a terminal. */
const answerLimitMs = { drained: 15_000, atOnce: 5_000 }

/** States a service. */
export function defineService<S extends z.ZodRawShape, Deps>(
  definition: ServiceDefinition<S, Deps>,
): ServiceDefinition<S, Deps> {
  return definition
}

/** Starts a service: settings, schema, bus, loops, servers. Rejects with `ConfigError` for wrong settings. */
export async function startService<S extends z.ZodRawShape, Deps>(
  definition: ServiceDefinition<S, Deps>,
  env: Record<string, string | undefined>,
): Promise<RunningService> {
  createObjectsYoung()
  const { runtime, loops, relay, membership, unwatch, listenTo } = await openRuntime(definition, env)
  const { config, log, deps, bus, db, spans } = runtime
  const health = healthOf(runtime)
  const servers =
    config.ROLE === 'worker' ? [await listenProbes(runtime, health)] : await openServers(definition, runtime, health)
  const relayRound = () => db.withScope('all', () => relay.round())
  loops.set('relay', startLoop({ name: 'relay', pollMs: relayPollMs, run: relayRound }, log))
  const work = config.ROLE === 'api' ? undefined : await startWork(workOf(definition), { runtime, loops, membership })
  listenTo(work?.consumption)
  log.info({ url: servers[0]?.url, role: config.ROLE }, 'service.started')
  return {
    name: definition.name,
    url: servers[0]?.url ?? '',
    edgeUrl: servers[1]?.url ?? null,
    async stop({ drainMs = 0 } = {}) {
      health.drain()
      for (const server of servers) server.drain()
      await pause(drainMs)
      const limitMs = drainMs > 0 ? answerLimitMs.drained : answerLimitMs.atOnce
      await Promise.all([
        ...servers.map((server) => server.close(limitMs)),
        work?.consumption?.stop(),
        ...[...loops.values()].map((loop) => loop.stop()),
      ])
      await membership.leave().catch(() => {})
      await (deps as { close?: () => Promise<void> }).close?.()
      await db.withScope('all', () => relay.flush()).catch(() => {})
      await bus.close()
      await db.close()
      await spans.close()
      unwatch()
      log.info({}, 'service.stopped')
    },
  }
}

/** Brings the schema of a service up to date, whatever its `ROLE`. Rejects as `startService`. */
export async function migrateService<S extends z.ZodRawShape, Deps>(
  definition: ServiceDefinition<S, Deps>,
  env: Record<string, string | undefined>,
): Promise<void> {
  const config = parseConfig({ ...chassisConfig, ...definition.config }, env) as ServiceConfig<S>
  const log = createLog(definition.name, config.LOG_LEVEL)
  await updateSchema(config, { ...tablesOf(definition), log })
  log.info({}, 'service.migrated')
}

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
  unwatch(): void
  listenTo(consumption: Consumption | undefined): void
}

/** Opens what servers and loops need: settings, migrated schema and bus. */
async function openRuntime<S extends z.ZodRawShape, Deps>(
  definition: ServiceDefinition<S, Deps>,
  env: Record<string, string | undefined>,
): Promise<OpenRuntime<Runtime<ServiceConfig<S>, Deps>>> {
  const config = parseConfig({ ...chassisConfig, ...definition.config }, env) as ServiceConfig<S>
  const { name } = definition
  const log = createLog(name, config.LOG_LEVEL)
  if (config.FAULT_POINTS !== undefined) armFaultPoints(config.FAULT_POINTS)
  const metrics = createMetrics({ service: name })
  const rests = (definition.workers as Worker<never>[]).some(({ outward }) => outward)
  const { db, quarantine } = await openSchema(config, { ...tablesOf(definition), rests, log, metrics })
  const vault = await openVault(db, config.MASTER_KEYS)
  await openSpool(config.SPOOL_DIR)
  const spans = await openSpans(config, { service: name, log })
  const tls = { ca: config.NATS_CA, cert: config.NATS_CERT, key: config.NATS_KEY }
  const stream = { bytesMax: config.BUS_BYTES_MAX, replicas: config.BUS_REPLICAS, consumers: config.BUS_CONSUMERS }
  const bus = openBus({ url: config.NATS_URL, tls, name: config.BUS_NAME, service: name, log, spans, ...stream })
  const loops = new Map<string, Loop>()
  const intake: { consumption: Consumption | undefined } = { consumption: undefined }
  const membership = new Membership({ name, db, bus, metrics })
  const sharded = new Set(definition.workers.flatMap((worker: Worker<never>) => (worker.sharded ? worker.name : [])))
  const wakes = createWakes({ name, bus, membership, loops, sharded })
  const caughtUp = async () => intake.consumption?.caughtUp() ?? false
  const announce = (events: CommittedEvent[]) => relay.offer(events)
  const doubt = (events: CommittedEvent[]) => relay.doubt(events)
  const subscribers = subscribersOf(workOf(definition))
  const applyEvent = (event: BusEvent) => applyAgain(runtime, subscribers, event)
  const own = { name, config, db, bus, vault, log, metrics, spans, quarantine, applyEvent }
  const base = { ...own, ...wakes, announce, doubt, caughtUp, shards: membership, process: processFacts(loops, intake) }
  const relay = new Relay(base)
  const runtime: Runtime<ServiceConfig<S>, Deps> = { ...base, deps: await definition.deps(base) }
  const unwatch = watchProcess(runtime, intake)
  return {
    runtime,
    loops,
    relay,
    membership,
    unwatch,
    listenTo: (consumption) => {
      intake.consumption = consumption
    },
  }
}

async function listenProbes({ config, metrics }: Runtime, health: Health): Promise<HttpServer> {
  return listen(probeListener(health, metrics), { host: config.HOST, port: config.RPC_PORT })
}

async function openServers<S extends z.ZodRawShape, Deps>(
  definition: ServiceDefinition<S, Deps>,
  runtime: Runtime<ServiceConfig<S>, Deps>,
  health: Health,
): Promise<HttpServer[]> {
  const verify = contextVerifier(parseCredentials(runtime.config.SERVICE_CREDENTIALS))
  const { SPOOL_DIR: spoolFolder } = runtime.config
  const { metrics } = runtime
  const rpc = rpcListener({ bound: definition.router.bind(runtime), verify, health, metrics, spoolFolder })
  const servers = [await listen(rpc, { host: runtime.config.HOST, port: runtime.config.RPC_PORT })]
  const edge = definition.edge?.(runtime, health)
  if (edge) servers.push(await listen(edge.handler, edge))
  return servers
}

function workOf<S extends z.ZodRawShape, Deps>({
  workers,
  subscribers,
  gatherEventsMs,
  erase,
  sealed = [],
}: ServiceDefinition<S, Deps>): WorkDefinition<Runtime<ServiceConfig<S>, Deps>> {
  type Work = WorkDefinition<Runtime<ServiceConfig<S>, Deps>>
  return {
    workers: workers as Work['workers'],
    subscribers: subscribers as unknown as Subscriber[],
    gatherEventsMs,
    erase: erase as Work['erase'],
    sealed,
  }
}
