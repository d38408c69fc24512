import { randomBytes } from 'node:crypto'
import { type CallOptions, type Clients, createClients } from '@posthorn/client'
import {
  type BusEvent,
  type EventData,
  type EventKind,
  eventCatalog,
  newId,
  type ServiceName,
  type Unfilled,
} from '@posthorn/contracts'
import { cloneDatabase, natsUrl, type TestDatabase, until } from '@posthorn/test-servers'
import { type Client as PgClient, default as pg } from 'pg'
import { createVault, type RunningService, type startService as StartService, startService } from '../index.ts'
import { type TestBus, testBus } from './bus.fixture.ts'

const testMasterKeys = `1:${Buffer.alloc(32, 7).toString('base64')}`
const testCredential = { name: 'test', secret: 'test-credential-of-at-least-32-characters' }

export type TestService = AsyncDisposable & {
  service: RunningService
  clients: Clients
  as(workspace: string, options?: CallOptions): { context: Record<string, unknown> }
  workspace(): string
  database: TestDatabase
  /** Reads and changes rows as a superuser, with the service's schema as the search path. */
  rows<T = Record<string, unknown>>(text: string, params?: unknown[]): Promise<T[]>
  bus: TestBus
  apply(event: BusEvent): Promise<void>
  vault: ReturnType<typeof createVault>
  /** Stops the service as SIGTERM would, and restarts it on the same data. */
  restart(): Promise<void>
}

type Definition = Parameters<typeof StartService>[0] & { template?: string }

/**
 * Settings in addition to the kit's. `database` is used instead of a new clone. `databasePort`: port of a proxy that only the service uses.
 */
export type TestServiceOptions = {
  env?: Record<string, string>
  database?: TestDatabase
  databasePort?: number
  busName?: string
}

/** Starts a service with a database cloned from a migrated template and a unique bus name. */
export async function startTestService(definition: unknown, opts: TestServiceOptions = {}): Promise<TestService> {
  const known = definition as Definition
  const { env, busName } = environmentOf(opts)
  const start = (databaseUrl: string) =>
    startService(known, { ...env, DATABASE_URL: atPort(databaseUrl, opts.databasePort) })
  const database =
    opts.database ??
    (await cloneDatabase(known.template ?? known.name, async (url) => {
      const migrating = await startService(known, { ...env, BUS_NAME: `${busName}_template`, DATABASE_URL: url })
      await migrating.stop()
    }))
  let service = await start(database.url)
  let clients = clientsOf(known.name, service)
  const bus = await testBus(busName)
  const connection = new pg.Client({ connectionString: database.url, options: `-c search_path=${known.name}` })
  // A test may cut the connection to Postgres. The next query reports it.
  connection.on('error', () => {})
  await connection.connect()
  return {
    get service() {
      return service
    },
    get clients() {
      return clients
    },
    as: (workspace, options) => clients.calling({ workspace, actor: { type: 'key', id: 'key_test' }, ...options }),
    workspace: () => newId('ws'),
    database,
    rows: (text, params) => rowsOf(connection, text, params),
    bus,
    apply: async (event) => {
      await bus.publish(event)
      const applied = () => rowsOf(connection, 'select 1 from received_event where event_id = $1', [event.id])
      await until(async () => (await applied()).length === 1, { describe: `${event.event} to be applied` })
    },
    vault: createVault(testMasterKeys),
    async restart() {
      await service.stop()
      service = await start(database.url)
      await clients.close()
      clients = clientsOf(known.name, service)
    },
    async [Symbol.asyncDispose]() {
      await clients.close()
      await service.stop()
      await bus.close()
      await connection.end()
      if (!opts.database) await database.drop()
    },
  }
}

/** Returns an address with another port, for a service that reaches Postgres through a proxy. */
function atPort(address: string, port: number | undefined): string {
  const url = new URL(address)
  if (port !== undefined) url.port = String(port)
  return url.href
}

function environmentOf(opts: TestServiceOptions): { env: Record<string, string>; busName: string } {
  const busName = opts.busName ?? `t_${randomBytes(6).toString('hex')}`
  const env = {
    NATS_URL: natsUrl(),
    BUS_NAME: busName,
    MASTER_KEYS: testMasterKeys,
    SERVICE_CREDENTIALS: `${testCredential.name}:${testCredential.secret}`,
    SAFETY_CHECKS: 'skip',
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    ...opts.env,
  }
  return { env, busName }
}

function clientsOf(name: ServiceName, service: RunningService): Clients {
  return createClients({ urls: { [name]: service.url }, credential: testCredential })
}

async function rowsOf<T>(connection: PgClient, text: string, params: unknown[] = []): Promise<T[]> {
  return (await connection.query(text, params)).rows as T[]
}

/** Creates an event as another service would publish it. Invalid data stays unchanged, so that a test can send it. */
export function busEvent<K extends EventKind>(
  event: Pick<BusEvent<K>, 'event' | 'workspace'> & { data: EventData<K> | Unfilled<EventData<K>> } & Partial<
      Omit<BusEvent<K>, 'data'>
    >,
): BusEvent<K> {
  const { success, data } = eventCatalog[event.event].data.safeParse(event.data)
  return {
    id: newId('evt'),
    occurredAt: new Date().toISOString(),
    version: 1,
    aggregate: { id: 'test', version: 1 },
    ...event,
    data: (success ? data : event.data) as EventData<K>,
  }
}
