import type { ServerResponse } from 'node:http'
import { exampleNumber, newId, numberCredentialsPurpose, type QuietHours } from '@posthorn/contracts'
import { simulatorControl } from '@posthorn/provider'
import {
  busEvent,
  faultOf,
  sharedSimulator,
  startHttpServer,
  startTestService,
  type TestService,
  type TestServiceOptions,
  until,
} from '@posthorn/testkit'
import { afterAll, beforeAll } from 'vitest'
import { messagingService } from './service.ts'

export type MessagingFixture = AsyncDisposable & {
  service: TestService
  simulator: { url: string }
  /** Connects a simulator number. It becomes the default only if it is the workspace's first number. */
  connectNumber(opts?: ConnectOptions): Promise<NumberFixture>
  acceptedCalls(connected: NumberFixture): Promise<CallEntry[]>
  calls(connected: NumberFixture): Promise<CallEntry[]>
}

/** `workspace` is an existing workspace for the number. `templates` are the account's templates in addition to the sample. */
type ConnectOptions = { ratePerSecond?: number; quietHours?: QuietHours; workspace?: string; templates?: Templates }

type Templates = NonNullable<Parameters<ReturnType<typeof simulatorControl>['createNumber']>[0]['templates']>

export type NumberFixture = {
  workspace: string
  number: string
  phoneNumberId: string
  resource: Record<string, unknown>
  accessToken: string
}
type CallEntry = Awaited<ReturnType<ReturnType<typeof simulatorControl>['callLog']>>['entries'][number]

/** Starts a fixture with one number before the tests in a file and stops it afterwards. Use it only inside tests and hooks. */
export function useMessaging(
  env: Record<string, string> = {},
  opts: ConnectOptions = {},
): { fixture: MessagingFixture; connected: NumberFixture } {
  const fixture = {} as MessagingFixture
  const connected = {} as NumberFixture
  beforeAll(async () => {
    Object.assign(fixture, await startMessaging(env))
    Object.assign(connected, await fixture.connectNumber(opts))
  })
  afterAll(() => fixture[Symbol.asyncDispose]())
  return { fixture, connected }
}

/** Starts a fixture that doesn't receive callbacks from the simulator. Tests publish provider updates on the bus. */
export async function startMessaging(
  env: Record<string, string> = {},
  opts: Pick<TestServiceOptions, 'busName' | 'databasePort'> = {},
): Promise<MessagingFixture> {
  const simulator = sharedSimulator()
  const service = await startTestService(messagingService, { ...opts, env: { SIMULATOR_URL: simulator.url, ...env } })
  const control = simulatorControl({ baseUrl: simulator.url })
  const calls = async (connected: NumberFixture) =>
    (await control.callLog({ phoneNumberId: connected.phoneNumberId })).entries
  return {
    service,
    simulator,
    calls,
    acceptedCalls: async (connected) => (await calls(connected)).filter((entry) => entry.accepted),
    connectNumber: (opts = {}) => connect(service, control, opts),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

/** A provider that leaves calls open until a test answers them. */
type SlowProvider = {
  url: string
  calls: ServerResponse[]
  answer(call: number, response: { status: number; body: object }): void
}

/** Starts a fixture with a slow provider. Calls that are still open at the end are cut, because a service waits for them when it stops. */
export async function startOnSlowProvider(
  env: Record<string, string> = {},
  opts: Pick<TestServiceOptions, 'busName'> = {},
): Promise<MessagingFixture & { provider: SlowProvider }> {
  const calls: ServerResponse[] = []
  const server = await startHttpServer((req, res) => {
    req.resume()
    req.on('end', () => (req.url?.endsWith('/messages') ? calls.push(res) : res.end('{}')))
  })
  const fixture = await startMessaging({ ...env, SIMULATOR_URL: server.url }, opts)
  const answer: SlowProvider['answer'] = (call, { status, body }) => {
    calls[call]?.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  return {
    ...fixture,
    provider: { url: server.url, calls, answer },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await fixture[Symbol.asyncDispose]()
    },
  }
}

/** Creates a number at the simulator, and publishes its credentials as the numbers service does. */
async function connect(
  service: TestService,
  control: ReturnType<typeof simulatorControl>,
  opts: ConnectOptions,
): Promise<NumberFixture> {
  const workspace = opts.workspace ?? service.workspace()
  const number = newId('num')
  const made = await control.createNumber({
    name: 'Shop',
    callbackUrl: 'http://127.0.0.1:9/nowhere',
    verifyToken: 'not-verified',
    ...(opts.templates && { templates: opts.templates }),
  })
  const resource = {
    id: number,
    phone: '+15550000001',
    name: 'Shop',
    provider: 'simulator' as const,
    phoneNumberId: made.phoneNumberId,
    businessAccountId: made.businessAccountId,
    status: 'active' as const,
    session: { status: 'online' as const, since: new Date().toISOString(), lastError: null },
    default: opts.workspace === undefined,
    device: exampleNumber.device,
    settings: { ratePerSecond: opts.ratePerSecond ?? null, quietHours: opts.quietHours ?? null, country: null },
    queue: null,
    callbackUrl: 'http://127.0.0.1:9/nowhere',
    createdAt: new Date().toISOString(),
  }
  const credentials = JSON.stringify({ phoneNumberId: made.phoneNumberId, accessToken: made.accessToken })
  const ciphertext = service.vault.seal(credentials, numberCredentialsPurpose(number))
  const data = { number: resource, businessAccountId: null, ciphertext }
  await service.bus.publish(
    busEvent({ event: 'number:credentials', workspace, data, aggregate: { id: number, version: 1 } }),
  )
  await until(
    async () => (await service.rows('select 1 from number_queue where number_id = $1', [number])).length === 1,
  )
  return { workspace, number, phoneNumberId: made.phoneNumberId, resource, accessToken: made.accessToken }
}

export function statusEvent(
  connected: NumberFixture,
  data: { providerId: string; status: 'sent' | 'delivered' | 'read' | 'failed'; callbackTag?: string; at?: string },
) {
  const { at, ...rest } = data
  return busEvent({
    event: 'provider:status',
    workspace: connected.workspace,
    data: { number: connected.number, timestamp: at ?? new Date().toISOString(), ...rest },
  })
}

/** Returns the error code of a refused call, or `no fault`. */
export function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'no fault',
    (err) => faultOf(err).code,
  )
}
