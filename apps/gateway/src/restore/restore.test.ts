import { startTestService, type TestService, until } from '@posthorn/testkit'
import { webhooksService } from '@posthorn/webhooks/service'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GatewayFixture, startGatewayFixture } from '../gateway.fixture.ts'
import { firstOwner } from '../sign-in/browser.fixture.ts'

let webhooks: TestService
let fixture: GatewayFixture
beforeAll(async () => {
  webhooks = await startTestService(webhooksService)
  await webhooks.rows(`update restore_guard set history = 'another'`)
  await webhooks.restart()
  fixture = await startGatewayFixture({ WEBHOOKS_URL: webhooks.service.url })
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await webhooks[Symbol.asyncDispose]()
})

it('is shown to every member and key, without what is due in other workspaces, until an operator ends it', async () => {
  const { browser } = await firstOwner(fixture)
  const { token } = await fixture.tenant(['send'])
  const shown = async () => (await fixture.send('/v1/meta/restore', { token })).json
  expect(await shown()).toEqual({ since: expect.any(String), resting: ['webhooks'] })
  expect((await browser.send('/v1/meta/restore')).json).toEqual(await shown())
  const operator = webhooks.clients.calling({ workspace: null, scopes: ['operator'] })
  await webhooks.clients.webhooks.quarantine.release.mutate({ due: 'go_on' }, operator)
  await until(async () => (await shown())['since'] === null)
  expect(await shown()).toEqual({ since: null, resting: [] })
})

it('is refused without a key or session', async () => {
  expect((await fixture.send('/v1/meta/restore')).status).toBe(401)
})
