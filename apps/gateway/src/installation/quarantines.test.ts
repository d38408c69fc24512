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

it('is refused without a key or session', async () => {
  expect((await beside.fixture.send('/v1/meta/restore')).status).toBe(401)
})
