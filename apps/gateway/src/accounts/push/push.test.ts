import { randomUUID } from 'node:crypto'
import { newId } from '@posthorn/contracts'
import { busEvent, type Receiver, until } from '@posthorn/testkit'
import { importJWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createBrowser, firstOwner, password, type SignedIn } from '../../access/sign-in/browser.fixture.ts'
import { startGatewayFixture, type TestResponse } from '../../gateway.fixture.ts'
import { useGraph } from '../../rest/graph/graph.fixture.ts'
import { startPushService, type TestDevice } from './device.fixture.ts'

const graph = useGraph({ records: false })
let service: Receiver & { subscribe(): TestDevice }
let owner: SignedIn
let other: string
beforeAll(async () => {
  service = await startPushService()
  owner = await firstOwner(graph.gateway, graph.workspace)
  const made = await owner.browser.send('/v1/members', {
    json: { name: 'Bob', email: `${randomUUID()}@shop.example.com` },
  })
  other = made.json['id'] as unknown as string
})
afterAll(() => service.stop())
beforeEach(async () => {
  service.respondWith({ status: 201 })
  await graph.gateway.gateway.rows('delete from push_subscription')
})

const refusal = ({ status, json }: TestResponse) => [status, json['errorCode']]
const rows = (table: 'push' | 'push_subscription') =>
  graph.gateway.gateway.rows<{ count: number; run_at: Date; sealed: string }>(`select * from ${table}`)
const asKey = (path: string, json: object) => graph.gateway.send(path, { token: graph.token, json })

async function subscribe(kinds: string[], { showText = false, browser = owner.browser } = {}): Promise<TestDevice> {
  const device = service.subscribe()
  const { status, text } = await browser.auth('POST push', { ...device.address, kinds, showText })
  if (status !== 200) throw new Error(`not subscribed: ${text}`)
  return device
}

async function openChat(): Promise<{ id: string; phone: string }> {
  const { phone, id } = await graph.customer()
  const message = await graph.gateway.send(`/v1/messages/${id}`, { token: graph.token })
  const chat = message.json['chat'] as unknown as string
  await asKey(`/v1/chats/${chat}/assign`, { member: owner.member })
  return { id: chat, phone }
}

const write = (from: string, text: string) => asKey(`/v1/numbers/${graph.number}/simulate`, { message: { from, text } })
const received = (device: TestDevice, count: number) =>
  until(() => device.received().length >= count && device.received(), { describe: `push ${count}` })

const alert = (member: string, number: string, chat: string) => {
  const data = { member, kind: 'assigned', chat, number, message: null }
  return busEvent({ event: 'member:alerted', workspace: graph.workspace, data: data as never })
}

/** Ends the minute during which further events are held back. */
async function endMinute(): Promise<void> {
  await graph.gateway.gateway.rows('update push set run_at = now()')
  graph.gateway.gateway.bus.nudge('gateway', 'push')
}

