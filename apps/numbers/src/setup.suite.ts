import { createHmac } from 'node:crypto'
import { type numbers as contract, type EventData, type InputOf, type OutputOf } from '@posthorn/contracts'
import {
  faultOf,
  type Receiver,
  type SimulatorProcess,
  startReceiver,
  startSimulatorProcess,
  startTestService,
  type TestService,
} from '@posthorn/testkit'
import { numbersService } from './service.ts'

/** The numbers service with a real simulator on one side and, in the gateway's place, a door for its callbacks on the other. */
export type NumbersSetup = AsyncDisposable & { kit: TestService; simulator: SimulatorProcess; door: Receiver }

/** Starts all three. The simulator plays the Cloud API too, for numbers that are connected by their credentials. */
export async function startNumbers(env: Record<string, string> = {}): Promise<NumbersSetup> {
  const [simulator, door] = await Promise.all([startSimulatorProcess(), startReceiver()])
  const kit = await startTestService(numbersService, {
    env: { PUBLIC_URL: door.url, CLOUD_API_URL: simulator.url, SIMULATOR_URL: simulator.url, ...env },
  })
  door.respondWith(async ({ path, body, headers }) => {
    const number = path.split('/').at(-1) ?? ''
    const signature = headers['x-hub-signature-256'] ?? ''
    return { status: await statusOf(callback(kit, { number, body, signature })) }
  })
  return {
    kit,
    simulator,
    door,
    async [Symbol.asyncDispose]() {
      await simulator.stop()
      await door.stop()
      await kit[Symbol.asyncDispose]()
    },
  }
}

/** Hands a callback in, as the gateway does. */
export function callback(
  kit: TestService,
  { number, body, signature }: { number: string; body: Buffer; signature?: string },
): Promise<{ stored: boolean }> {
  const input = { number, body: body.toString('base64'), ...(signature !== undefined && { signature }) }
  return kit.clients.numbers.callbacks.receive.mutate(
    input,
    kit.clients.calling({ actor: { type: 'service', id: 'gateway' } }),
  )
}

/** The HTTP status a call would be answered with. */
export function statusOf(call: Promise<unknown>): Promise<number> {
  return call.then(
    () => 200,
    (err: unknown) => faultOf(err).status,
  )
}

/** The secret that signs callbacks of a number, read as only the service itself can. */
export async function appSecretOf(kit: TestService, number: string): Promise<string> {
  const [row] = await kit.rows<{ credentials: string }>('select credentials from number where id = $1', [number])
  const { appSecrets } = JSON.parse(kit.vault.open(row?.credentials ?? '', `credentials of ${number}`)) as {
    appSecrets: [string]
  }
  return appSecrets[0]
}

/** `X-Hub-Signature-256` of a body. */
export function sign(body: Buffer, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`
}

/** A callback body with these values of the field `messages`. */
export function messagesBody(businessAccountId: string, ...values: object[]): Buffer {
  const changes = values.map((value) => ({ field: 'messages', value }))
  return Buffer.from(
    JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: businessAccountId, changes }] }),
  )
}

/** Messages of one customer to a number. */
export function textsTo(phoneNumberId: string, wamids: string[]): object {
  return {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '15552000000', phone_number_id: phoneNumberId },
    contacts: [{ profile: { name: 'Ada' }, wa_id: '4915112345678' }],
    messages: wamids.map((id) => ({
      from: '4915112345678',
      id,
      timestamp: '1790000000',
      type: 'text',
      text: { body: `text ${id}` },
    })),
  }
}

/** A caller in the name of a key. */
export type Caller = ReturnType<TestService['as']>
type Create = InputOf<typeof contract.numbers.create>

/** The workspace a caller belongs to. */
export function workspaceOf(caller: Caller): string {
  return (caller.context['call'] as { workspace: string }).workspace
}

/** Connects a simulator number called Shop, or as told. */
export function connectNumber(
  { kit }: NumbersSetup,
  caller: Caller,
  input: Partial<Create> = {},
): Promise<OutputOf<typeof contract.numbers.create>> {
  const wanted = { name: 'Shop', provider: 'simulator', ...input } as Create
  return kit.clients.numbers.numbers.create.mutate(wanted, caller)
}

/** What connects a number of the Cloud API: one that was made at the simulator by hand. */
export async function cloudNumber({ simulator }: NumbersSetup, fields: object = {}) {
  const answer = await fetch(`${simulator.url}/_simulator/numbers`, {
    method: 'POST',
    body: JSON.stringify({ name: 'Cloud shop', callbackUrl: '', verifyToken: '', ...fields }),
  })
  const { displayPhoneNumber: _, ...made } = (await answer.json()) as Record<string, string>
  const { phoneNumberId = '', businessAccountId = '', accessToken = '', appSecret = '' } = made
  return { name: 'Cloud shop', provider: 'cloud' as const, phoneNumberId, businessAccountId, accessToken, appSecret }
}

/** What was published of a kind in the caller's workspace. */
export function eventsOf<
  K extends
    | 'number:updated'
    | 'number:credentials'
    | 'provider:message'
    | 'provider:preference'
    | 'provider:status'
    | 'template:updated',
>({ kit }: NumbersSetup, caller: Caller, kind: K): EventData<K>[] {
  return kit.bus.published.flatMap((event) =>
    event.workspace === workspaceOf(caller) && event.event === kind ? [event.data as EventData<K>] : [],
  )
}
