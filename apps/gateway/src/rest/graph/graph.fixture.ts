import { createHmac } from 'node:crypto'
import { messagingService } from '@posthorn/messaging/service'
import { numbersService } from '@posthorn/numbers/service'
import {
  type Receiver,
  sharedSimulator,
  startReceiver,
  startTestService,
  type TestService,
  until,
} from '@posthorn/testkit'
import { webhooksService } from '@posthorn/webhooks/service'
import { afterAll, beforeAll } from 'vitest'
import {
  type GatewayFixture,
  randomBusName,
  request,
  startGatewayFixture,
  type TestResponse,
} from '../../gateway.fixture.ts'

export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Message body sent to the provider, without the tag that identifies its statuses. */
export type SentBody = Record<string, unknown>

/** A gateway with the numbers and messaging services and a simulator number, and a record of what the provider receives. */
export type GraphFixture = {
  gateway: GatewayFixture
  messaging: TestService
  workspace: string
  token: string
  number: string
  phone: string
  phoneNumberId: string
  businessAccountId: string
  sent(): SentBody[]
  /** Calls a path below `/graph/v23.0` with the API key as bearer token. */
  call(
    path: string,
    more?: { method?: string; json?: unknown; token?: string; headers?: Record<string, string> },
  ): Promise<TestResponse>
  /** Posts a message and returns its id. */
  post(json: object): Promise<string>
  callback(body: object): Promise<void>
  /** Uploads an image as programs do, and returns its id. */
  upload(bytes: Buffer): Promise<string>
  /** Creates a customer who has sent us a message. Resolves with their phone number and the provider's id for that message. */
  customer(): Promise<{ phone: string; wamid: string; id: string }>
}

/** Starts a server that forwards every request to the simulator and records it, so that tests see what the provider gets. */
async function startRecorder(): Promise<Receiver> {
  const simulator = sharedSimulator().url
  return startReceiver({
    respond: async ({ method, path, headers, body }) => {
      const { host: _host, connection: _connection, 'content-length': _length, ...passed } = headers
      const answer = await fetch(`${simulator}${path}`, {
        method,
        headers: passed,
        ...(method === 'GET' ? {} : { body: new Uint8Array(body) }),
      })
      const type = answer.headers.get('content-type') ?? 'application/json'
      return { status: answer.status, headers: { 'content-type': type }, body: await answer.text() }
    },
  })
}

/** Returns the message bodies that the provider has received, in order. */
function bodiesOf(recorder: Receiver): SentBody[] {
  return recorder.requests.flatMap(({ method, path, json }) => {
    if (method !== 'POST' || !path.endsWith('/messages') || typeof json !== 'object' || json === null) return []
    const { biz_opaque_callback_data: _tag, ...body } = json as SentBody
    return [body]
  })
}

/** `records` keeps the bodies that the provider receives. `env` adds gateway settings. */
type GraphOptions = { records?: boolean; env?: () => Promise<Record<string, string>> }

let lastPhone = 4_915_770_000_000