describe('a device', () => {
  it('is told of chats assigned to the person, mentions and messages in their chats, where it asked for them, and no name or text', async () => {
    const all = await subscribe(['assigned', 'mention', 'message'])
    const mentions = await subscribe(['mention'])
    const { id, phone } = await openChat()
    const plain = { count: 1, workspace: graph.workspace, chat: id, name: null, text: null }
    expect(await received(all, 1)).toEqual([{ kind: 'assigned', ...plain }])
    await write(phone, 'My card is 4111')
    expect((await received(all, 2)).at(-1)).toEqual({ kind: 'message', ...plain })
    await asKey(`/v1/chats/${id}/notes`, { message: 'look', mentions: [owner.member] })
    expect((await received(all, 3)).at(-1)).toEqual({ kind: 'mention', ...plain })
    expect(await received(mentions, 1)).toEqual([{ kind: 'mention', ...plain }])
  })

  it('shows name and text where its owner wants them', async () => {
    const device = await subscribe(['message', 'mention'], { showText: true })
    const { id, phone } = await openChat()
    await write(phone, 'Where is my parcel?')
    expect(await received(device, 1)).toMatchObject([{ kind: 'message', chat: id, text: 'Where is my parcel?' }])
    expect(device.received()[0]?.name).toEqual(expect.any(String))
    await asKey(`/v1/chats/${id}/notes`, { message: 'secret', mentions: [owner.member] })
    expect((await received(device, 2)).at(-1)).toMatchObject({ kind: 'mention', text: null })
  })

  it('shows the beginning of a long text, and no half of an emoji', async () => {
    const device = await subscribe(['message'], { showText: true })
    const { phone } = await openChat()
    await write(phone, `${'x'.repeat(199)}📦 and more`)
    expect(await received(device, 1)).toMatchObject([{ kind: 'message', text: `${'x'.repeat(199)}…` }])
  })

  it('is told nothing of what happens to others, nor of numbers that the member may not see', async () => {
    const device = await subscribe(['assigned', 'message'])
    const [number, visible] = [newId('num'), newId('chat')]
    await graph.gateway.gateway.rows(`update member set role = 'agent', numbers = $2 where id = $1`, [
      owner.member,
      [number],
    ])
    await graph.gateway.gateway.bus.publish(
      alert(owner.member, graph.number, newId('chat')),
      alert(other, number, newId('chat')),
      alert(owner.member, number, visible),
    )
    expect((await received(device, 1)).map(({ chat, count }) => [chat, count])).toEqual([[visible, 1]])
    await graph.gateway.gateway.rows(`update member set role = 'owner', numbers = null where id = $1`, [owner.member])
  })

  it('that shows names gets no push about a chat that is gone', async () => {
    const device = await subscribe(['assigned'], { showText: true })
    await graph.gateway.gateway.bus.publish(alert(owner.member, graph.number, newId('chat')))
    await until(async () => (await rows('push'))[0]?.count === 0)
    expect(device.received()).toEqual([])
  })

  it('gets one push a minute of a kind, however many messages come', async () => {
    const device = await subscribe(['message'])
    const chats = [await openChat(), await openChat()]
    await write(chats[0]?.phone ?? '', 'first')
    await received(device, 1)
    for (const text of ['2', '3', '4']) await write(chats[0]?.phone ?? '', text)
    await until(async () => (await rows('push'))[0]?.count === 3)
    const [waiting] = await rows('push')
    expect(Number(waiting?.run_at) - Date.now()).toBeGreaterThan(30_000)
    await endMinute()
    expect((await received(device, 2)).at(-1)).toMatchObject({ kind: 'message', count: 3, chat: chats[0]?.id })
    for (const { phone } of chats) await write(phone, 'again')
    await until(async () => (await rows('push'))[0]?.count === 2)
    await endMinute()
    expect((await received(device, 3)).at(-1)).toMatchObject({ count: 2, chat: null })
    await endMinute()
    await until(async () => (await rows('push')).length === 0)
    expect(device.received()).toHaveLength(3)
  })
})

describe('a push', () => {
  it('is signed with the key that browsers subscribe with, for its push service only', async () => {
    const { json } = await owner.browser.auth('GET push')
    const publicKey = json['publicKey'] as unknown as string
    const device = await subscribe(['assigned'])
    await openChat()
    await received(device, 1)
    const headers = service.requests.at(-1)?.headers ?? {}
    const [, token = '', key] = /^vapid t=(.+), k=(.+)$/.exec(headers['authorization'] ?? '') ?? []
    expect(key).toBe(publicKey)
    const [x, y] = [1, 33].map((at) =>
      Buffer.from(publicKey, 'base64url')
        .subarray(at, at + 32)
        .toString('base64url'),
    )
    const verified = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y } as never, 'ES256'))
    expect(verified.payload).toMatchObject({ aud: service.url, sub: expect.stringMatching(/^https:|^mailto:/) })
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '3600' })
  })

  it('ends the subscription that its push service no longer knows', async () => {
    await subscribe(['assigned'])
    service.respondWith({ status: 410 })
    await openChat()
    await until(async () => (await rows('push_subscription')).length === 0)
  })

  it('is tried again when the push service fails, and given up when it refuses', async () => {
    const device = await subscribe(['assigned'])
    service.respondWith({ status: 503 })
    await openChat()
    await received(device, 1)
    await until(async () => (await rows('push'))[0]?.count === 1)
    service.respondWith({ status: 400 })
    await endMinute()
    await received(device, 2)
    await until(async () => (await rows('push'))[0]?.count === 0)
    expect(await rows('push_subscription')).toHaveLength(1)
  })
})

