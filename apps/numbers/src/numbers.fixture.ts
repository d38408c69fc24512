import { createHmac } from 'node:crypto'
import { type numbers as contract, type EventData, type InputOf, type OutputOf } from '@posthorn/contracts'
import {
  faultOf,
  type Receiver,
  sharedSimulator,
  startProxy,
  startReceiver,
  startTestService,
  type TestService,
} from '@posthorn/testkit'
import { afterAll, beforeAll } from 'vitest'
import { numbersService } from './service.ts'

/**
 * The numbers service with its own connection to the test run's simulator, and an endpoint that forwards callbacks in place of the gateway.
 */
type NumbersFixture = AsyncDisposable & {
  service: TestService
  /** `answerAs` makes another server answer instead, or with no URL the simulator again. */
  simulator: { url: string; answerAs(url?: string): void; stop(): Promise<void> }
  callbackEndpoint: Receiver
}

/** Starts the service and its simulator connection for a file's tests. Each test uses its own callers and numbers. */
export function useNumbers(): {
  fixture: NumbersFixture
  newcomer: () => Caller
  connect: (caller: Caller, input?: Partial<Create>) => ReturnType<typeof connectNumber>
} {
  const fixture = {} as NumbersFixture
  beforeAll(async () => {
    Object.assign(fixture, await startNumbers())
  })
  afterAll(() => fixture[Symbol.asyncDispose]())
  return {
    fixture,
    newcomer: () => fixture.service.as(fixture.service.workspace()),
    connect: (caller, input) => connectNumber(fixture, caller, input),
  }
}

/**
 * Starts the service, its simulator connection and the callback endpoint. The simulator also serves as the Cloud API for numbers connected
 * by credentials.
 */
async function startNumbers(env: Record<string, string> = {}): Promise<NumbersFixture> {
  const [proxy, callbackEndpoint] = await Promise.all([startProxy(sharedSimulator().url), startReceiver()])
  const simulator = {
    url: `http://127.0.0.1:${proxy.port}`,
    answerAs(url = sharedSimulator().url) {
      proxy.leadTo(url)
      proxy.cut()
    },
    stop: () => proxy.stop(),
  }
  const service = await startTestService(numbersService, {
    env: { PUBLIC_URL: callbackEndpoint.url, CLOUD_API_URL: simulator.url, SIMULATOR_URL: simulator.url, ...env },
  })
  callbackEndpoint.respondWith(async ({ path, body, headers }) => {
    const number = path.split('/').at(-1) ?? ''
    const signature = headers['x-hub-signature-256'] ?? ''
    return { status: await statusOf(postCallback(service, { number, body, signature })) }
  })
  return {
    service,
    simulator,
    callbackEndpoint: callbackEndpoint,
    async [Symbol.asyncDispose]() {
      await simulator.stop()
      await callbackEndpoint.stop()
      await service[Symbol.asyncDispose]()
    },
  }
}

/** Passes a callback to the service, as the gateway does. `number`: the id in the callback URL. */
export function postCallback(
  service: TestService,
  { number, body, signature }: { number: string; body: Buffer; signature?: string },
): Promise<{ stored: boolean }> {
  const input = { number, body, ...(signature !== undefined && { signature }) }
  return service.clients.numbers.callbacks.receive.mutate(
    input,
    service.clients.calling({ actor: { type: 'service', id: 'gateway' } }),
  )
}

/** Returns 200, or the status of the call's error. */
export function statusOf(call: Promise<unknown>): Promise<number> {
  return call.then(
    () => 200,
    (err: unknown) => faultOf(err).status,
  )
}

/** Returns a number's app secret, so that a test can sign callbacks. */
export async function readAppSecret(service: TestService, numberId: string): Promise<string> {
  const [row] = await service.rows<{ credentials: string }>('select credentials from number where id = $1', [numberId])
  const { appSecrets } = JSON.parse(service.vault.open(row?.credentials ?? '', `credentials of ${numberId}`)) as {
    appSecrets: [string]
  }
  return appSecrets[0]
}

/** Returns the signature header for a body, as the provider signs it. */
export function sign(body: Buffer, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`
}

/** Builds a callback body of the field `messages`, with one change per value. */
export function buildMessagesBody(businessAccountId: string, ...values: object[]): Buffer {
  const changes = values.map((value) => ({ field: 'messages', value }))
  return Buffer.from(
    JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: businessAccountId, changes }] }),
  )
}

/** Builds text messages from one customer to a number. Each message starts with `text`. */
export function buildTexts(phoneNumberId: string, wamids: string[], text = 'text'): object {
  return {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '15552000000', phone_number_id: phoneNumberId },
    contacts: [{ profile: { name: 'Ada' }, wa_id: '4915112345678' }],
    messages: wamids.map((id) => ({
      from: '4915112345678',
      id,
      timestamp: '1790000000',
      type: 'text',
      text: { body: `${text} ${id}` },
    })),
  }
}

export type Caller = ReturnType<TestService['as']>
type Create = InputOf<typeof contract.numbers.create>

export function workspaceOf(caller: Caller): string {
  return (caller.context['call'] as { workspace: string }).workspace
}

export function connectNumber(
  { service }: NumbersFixture,
  caller: Caller,
  input: Partial<Create> = {},
): Promise<OutputOf<typeof contract.numbers.create>> {
  const request = { name: 'Shop', provider: 'simulator', ...input } as Create
  return service.clients.numbers.numbers.create.mutate(request, caller)
}

/** Creates a number in the simulator. Returns the input that connects it as a Cloud API number. */
export async function createCloudNumber({ simulator }: NumbersFixture, fields: object = {}) {
  const answer = await fetch(`${simulator.url}/_simulator/numbers`, {
    method: 'POST',
    body: JSON.stringify({ name: 'Cloud shop', callbackUrl: '', verifyToken: '', subscribed: false, ...fields }),
  })
  const { displayPhoneNumber: _, ...created } = (await answer.json()) as Record<string, string>
  const { phoneNumberId = '', businessAccountId = '', accessToken = '', appSecret = '' } = created
  return { name: 'Cloud shop', provider: 'cloud' as const, phoneNumberId, businessAccountId, accessToken, appSecret }
}

/** Returns the data of the caller's published events of this kind. */
export function listEvents<
  K extends
    | 'call:missed'
    | 'number:updated'
    | 'number:credentials'
    | 'provider:message'
    | 'provider:preference'
    | 'provider:status'
    | 'template:updated',
>({ service }: NumbersFixture, caller: Caller, kind: K): EventData<K>[] {
  return service.bus.published.flatMap((event) =>
    event.workspace === workspaceOf(caller) && event.event === kind ? [event.data as EventData<K>] : [],
  )
}
