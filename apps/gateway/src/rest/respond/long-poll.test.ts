import { connect, type Socket } from 'node:net'
import { exampleContact } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { useGatewayBesideWebhooks } from '../../beside-webhooks.fixture.ts'
import { type GatewayFixture, startGatewayFixture } from '../../gateway.fixture.ts'

const beside = useGatewayBesideWebhooks()

it('who waits for events holds no one up, and gets them as they happen', async () => {
  const { webhooks, fixture } = beside
  const [mine, other] = [await fixture.tenant(), await fixture.tenant()]
  let waiting = 2
  const polls = [mine, other].map(async ({ token }) => {
    const answer = await fixture.send('/v1/events?wait=20', { token })
    waiting -= 1
    return answer
  })
  for (const path of ['/v1/events/kinds', '/v1/events?after=0', '/v1/webhooks']) {
    expect((await fixture.send(path, { token: mine.token })).status).toBe(200)
  }
  expect(waiting).toBe(2)
  for (const { workspace } of [mine, other]) {
    await webhooks.bus.publish(busEvent({ event: 'contact:created', workspace, data: exampleContact }))
  }
  for (const [i, poll] of polls.entries()) {
    const { json } = await poll
    expect(json).toMatchObject([{ event: 'contact:created', sequence: 1, workspace: [mine, other][i]?.workspace }])
  }
})

it('who waits for events gets none that happen after the key was revoked', async () => {
  const { webhooks, fixture } = beside
  const { token, keyId, workspace } = await fixture.tenant()
  const poll = fixture.send('/v1/events?wait=20', { token })
  for (const path of ['/v1/events/kinds', '/v1/events?after=0', '/v1/webhooks']) await fixture.send(path, { token })
  await fixture.gateway.clients.gateway.workspaceKeys.revoke.mutate({ id: keyId }, fixture.operator())
  await webhooks.bus.publish(busEvent({ event: 'contact:created', workspace, data: exampleContact }))
  expect(await poll).toMatchObject({ status: 401, json: { errorCode: 'token:invalid' } })
})

it('a key has so many requests answered at once and no more; who waits for events takes none of these places', async () => {
  const { webhooks } = beside
  await using small = await startGatewayFixture({ WEBHOOKS_URL: webhooks.service.url, IN_FLIGHT_KEY_MAX: '2' })
  const { token, workspace } = await small.tenant()
  const { token: other } = await small.tenant()
  const polls = Array.from({ length: 5 }, () => small.send('/v1/events?wait=20', { token }))
  const slow = [1, 2].map(() => holdOpen(small, token))
  const refused = await until(async () => {
    const answer = await small.send('/v1/me', { token })
    return answer.status === 429 && answer
  })
  expect(refused.json).toMatchObject({ errorCode: 'rate:in_flight', retryable: true, retryAfter: 1 })
  expect(refused.headers.get('retry-after')).toBe('1')
  expect((await small.send('/v1/me', { token: other })).status).toBe(200)
  for (const socket of slow) socket.destroy()
  await until(async () => (await small.send('/v1/me', { token })).status === 200)
  await webhooks.bus.publish(busEvent({ event: 'contact:created', workspace, data: exampleContact }))
  expect((await Promise.all(polls)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
})

it('a workspace has so many requests answered at once and no more, however many keys it has', async () => {
  const { webhooks } = beside
  const limit = { IN_FLIGHT_WORKSPACE_MAX: '3' }
  await using small = await startGatewayFixture({ WEBHOOKS_URL: webhooks.service.url, ...limit })
  const { token, workspace } = await small.tenant()
  const { token: other } = await small.tenant()
  const tokens = await Promise.all(
    [1, 2, 3].map(async (i) => {
      const key = { workspace, name: `key ${i}`, scopes: ['read' as const, 'manage' as const] }
      return (await small.gateway.clients.gateway.workspaceKeys.create.mutate(key, small.operator())).key
    }),
  )
  const slow = tokens.map((each) => holdOpen(small, each))
  const refused = await until(async () => {
    const answer = await small.send('/v1/me', { token })
    return answer.status === 429 && answer
  })
  expect(refused.json).toMatchObject({ errorCode: 'rate:in_flight', message: expect.stringContaining('workspace') })
  expect((await small.send('/v1/me', { token: other })).status).toBe(200)
  for (const socket of slow) socket.destroy()
  await until(async () => (await small.send('/v1/me', { token })).status === 200)
})

/** Opens a request whose body never arrives. Repeats it if it is refused because of other open requests. */
function holdOpen({ url }: GatewayFixture, token: string): { destroy(): void } {
  const head = `POST /v1/contacts HTTP/1.1\r\nHost: x\r\nToken: ${token}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n`
  const open = (): Socket => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(head))
    socket.on('error', () => {})
    return socket.once('data', () => {
      socket.destroy()
      current = open()
    })
  }
  let current = open()
  return { destroy: () => void current.destroy() }
}
