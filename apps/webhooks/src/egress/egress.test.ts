import { createHmac } from 'node:crypto'
import { startReceiver, until } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { createFixture, startWebhooks } from '../webhooks.fixture.ts'

it('shows the configured addresses, and a delivery has the headers, agent and signature it describes', async () => {
  await using service = await startWebhooks({ EGRESS_ADDRESSES: '203.0.113.0/24, 2001:db8::/48' })
  const fixture = createFixture(service)
  const shown = await service.clients.webhooks.egress.get.query({}, fixture.as())
  expect(shown.addresses).toEqual(['203.0.113.0/24', '2001:db8::/48'])
  expect(shown.webhooks.retryPausesSeconds[0]).toBe(0)

  await using receiver = await startReceiver()
  const { signingSecret } = await fixture.webhook(receiver)
  await fixture.publish(1)
  const { headers, body } = await until(async () => receiver.requests[0])
  const egress = (name: string) => String(headers[name.toLowerCase()])
  const { signature, userAgent } = shown.webhooks
  expect(egress('User-Agent')).toBe(userAgent)
  const known = shown.webhooks.headers.map(({ name }) => name.toLowerCase())
  expect(Object.keys(headers).filter((name) => name.startsWith('webhook-') && !known.includes(name))).toEqual([])
  const signed = signature.signs.replace(/\{([\w-]+)\}/g, (_all, name: string) =>
    name === 'body' ? String(body) : egress(name),
  )
  const key = Buffer.from(signingSecret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(signed).digest('base64')
  expect(egress(signature.header)).toBe(`${signature.version},${expected}`)
})

it.each([
  ['true', ['http', 'https']],
  ['false', ['https']],
])('where private addresses are allowed (%s), files and imports are fetched by %j', async (allowed, protocols) => {
  await using service = await startWebhooks({ ALLOW_PRIVATE_ADDRESSES: allowed })
  const { fetches } = await service.clients.webhooks.egress.get.query({}, createFixture(service).as())
  expect(fetches).toMatchObject({ protocols, privateAddresses: allowed === 'true' })
})
