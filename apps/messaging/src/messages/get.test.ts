import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MessagingKit, startMessaging } from '../messaging.fixture.ts'

let world: MessagingKit
beforeAll(async () => {
  world = await startMessaging()
})
afterAll(() => world[Symbol.asyncDispose]())

describe('messages.get', () => {
  it('estimates when a waiting message leaves: behind what stands before it, not before its time, never while nobody can tell', async () => {
    const line = await world.connected({ ratePerSecond: 0.1 })
    const as = world.kit.as(line.workspace)
    const { messages, queues } = world.kit.clients.messaging
    let last = 15_551_900_000
    const send = (input = {}) => messages.send.mutate({ phone: `+${(last += 1)}`, message: 'x', ...input }, as)
    const secondsUntil = async (id: string) => {
      const { estimatedSendAt } = await messages.get.query({ id }, as)
      return estimatedSendAt === undefined ? undefined : (Date.parse(estimatedSendAt) - Date.now()) / 1000
    }
    await queues.update.mutate({ id: line.number, state: 'paused' }, as)
    const sent = []
    for (let i = 0; i < 5; i++) sent.push((await send()).id)
    const urgent = await send({ priority: 'urgent' })
    const deliverAt = new Date(Date.now() + 3_600_000).toISOString()
    const later = await send({ deliverAt })
    expect(await secondsUntil(sent[4] as string)).toBeUndefined()
    await world.kit.rows(`update lane set blocked_until = now() + interval '5 seconds' where number_id = $1`, [
      line.number,
    ])
    await queues.update.mutate({ id: line.number, state: 'active' }, as)
    const fifth = await secondsUntil(sent[4] as string)
    expect(fifth).toBeGreaterThan(40)
    expect(fifth).toBeLessThanOrEqual(50.1)
    expect(await secondsUntil(urgent.id)).toBeLessThanOrEqual(5.1)
    expect(await secondsUntil(urgent.id)).toBeGreaterThan(3)
    expect((await messages.get.query({ id: later.id }, as)).estimatedSendAt).toBe(deliverAt)
  })
})
