import { randomBytes } from 'node:crypto'
import { startReceiver, until } from '@posthorn/testkit'
import { expect, it, vi } from 'vitest'
import { createFixture, startWebhooks } from '../webhooks.fixture.ts'

// First, because ids that were made under a fast clock stay ahead.
it('a replay up to now includes the newest event, however late the clock of this machine is', async () => {
  await using service = await startWebhooks({}, { busName: `t_${randomBytes(6).toString('hex')}` })
  await using receiver = await startReceiver()
  const fixture = createFixture(service)
  const { id } = await fixture.webhook(receiver)
  await fixture.publish(1)
  await until(() => receiver.requests.length === 1)
  const from = new Date(Date.now() - 3_600_000).toISOString()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 600_000 })
  const counting = fixture.api().replays.preview.mutate({ id, from }, fixture.as())
  expect(await counting.finally(() => vi.useRealTimers())).toMatchObject({ events: 1 })
})

it('a delivery is signed by the clock of the database from the first attempt on, however wrong the clock of this machine has become', async () => {
  await using service = await startWebhooks({}, { busName: `t_${randomBytes(6).toString('hex')}` })
  await using receiver = await startReceiver()
  const fixture = createFixture(service)
  await fixture.webhook(receiver)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 })
  try {
    await fixture.publish(1)
    await until(() => receiver.requests.length === 1)
  } finally {
    vi.useRealTimers()
  }
  const seconds = Number(receiver.requests[0]?.headers['webhook-timestamp'])
  expect(Math.abs(seconds - Date.now() / 1000)).toBeLessThan(30)
})
