import { startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, startWebhooks } from '../webhooks.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startWebhooks()
})
afterAll(() => service[Symbol.asyncDispose]())

type Arrival = { receivedAt: number }

/** Returns the largest number of requests in any one-second window. */
function busiestSecond(requests: readonly Arrival[]): number {
  const times = requests.map(({ receivedAt }) => receivedAt).sort((a, b) => a - b)
  return Math.max(...times.map((from, i) => times.slice(i).filter((time) => time < from + 1_000).length))
}

describe('the rate of a webhook', () => {
  it('spreads deliveries over time, none lost, and another webhook is not delayed; without a rate all leave at once', async () => {
    await using slow = await startReceiver()
    await using free = await startReceiver()
    const fixture = createFixture(service)
    const { id, ratePerSecond } = await fixture.webhook(slow, { ratePerSecond: 16 })
    expect(ratePerSecond).toBe(16)
    await fixture.webhook(free)
    await fixture.publish(48)
    await until(() => free.requests.length === 48)
    expect(slow.requests.length).toBeLessThan(48)
    await until(() => slow.requests.length === 48)
    // Measured on arrival. A busy machine delays some requests, which then arrive close to the following ones.
    expect(busiestSecond(slow.requests)).toBeLessThanOrEqual(32)
    expect(new Set(slow.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(48)
    const changed = await fixture.api().webhooks.update.mutate({ id, ratePerSecond: null }, fixture.as())
    expect(changed.ratePerSecond).toBeNull()
    await fixture.publish(100)
    const startedAt = performance.now()
    await until(() => slow.requests.length === 148)
    expect(performance.now() - startedAt).toBeLessThan(6_000)
  })

  it('holds no delivery until the clock of Postgres, which went back, is there again', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver, { ratePerSecond: 10 })
    await fixture.publish()
    await until(() => receiver.requests.length === 1)
    const later = `update endpoint_pace p set tokens = 0, replay_tokens = 0, counted_at = now() + interval '1 hour'
      from endpoint e where e.id = p.endpoint_id and e.webhook_id = $1 returning 1`
    expect(await service.rows(later, [id])).toHaveLength(1)
    await fixture.publish()
    await until(() => receiver.requests.length === 2)
  })

  it('is a number from 0.1 to 1000', async () => {
    const fixture = createFixture(service)
    for (const ratePerSecond of [0, 0.09, 1001, '5' as never])
      await expect(fixture.webhook('http://127.0.0.1:9/', { ratePerSecond })).rejects.toMatchObject({
        data: { fault: { errors: [{ path: 'ratePerSecond' }] } },
      })
  })

  it('leaves at least half of it to new events while a replay runs', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    await fixture.publish(30)
    await until(() => receiver.requests.length === 30)
    await until(async () => (await fixture.deliveries(id)).every(({ status }) => status === 'succeeded'))
    await fixture.api().webhooks.update.mutate({ id, ratePerSecond: 20 }, fixture.as())
    const from = new Date(Date.now() - 3_600_000).toISOString()
    await fixture.api().replays.create.mutate({ id, from, to: new Date().toISOString() }, fixture.as())
    const replayed = () => receiver.requests.slice(30).filter(({ headers }) => headers['webhook-replay'] === 'true')
    await until(() => replayed().length >= 2)
    await fixture.publish()
    await until(() => receiver.requests.length === 61)
    expect(replayed()).toHaveLength(30)
    expect('webhook-replay' in (receiver.requests.at(-1)?.headers ?? {})).toBe(true)
    expect(busiestSecond(replayed())).toBeLessThanOrEqual(17)
  })
})
