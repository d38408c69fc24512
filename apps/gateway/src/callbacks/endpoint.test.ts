import { createHmac } from 'node:crypto'
import { numbersService } from '@posthorn/numbers/service'
import { freePort, sharedSimulator, startTestService, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayFixture, startGatewayFixture } from '../gateway.fixture.ts'

let numbers: TestService
let fixture: GatewayFixture
beforeAll(async () => {
  // The numbers service must know the gateway's address before the gateway can know its own.
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
  const { id, verifyToken, callbackUrl } = made.json as unknown as {
    id: string
    verifyToken: string
    callbackUrl: string
  }
  const [row] = await numbers.rows<{ credentials: string }>('select credentials from number where id = $1', [id])
  const { appSecrets } = JSON.parse(numbers.vault.open(row?.credentials ?? '', `credentials of ${id}`)) as {
    appSecrets: [string]
  }
  return { id, token, workspace, verifyToken, path: callbackUrl.slice(fixture.url.length), appSecret: appSecrets[0] }
}

const signed = (body: string, secret: string) => ({
  'X-Hub-Signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
})
const storedFor = (number: string) => numbers.rows('select raw from provider_inbox where number_id = $1', [number])

describe('the callback endpoint', () => {
  it('lets what a customer writes in: from the provider over HTTP to the bus', async () => {
    const { id, token, workspace, path } = await connectNumber()
    expect(path).toBe(`/callbacks/${id}`)
    const json = { message: { from: '+4915112345678', text: 'Hello' } }
    expect((await fixture.send(`/v1/numbers/${id}/simulate`, { token, json })).status).toBe(200)
    const arrived = await until(() =>
      numbers.bus.published.find((event) => event.event === 'provider:message' && event.workspace === workspace),
    )
    expect(arrived.data).toMatchObject({ number: id, text: 'Hello' })
  })

  it('hands over bytes and signature as they came, of whatever type, and 200 means stored', async () => {
    const { id, path, appSecret } = await connectNumber()
    const body = '{"object":"whatsapp_business_account",  "entry":[], "text":"\\/ \\u00e9 é"}'
    const headers = { ...signed(body, appSecret), 'Content-Type': 'application/x-unheard-of' }
    const answer = await fixture.send(path, { body, headers })
    expect([answer.status, answer.text]).toEqual([200, '{}'])
    const [row] = (await storedFor(id)) as { raw: Buffer }[]
    expect(row?.raw.toString()).toBe(body)
  })

  it('refuses a wrong or missing signature with 401 and stores nothing', async () => {
    const { id, path } = await connectNumber()
    for (const headers of [signed('{}', 'another secret'), {}, { 'X-Hub-Signature-256': 'x'.repeat(300) }]) {
      const answer = await fixture.send(path, { body: '{}', headers })
      expect([answer.status, answer.json['errorCode']]).toEqual([401, 'callback:signature_invalid'])
    }
    expect(await storedFor(id)).toEqual([])
  })

  it('takes 3 MB, refuses 5 MB with 413', async () => {
    const { id, path, appSecret } = await connectNumber()
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [], padding: 'x'.repeat(3_000_000) })
    expect((await fixture.send(path, { body, headers: signed(body, appSecret) })).status).toBe(200)
    expect(await storedFor(id)).toHaveLength(1)
    const large = 'x'.repeat(5 * 1024 * 1024)
    expect((await fixture.send(path, { body: large, headers: signed(large, appSecret) })).status).toBe(413)
  })

  it('answers 404 for a number that is not ours, 405 for other methods', async () => {
    const number = 'num_00000000000000000000000000'
    expect((await fixture.send(`/callbacks/${number}`, { body: '{}' })).status).toBe(404)
    expect((await fixture.send(`/callbacks/${'x'.repeat(100)}`, { body: '{}' })).status).toBe(404)
    const put = await fixture.send(`/callbacks/${number}`, { method: 'PUT', body: '{}' })
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
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
    const answer = await away.send('/callbacks/num_00000000000000000000000000', { body: '{}' })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
  })
})
