import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { numbersService } from '@posthorn/numbers/service'
import { freePort, sharedSimulator, startTestService, type TestService, until } from '@posthorn/testkit'
import { control } from '@posthorn/testkit/system'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayFixture, startGatewayFixture } from '../gateway.fixture.ts'

let numbers: TestService
let fixture: GatewayFixture
beforeAll(async () => {
  // The numbers service needs the gateway's address before the gateway starts.
  const port = await freePort()
  const SIMULATOR_URL = sharedSimulator().url
  numbers = await startTestService(numbersService, { env: { PUBLIC_URL: `http://127.0.0.1:${port}`, SIMULATOR_URL } })
  fixture = await startGatewayFixture({ PORT: String(port), NUMBERS_URL: numbers.service.url })
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await numbers[Symbol.asyncDispose]()
})

async function connectNumber() {
  const { token, workspace } = await fixture.tenant()
  const made = await fixture.send('/v1/numbers', { token, json: { name: 'Shop', provider: 'simulator' } })
  expect(made.status).toBe(201)
  const { id, verifyToken, callbackUrl, phoneNumberId } = made.json as unknown as {
    id: string
    verifyToken: string
    callbackUrl: string
    phoneNumberId: string
  }
  const { appSecret, businessAccountId } = await control<{ appSecret: string; businessAccountId: string }>(
    sharedSimulator().url,
    '/numbers',
    { name: 'Shop', phoneNumberId },
  )
  const path = callbackUrl.slice(fixture.url.length)
  return { id, token, workspace, verifyToken, path, appSecret, businessAccountId, phoneNumberId }
}

type Connected = Awaited<ReturnType<typeof connectNumber>>

/** Returns a provider callback body with a customer's message. */
function bodyWith({ businessAccountId, phoneNumberId }: Connected, text: string, more: object = {}): string {
  const from = '4915112345678'
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '15552000000', phone_number_id: phoneNumberId },
    contacts: [{ profile: { name: 'Ada' }, wa_id: from }],
    messages: [{ from, id: `wamid.${randomUUID()}`, timestamp, type: 'text', text: { body: text } }],
  }
  const entry = [{ id: businessAccountId, changes: [{ field: 'messages', value }] }]
  return JSON.stringify({ object: 'whatsapp_business_account', entry, ...more })
}

/** Returns the texts that the numbers service published for a workspace. */
const announced = ({ workspace }: Connected) =>
  numbers.bus.published
    .filter((event) => event.event === 'provider:message' && event.workspace === workspace)
    .map(({ data }) => (data as { text: string | null }).text)

const signed = (body: string, secret: string) => ({
  'X-Hub-Signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
})
const usedBytes = async () => {
  const text = await (await fetch(`${fixture.gateway.service.url}/metrics`)).text()
  return Number(/^request_body_bytes\S* (\d+)/m.exec(text)?.[1])
}

const unknownPath = '/callbacks/num_00000000000000000000000000'
const mebibyte = 1024 * 1024

