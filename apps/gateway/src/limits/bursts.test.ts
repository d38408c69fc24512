import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GatewayFixture, request, startGatewayFixture } from '../gateway.fixture.ts'

const count = 260

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await startGatewayFixture({ RATE_LIMIT_KEY_PER_SECOND: '1', RATE_LIMIT_KEY_BURST: '20' })
})
afterAll(() => fixture[Symbol.asyncDispose]())

it('260 requests of one key at once are answered, or 429 with the time to wait, never 503', async () => {
  const { token } = await fixture.tenant()
  const answers = await Promise.all(Array.from({ length: count }, () => request(`${fixture.url}/v1/me`, { token })))
  const refused = answers.filter(({ status }) => status !== 200)
  const codes = new Set(refused.map(({ json }) => (json as Record<string, unknown>)['errorCode']))
  expect(refused.length).toBeGreaterThan(0)
  expect(['rate:limited', 'rate:in_flight']).toEqual(expect.arrayContaining([...codes]))
  for (const { status, headers } of refused)
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
})