describe('a subscription', () => {
  it('is stored sealed, and so is the private key of the installation', async () => {
    const { address } = await subscribe(['assigned'])
    const stored = JSON.stringify([
      await rows('push_subscription'),
      await graph.gateway.gateway.rows('select * from push_key'),
    ])
    for (const secret of [address.endpoint, address.keys.p256dh, address.keys.auth, '"d"'])
      expect(stored).not.toContain(secret)
  })

  it('is refused for addresses inside the network, malformed keys and unknown kinds', async () => {
    await using closed = await startGatewayFixture({ ALLOW_PRIVATE_ADDRESSES: 'false' })
    const { browser } = await firstOwner(closed)
    const { keys } = service.subscribe().address
    const given = { endpoint: 'https://push.example.com/a', keys, kinds: ['mention'], showText: false }
    const post = (change: object) => browser.auth('POST push', { ...given, ...change })
    for (const endpoint of ['https://127.0.0.1/a', 'https://169.254.169.254/a', 'http://push.example.com/a'])
      expect(refusal(await post({ endpoint }))).toEqual([400, 'url:not_allowed'])
    for (const change of [{ keys: { ...keys, p256dh: 'short' } }, { keys: { ...keys, auth: 'x' } }, { kinds: ['all'] }])
      expect(refusal(await post(change))).toEqual([400, 'request:invalid'])
    expect((await post({})).status).toBe(200)
    expect(refusal(await createBrowser(closed).auth('POST push', given))).toEqual([401, 'session:required'])
  })

  it('is listed for its person, follows the session of its browser, and ends by one request', async () => {
    const device = await subscribe(['mention'])
    const listed = async () => (await owner.browser.auth('GET push')).json['devices'] as unknown as { id: string }[]
    const [own] = await listed()
    expect(own).toMatchObject({ kinds: ['mention'], showText: false })
    const { endpoint } = device.address
    expect((await owner.browser.auth('POST push/renew', { endpoint })).json).toMatchObject({ id: own?.id })
    expect((await owner.browser.auth(`DELETE push/${own?.id}`)).status).toBe(204)
    expect(await listed()).toEqual([])
    expect((await owner.browser.auth('POST push/renew', { endpoint })).status).toBe(404)
  })

  it('ends when its browser signs out, when another person signs in there, and when the person signs out everywhere', async () => {
    const signIn = async () => {
      const browser = createBrowser(graph.gateway)
      await browser.auth('POST sign-in', { email: owner.email, password })
      return browser
    }
    const [here, there] = [await signIn(), await signIn()]
    const devices = [await subscribe(['mention'], { browser: here }), await subscribe(['mention'], { browser: there })]
    await here.auth('POST sign-out', {})
    expect(await rows('push_subscription')).toHaveLength(1)
    await there.auth('POST sign-in', { email: owner.email, password })
    expect(await rows('push_subscription')).toHaveLength(1)
    const { browser: stranger } = await firstOwner(graph.gateway)
    const { endpoint } = devices[1]?.address ?? { endpoint: '' }
    expect((await stranger.auth('POST push/renew', { endpoint })).status).toBe(404)
    expect(await rows('push_subscription')).toHaveLength(0)
    await subscribe(['mention'], { browser: there })
    const { headers, status } = await there.auth('DELETE sessions')
    expect([status, headers.get('set-cookie')]).toMatchObject([204, expect.stringContaining('Max-Age=0')])
    expect(await rows('push_subscription')).toHaveLength(0)
    for (const browser of [there, owner.browser]) expect((await browser.auth('GET session')).status).toBe(401)
    await owner.browser.auth('POST sign-in', { email: owner.email, password })
  })
})
