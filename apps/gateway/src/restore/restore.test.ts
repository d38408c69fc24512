import { until } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { useGatewayBesideWebhooks } from '../beside-webhooks.fixture.ts'
import { firstOwner } from '../sign-in/browser.fixture.ts'

const beside = useGatewayBesideWebhooks(async (webhooks) => {
  await webhooks.rows(`update restore_guard set history = 'another'`)
  await webhooks.restart()
})

it('is shown to every member and key, without what is due in other workspaces, until an operator ends it', async () => {
  const { webhooks, fixture } = beside
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
  expect((await beside.fixture.send('/v1/meta/restore')).status).toBe(401)
})
