import { describe, expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'

const { fixture } = useMessaging()

describe('messages.get', () => {
  it('estimates when a waiting message leaves: behind what is before it, not before its time, never while that is unknown', async () => {
    const connected = await fixture.connectNumber({ ratePerSecond: 0.1 })
    const as = fixture.service.as(connected.workspace)
    const { messages, queues } = fixture.service.clients.messaging
    let last = 15_557_900_000
    const send = (input = {}) => messages.send.mutate({ phone: `+${(last += 1)}`, message: 'x', ...input }, as)
    const secondsUntil = async (id: string) => {
      const { estimatedSendAt } = await messages.get.query({ id }, as)
      return estimatedSendAt === null ? undefined : (Date.parse(estimatedSendAt) - Date.now()) / 1000
    }
    await queues.pause.mutate({ id: connected.number }, as)
    const sent = []
    for (let i = 0; i < 5; i++) sent.push((await send()).id)
    const urgent = await send({ priority: 'urgent' })
    const deliverAt = new Date(Date.now() + 3_600_000).toISOString()
    const later = await send({ deliverAt })
    expect(await secondsUntil(sent[4] as string)).toBeUndefined()
    await fixture.service.rows(
      `update number_queue set blocked_until = now() + interval '5 seconds' where number_id = $1`,
      [connected.number],
    )
    await queues.resume.mutate({ id: connected.number }, as)
    expect(await secondsUntil(urgent.id)).toBeUndefined()
    await fixture.service.rows('update number_queue set blocked_until = null where number_id = $1', [connected.number])
    const fifth = await secondsUntil(sent[4] as string)
    expect(fifth).toBeGreaterThan(30)
    expect(fifth).toBeLessThanOrEqual(50.1)
    expect((await messages.get.query({ id: later.id }, as)).estimatedSendAt).toBe(deliverAt)
  })
})

describe('messages.atProvider', () => {
  it('waits until the provider accepts a message, and leaves out those that wait longer or belong to others', async () => {
    const connected = await fixture.connectNumber()
    const [mine, other] = [connected, await fixture.connectNumber()].map(({ workspace }) =>
      fixture.service.as(workspace),
    )
    const { messages, queues } = fixture.service.clients.messaging
    const { id } = await messages.send.mutate({ phone: '+15557910001', message: 'x' }, mine)
    const [named] = await messages.atProvider.query({ ids: [id] }, mine)
    expect(named).toEqual({ id, providerId: expect.stringMatching(/^wamid\./) })
    expect(await messages.atProvider.query({ ids: [id] }, other)).toEqual([])
    await queues.pause.mutate({ id: connected.number }, mine)
    const waiting = await messages.send.mutate({ phone: '+15557910001', message: 'y' }, mine)
    expect(await messages.atProvider.query({ ids: [waiting.id, id] }, mine)).toEqual([named])
  })
})
