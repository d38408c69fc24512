import { messagingService } from '@posthorn/messaging/service'
import { startTestService, until } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { startGatewayFixture } from '../../gateway.fixture.ts'

it('ten messages that a batch refuses count as one more request of its key', async () => {
  await using messaging = await startTestService(messagingService)
  await using fixture = await startGatewayFixture({
    MESSAGING_URL: messaging.service.url,
    RATE_LIMIT_KEY_BURST: '100',
    RATE_LIMIT_KEY_PER_SECOND: '1',
  })
  const { token } = await fixture.tenant()
  const json = { partial: true, messages: Array.from({ length: 800 }, () => ({})) }
  const begunAt = performance.now()
  const refused = await fixture.send('/v1/messages/batch', { token, json })
  expect([refused.status, refused.json.length]).toEqual([201, 800])
  // The bucket is shared between gateways, so its level is updated with a delay. Each check is itself a request.
  let looks = 0
  await until(async () => {
    looks += 1
    const { headers } = await fixture.send('/v1/messages', { token })
    const left = Number(/"key";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
    return left <= 100 - 80 + Math.ceil((performance.now() - begunAt) / 1_000)
  })
  expect(looks).toBeLessThan(40)
})
