import { exampleNumber, newId } from '@posthorn/contracts'
import { busEvent, startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, startWebhooks } from '../webhooks.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startWebhooks()
})
afterAll(() => service[Symbol.asyncDispose]())

const hour = 3_600_000
const range = () => ({ from: new Date(Date.now() - hour).toISOString(), to: new Date(Date.now() + hour).toISOString() })

describe('usage', () => {
  it('deliveries counts those of the workspace by the day of the event, number and kind, for the numbers and the time asked for', async () => {
    await using good = await startReceiver()
    const [fixture, other] = [createFixture(service), createFixture(service)]
    const count = (more: object = {}, as = fixture.as()) =>
      service.clients.webhooks.usage.deliveries.query({ ...range(), ...more } as never, as)
    await fixture.webhook(good)
    const { id } = await fixture.webhook('http://127.0.0.1:9/')
    await other.webhook(good)
    await other.publish(1)
    await fixture.publish(2)
    const number = newId('num')
    const data = { ...exampleNumber, id: number, change: 'connected' } as never
    await service.bus.publish(busEvent({ event: 'number:updated', workspace: fixture.workspace, data }))
    await until(async () => (await count()).reduce((all, { delivered }) => all + delivered, 0) === 3)
    await fixture.api().webhooks.remove.mutate({ id }, fixture.as())
    const day = new Date().toISOString().slice(0, 10)
    // As if the events had waited on the bus for a day.
    await service.rows(`update event set recorded_at = recorded_at + interval '1 day' where workspace_id = $1`, [
      fixture.workspace,
    ])
    const counted = await until(async () => {
      const all = await count()
      return all.every(({ waiting }) => waiting === 0) && all
    })
    const contacts = { day, number: null, event: 'contact:created', delivered: 2, failed: 2, waiting: 0 }
    const numbers = { day, number, event: 'number:updated', delivered: 1, failed: 1, waiting: 0 }
    expect(counted).toMatchObject([numbers, contacts])
    expect(await count({ number: [number] })).toMatchObject([numbers])
    expect(await count({}, fixture.as({ numbers: [newId('num')] }))).toEqual([])
    expect(await count({ to: range().from, from: '2026-01-01T00:00:00Z' })).toEqual([])
    expect(await count({}, createFixture(service).as())).toEqual([])
  })
})
