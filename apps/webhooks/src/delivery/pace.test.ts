import { startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWebhooks, workspaceOf } from '../stage.suite.ts'

let kit: TestService
beforeAll(async () => {
  kit = await startWebhooks()
})
afterAll(() => kit[Symbol.asyncDispose]())

type Arrival = { receivedAt: number }

/** The most requests in any window of one second. */
function busiestSecond(requests: readonly Arrival[]): number {
  const times = requests.map(({ receivedAt }) => receivedAt).sort((a, b) => a - b)
  return Math.max(...times.map((from, i) => times.slice(i).filter((time) => time < from + 1_000).length))
}

describe('the rate of a webhook', () => {
  it('spreads deliveries over time, none lost, and another webhook does not notice; without it all leave at once', async () => {
    await using slow = await startReceiver()
    await using free = await startReceiver()
    const place = workspaceOf(kit)
    const { id, ratePerSecond } = await place.webhook(slow, { ratePerSecond: 16 })
    expect(ratePerSecond).toBe(16)
    await place.webhook(free)
    await place.publish(48)
    await until(() => free.requests.length === 48)
    expect(slow.requests.length).toBeLessThan(48)
    await until(() => slow.requests.length === 48)
    // What arrives is judged by when it arrives: on a busy machine some are late, and come beside the next.
    expect(busiestSecond(slow.requests)).toBeLessThanOrEqual(32)
    expect(new Set(slow.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(48)
    const changed = await place.api().webhooks.update.mutate({ id, ratePerSecond: null }, place.as())
    expect(changed.ratePerSecond).toBeNull()
    await place.publish(100)
    const startedAt = performance.now()
    await until(() => slow.requests.length === 148)
    expect(performance.now() - startedAt).toBeLessThan(6_000)
  })

  it('is a number from 0.1 to 1000', async () => {
    const place = workspaceOf(kit)
    for (const ratePerSecond of [0, 0.09, 1001, '5' as never])
      await expect(place.webhook('http://127.0.0.1:9/', { ratePerSecond })).rejects.toMatchObject({
        data: { fault: { errors: [{ path: 'ratePerSecond' }] } },
      })
  })

  it('leaves at least half of it to new events while a replay runs', async () => {
    await using receiver = await startReceiver()
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver)
    await place.publish(30)
    await until(() => receiver.requests.length === 30)
    await until(async () => (await place.deliveries(id)).every(({ state }) => state === 'succeeded'))
    await place.api().webhooks.update.mutate({ id, ratePerSecond: 20 }, place.as())
    const from = new Date(Date.now() - 3_600_000).toISOString()
    await place.api().replays.create.mutate({ id, from, to: new Date().toISOString() }, place.as())
    const replayed = () => receiver.requests.slice(30).filter(({ headers }) => headers['webhook-replay'] === 'true')
    await until(() => replayed().length >= 2)
    await place.publish()
    await until(() => receiver.requests.length === 61)
    expect(replayed()).toHaveLength(30)
    expect('webhook-replay' in (receiver.requests.at(-1)?.headers ?? {})).toBe(true)
    expect(busiestSecond(replayed())).toBeLessThanOrEqual(17)
  })
})
