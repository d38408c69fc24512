import { until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { listen } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'

type Delivery = { id: string; state: string; attempts: number; event: { id: string } }

/** A receiver that fails gets the same bytes again until it takes them. */
export function webhookRetries(system: () => RunningSystem): void {
  test('webhook retries: a failing receiver gets the same event again, on schedule, until it answers 2xx', async () => {
    await using webhook = await listen(system(), {
      events: ['message:out'],
      respond: (_, index) => ({ status: index < 2 ? 500 : 200 }),
    })
    await system().ok('POST', '/v1/messages', { body: { phone: '+4915120000004', message: 'Hello' } })
    await until(() => webhook.received().length === 1)
    const { requests } = webhook.receiver
    expect(requests.map(({ status, verified }) => ({ status, verified }))).toEqual([
      { status: 500, verified: true },
      { status: 500, verified: true },
      { status: 200, verified: true },
    ])
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(requests.map(({ body }) => body.toString('utf8'))).size).toBe(1)

    const deliveries = () => system().ok<Delivery[]>('GET', `/v1/webhooks/${webhook.id}/deliveries`)
    await until(async () => (await deliveries())[0]?.state === 'succeeded')
    expect(await deliveries()).toMatchObject([{ attempts: 3, event: { id: requests[0]?.headers['webhook-id'] } }])
  })
}
