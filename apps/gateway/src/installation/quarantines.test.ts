import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { firstOwner } from '../access/sign-in/browser.fixture.ts'
import { useGatewayBesideWebhooks } from '../beside-webhooks.fixture.ts'
import { startGatewayFixture } from '../gateway.fixture.ts'

const beside = useGatewayBesideWebhooks(async (webhooks) => {
  await webhooks.rows(`update restore_guard set history = 'another'`)
  await webhooks.restart()
})

it('is shown to every member and key, without what is due in other workspaces, until an operator ends it', async () => {
  const { fixture } = beside
  const { browser } = await firstOwner(fixture)
  const { token } = await fixture.tenant(['send'])
  const shown = async () => (await fixture.send('/v1/meta/restore', { token })).json
  expect(await shown()).toEqual({ since: expect.any(String), resting: ['webhooks'] })
  expect((await browser.send('/v1/meta/restore')).json).toEqual(await shown())
  // Operators can call only the gateway.
  const { clients } = fixture.gateway
  const operator = clients.calling({ workspace: null, scopes: ['operator'] })
  const released = await clients.gateway.quarantines.release.mutate({ due: 'go_on', service: 'webhooks' }, operator)
  expect(released).toEqual([{ service: 'webhooks', since: null, due: expect.any(Object) }])
  const again = await clients.gateway.quarantines.release.mutate({ due: 'go_on', service: 'webhooks' }, operator)
  expect(again).toEqual([{ service: 'webhooks', since: null, due: {} }])
  await until(async () => (await shown())['since'] === null)
  expect(await shown()).toEqual({ since: null, resting: [] })
})

it('is shown without a service that does not answer, and within seconds', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  await using fixture = await startGatewayFixture({ GROUPS_URL: `http://127.0.0.1:${port}` })
  const { token } = await fixture.tenant()
  // The first request to a gateway loads code, which may take long.
  await fixture.send('/v1/meta/restore')
  const askedAt = performance.now()
  expect((await fixture.send('/v1/meta/restore', { token })).json).toEqual({ since: null, resting: [] })
  // A call to a service that doesn't respond times out after 45 s.
  expect(performance.now() - askedAt).toBeLessThan(30_000)
  silent.close()
  silent.closeAllConnections()
})

it('cannot be listed while a service cannot be understood, nor can the owner of a number be found: both count as unavailable', async () => {
  const other = createServer((_req, res) => void res.end('<html>')).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  await using fixture = await startGatewayFixture({
    GROUPS_URL: url,
    MESSAGING_URL: url,
    WEBHOOKS_URL: url,
    NUMBERS_URL: url,
  })
  const { quarantines, workspaces } = fixture.gateway.clients.gateway
  const calls = [
    () => quarantines.list.query({}, fixture.operator()),
    () => quarantines.release.mutate({ due: 'go_on' }, fixture.operator()),
    () => workspaces.find.query({ by: 'number', id: 'num_01k5v2s8xgf9hb3m4q7r8t9w0y' }, fixture.operator()),
  ]
  for (const call of calls)
    await expect(call()).rejects.toMatchObject({ data: { fault: { code: 'service:unavailable' } } })
  other.close()
})

it('is refused without a key or session', async () => {
  expect((await beside.fixture.send('/v1/meta/restore')).status).toBe(401)
})