/** Starts all services before a file's tests and stops them afterwards. Use them only inside tests and hooks. */
export function useGraph({ records = true, env: ofGateway }: GraphOptions = {}): GraphFixture {
  const fixture = {} as GraphFixture
  const stops: (() => PromiseLike<void>)[] = []
  beforeAll(async () => {
    const busName = randomBusName()
    const recorder = await startRecorder()
    const callbacks = await startReceiver()
    const SIMULATOR_URL = records ? recorder.url : sharedSimulator().url
    const env = { SIMULATOR_URL, CLOUD_API_URL: SIMULATOR_URL, PUBLIC_URL: callbacks.url }
    const [messaging, numbers, webhooks] = await Promise.all([
      startTestService(messagingService, { busName, env: { SIMULATOR_URL, ALLOW_PRIVATE_ADDRESSES: 'true' } }),
      startTestService(numbersService, { busName, env }),
      startTestService(webhooksService, { busName, env: { ALLOW_PRIVATE_ADDRESSES: 'true', RETRY_SCALE: '0.001' } }),
    ])
    const urls = {
      MESSAGING_URL: messaging.service.url,
      NUMBERS_URL: numbers.service.url,
      WEBHOOKS_URL: webhooks.service.url,
    }
    const gateway = await startGatewayFixture(
      { ...urls, GRAPH_HOSTS: 'graph.example.com', ALLOW_PRIVATE_ADDRESSES: 'true', ...(await ofGateway?.()) },
      busName,
    )
    callbacks.respondWith(async ({ method, path, headers, body }) => {
      const signature = headers['x-hub-signature-256']
      const answer = await fetch(`${gateway.url}${path}`, {
        method,
        ...(method === 'GET' ? {} : { body: new Uint8Array(body) }),
        headers: { 'content-type': 'application/json', ...(signature ? { 'x-hub-signature-256': signature } : {}) },
      })
      return { status: answer.status, body: await answer.text() }
    })
    stops.push(
      () => gateway[Symbol.asyncDispose](),
      () => messaging[Symbol.asyncDispose](),
      () => numbers[Symbol.asyncDispose](),
      () => webhooks[Symbol.asyncDispose](),
      () => recorder.stop(),
      () => callbacks.stop(),
    )
    const { token, workspace } = await gateway.tenant()
    const made = await gateway.send('/v1/numbers', { token, json: { name: 'Shop', provider: 'simulator' } })
    const {
      id: number = '',
      phone,
      phoneNumberId,
      businessAccountId,
      callbackUrl,
    } = made.json as Record<string, string>
    const call: GraphFixture['call'] = (path, { token: key = token, headers, ...more } = {}) =>
      request(`${gateway.url}/graph/v23.0${path}`, { ...more, headers: { Authorization: `Bearer ${key}`, ...headers } })
    Object.assign(fixture, {
      gateway,
      messaging,
      workspace,
      token,
      number,
      phone,
      phoneNumberId,
      businessAccountId,
      call,
    })
    fixture.sent = () => bodiesOf(recorder)
    fixture.post = async (json) => {
      const answer = await call(`/${phoneNumberId}/messages`, { json: { messaging_product: 'whatsapp', ...json } })
      if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text}`)
      return (answer.json as unknown as { messages: { id: string }[] }).messages[0]?.id ?? ''
    }
    fixture.upload = async (bytes) => {
      const body = new FormData()
      body.set('messaging_product', 'whatsapp')
      body.set('type', 'image/png')
      body.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'dot.png')
      const headers = { Authorization: `Bearer ${token}` }
      const answer = await fetch(`${gateway.url}/graph/v17.0/${phoneNumberId}/media`, { method: 'POST', headers, body })
      if (answer.status !== 200) throw new Error(`answered ${answer.status}`)
      return ((await answer.json()) as { id: string }).id
    }
    fixture.callback = async (callback) => {
      const [row] = await numbers.rows<{ credentials: string }>('select credentials from number where id = $1', [
        number,
      ])
      const opened = numbers.vault.open(row?.credentials ?? '', `credentials of ${number}`)
      const { appSecrets } = JSON.parse(opened) as { appSecrets: [string] }
      const body = JSON.stringify(callback)
      const signature = `sha256=${createHmac('sha256', appSecrets[0]).update(body).digest('hex')}`
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature }
      const answer = await fetch(String(callbackUrl), { method: 'POST', body, headers })
      if (answer.status !== 200) throw new Error(`answered ${answer.status}`)
    }
    fixture.customer = async () => {
      const from = `+${(lastPhone += 1)}`
      await gateway.send(`/v1/numbers/${number}/simulate`, { token, json: { message: { from, text: 'Hello' } } })
      const [message] = await until(
        async () => {
          const path = `/v1/messages?direction=in&phone=${encodeURIComponent(from)}`
          const { json } = await gateway.send(path, { token })
          return json.length > 0 && (json as unknown as { id: string; providerId: string }[])
        },
        { describe: 'the message of the customer to arrive' },
      )
      return { phone: from, wamid: message?.providerId ?? '', id: message?.id ?? '' }
    }
    await until(async () => (await gateway.send(`/v1/numbers/${number}/queue`, { token })).status === 200, {
      describe: 'the number to be known',
    })
  })
  afterAll(async () => {
    for (const stop of stops) await stop()
  })
  return fixture
}