/** Sends callback headers that declare a 4 MiB body, without sending the body. */
function announce(path: string, header: string) {
  const socket = connect(Number(new URL(fixture.url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${4 * mebibyte}\r\n${header}${header && '\r\n'}\r\n`,
  )
  return {
    async status() {
      const [bytes] = (await once(socket, 'data')) as [Buffer]
      return Number(bytes.toString('latin1').split(' ')[1])
    },
    [Symbol.dispose]: () => void socket.destroy(),
  }
}

describe('the callback endpoint', () => {
  it('lets what a customer writes in: from the provider over HTTP to the bus', async () => {
    const connected = await connectNumber()
    const { id, token, path } = connected
    expect(path).toBe(`/callbacks/${id}`)
    const json = { message: { from: '+4915112345678', text: 'Hello' } }
    expect((await fixture.send(`/v1/numbers/${id}/simulate`, { token, json })).status).toBe(200)
    await until(() => announced(connected).includes('Hello'))
  })

  it('hands over bytes and signature as they came, of whatever type, and 200 means stored', async () => {
    const connected = await connectNumber()
    const { path, appSecret } = connected
    // Parsing and reserializing would change these bytes and invalidate the signature.
    const body = bodyWith(connected, '/ é').replaceAll('/', '\\/').replace('é', '\\u00e9').replace(':', ':  ')
    const headers = { ...signed(body, appSecret), 'Content-Type': 'application/x-unheard-of' }
    const answer = await fixture.send(path, { body, headers })
    expect([answer.status, answer.text]).toEqual([200, '{}'])
    await until(() => announced(connected).length > 0)
    expect(announced(connected)).toEqual(['/ é'])
  })

  it('refuses a wrong or missing signature with 401 and stores nothing', async () => {
    const connected = await connectNumber()
    const { path, appSecret } = connected
    const body = bodyWith(connected, 'Refused')
    for (const headers of [signed(body, 'another secret'), {}, { 'X-Hub-Signature-256': 'x'.repeat(300) }]) {
      const answer = await fixture.send(path, { body, headers })
      expect([answer.status, answer.json['errorCode']]).toEqual([401, 'callback:signature_invalid'])
    }
    const later = bodyWith(connected, 'Taken')
    expect((await fixture.send(path, { body: later, headers: signed(later, appSecret) })).status).toBe(200)
    await until(() => announced(connected).includes('Taken'))
    expect(announced(connected)).toEqual(['Taken'])
  })

  it('takes 3 MB, refuses 5 MB with 413', async () => {
    const connected = await connectNumber()
    const { path, appSecret } = connected
    const body = bodyWith(connected, 'Large', { padding: 'x'.repeat(3_000_000) })
    expect((await fixture.send(path, { body, headers: signed(body, appSecret) })).status).toBe(200)
    await until(() => announced(connected).includes('Large'))
    const large = 'x'.repeat(5 * 1024 * 1024)
    expect((await fixture.send(path, { body: large, headers: signed(large, appSecret) })).status).toBe(413)
  })

  it('answers a number that is not ours as a wrong signature', async () => {
    const { path } = await connectNumber()
    const paths = [path, unknownPath, '/callbacks/num_0', `/callbacks/${'x'.repeat(100)}`]
    const answers = await Promise.all(
      paths.map((each) => fixture.send(each, { body: '{}', headers: signed('{}', 'another secret') })),
    )
    const shown = answers.map(({ status, json }) => ({ status, body: { ...(json as object), requestId: '' } }))
    expect(shown[0]?.status).toBe(401)
    expect(shown).toEqual(shown.map(() => shown[0]))
  })

  it('answers 405 for other methods', async () => {
    const put = await fixture.send(unknownPath, { method: 'PUT', body: '{}' })
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  })

  it.each([
    ['without a signature', '', true],
    ['with a text that is no signature', 'X-Hub-Signature-256: sha256=abc', true],
    ['for a number that is not ours', `X-Hub-Signature-256: sha256=${'0'.repeat(64)}`, false],
  ])('refuses a body %s before any of it has come', async (_, header, isOurs) => {
    const path = isOurs ? (await connectNumber()).path : unknownPath
    using announced = announce(path, header)
    expect(await announced.status()).toBe(401)
  })

  it('takes bodies of a fourth of its memory for one workspace, and answers 503 with Retry-After to more', async () => {
    const { path, appSecret } = await connectNumber()
    const form = `X-Hub-Signature-256: sha256=${'0'.repeat(64)}`
    const waiting = Array.from({ length: 4 }, () => announce(path, form))
    await until(async () => (await usedBytes()) === 16 * mebibyte)
    const body = '{"object":"whatsapp_business_account","entry":[]}'
    const post = () => fixture.send(path, { body, headers: signed(body, appSecret) })
    const refused = await post()
    expect([refused.status, refused.json['errorCode'], refused.headers.get('retry-after')]).toEqual([
      503,
      'service:overloaded',
      '2',
    ])
    const other = await connectNumber()
    expect((await fixture.send(other.path, { body, headers: signed(body, other.appSecret) })).status).toBe(200)
    for (const each of waiting) each[Symbol.dispose]()
    await until(async () => (await usedBytes()) === 0)
    expect((await post()).status).toBe(200)
  })

  it('asks the service once for a number, however often callbacks come, and limits other numbers of an address', async () => {
    const limits = { RATE_LIMIT_REFUSED_BURST: '3', RATE_LIMIT_REFUSED_PER_SECOND: '0.001' }
    await using strict = await startGatewayFixture({ NUMBERS_URL: numbers.service.url, ...limits })
    const { path } = await connectNumber()
    const post = async (to: string) => (await strict.send(to, { body: '{}', headers: signed('{}', 'wrong') })).status
    for (let i = 0; i < 10; i++) expect([i, await post(path)]).toEqual([i, 401])
    const others = [1, 2, 3, 4, 5].map((i) => `/callbacks/num_0000000000000000000000000${i}`)
    const statuses = []
    for (const each of others) statuses.push(await post(each))
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    expect(await post(path)).toBe(401)
  })

  it('counts large bodies with a wrong signature at their address, and takes small ones there and large ones that are signed', async () => {
    await using strict = await startGatewayFixture({ NUMBERS_URL: numbers.service.url })
    const { path, appSecret } = await connectNumber()
    const bodyOf = (bytes: number) =>
      JSON.stringify({ object: 'whatsapp_business_account', padding: 'x'.repeat(bytes) })
    const [large, small] = [bodyOf(4 * mebibyte - 100), bodyOf(10)]
    const post = async (body: string, secret: string) =>
      (await strict.send(path, { body, headers: signed(body, secret) })).status
    for (let i = 0; i < 5; i++) expect(await post(large, appSecret)).toBe(200)
    const statuses = new Set<number>()
    for (let i = 0; i < 12; i++) statuses.add(await post(large, 'wrong'))
    expect([...statuses]).toEqual([401, 429])
    expect(await post(small, 'wrong')).toBe(401)
    expect(await post(small, appSecret)).toBe(200)
  })

  it('echoes the challenge of a verification as plain text, and answers 403 for any other', async () => {
    const { path, verifyToken } = await connectNumber()
    const verify = (token: string, mode = 'subscribe', to = path) =>
      fixture.send(
        `${to}?${new URLSearchParams({ 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': '<b>1&2</b>' }).toString()}`,
      )
    const echoed = await verify(verifyToken)
    expect([echoed.status, echoed.text]).toEqual([200, '<b>1&2</b>'])
    expect(echoed.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(echoed.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await verify('wrong')).status).toBe(403)
    expect((await verify(verifyToken, 'unsubscribe')).status).toBe(403)
    expect((await verify(verifyToken, 'subscribe', '/callbacks/num_00000000000000000000000000')).status).toBe(403)
    expect((await fixture.send(path)).status).toBe(403)
  })

  it('answers 503 with Retry-After while the numbers service is away, so that the provider tries again', async () => {
    await using away = await startGatewayFixture({ NUMBERS_URL: 'http://127.0.0.1:9' })
    const answer = await away.send(unknownPath, { body: '{}', headers: signed('{}', 'secret') })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
  })
})
