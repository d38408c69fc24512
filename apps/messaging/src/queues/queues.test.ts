import { newId } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Line, type MessagingKit, startMessaging } from '../messaging.fixture.ts'

let world: MessagingKit
let line: Line
beforeAll(async () => {
  world = await startMessaging()
  line = await world.connected({ ratePerSecond: 50 })
})
afterAll(() => world[Symbol.asyncDispose]())

const queues = () => world.kit.clients.messaging.queues
const mine = () => world.kit.as(line.workspace)
let lastPhone = 15_554_000_000
const send = (options = {}) =>
  world.kit.clients.messaging.messages.send.mutate({ phone: `+${(lastPhone += 1)}`, message: 'x', ...options }, mine())

describe('queues', () => {
  it('get counts what waits and what is scheduled, and reckons when it will be sent', async () => {
    await queues().update.mutate({ id: line.number, state: 'paused' }, mine())
    await Promise.all(Array.from({ length: 10 }, () => send()))
    await send({ deliverAt: new Date(Date.now() + 3_600_000).toISOString() })
    expect(await queues().get.query({ id: line.number }, mine())).toMatchObject({
      state: 'paused',
      waiting: 10,
      scheduled: 1,
      sending: 0,
      ratePerSecond: 50,
      etaMs: 200,
    })
    expect(await world.calls(line)).toEqual([])
    await queues().update.mutate({ id: line.number, state: 'active' }, mine())
    await until(async () => (await world.accepted(line)).length === 10)
    expect(await queues().get.query({ id: line.number }, mine())).toMatchObject({ waiting: 0, scheduled: 1 })
  })

  it('update to draining lets out what is queued and holds what comes later', async () => {
    const drained = await world.connected()
    const theirs = world.kit.as(drained.workspace)
    const { messages } = world.kit.clients.messaging
    await queues().update.mutate({ id: drained.number, state: 'paused' }, theirs)
    await messages.send.mutate({ phone: '+15554100001', message: 'before' }, theirs)
    expect(await queues().update.mutate({ id: drained.number, state: 'draining' }, theirs)).toMatchObject({
      state: 'draining',
    })
    const later = await messages.send.mutate({ phone: '+15554100002', message: 'after' }, theirs)
    await until(async () => (await world.accepted(drained)).length === 1)
    expect((await messages.get.query({ id: later.id }, theirs)).status).toBe('queued')
    await queues().update.mutate({ id: drained.number, state: 'active' }, theirs)
    await until(async () => (await world.accepted(drained)).length === 2)
  })

  it('update tells once what changed, with how the queue then is; the same again tells nothing', async () => {
    const told = await world.connected()
    const theirs = world.kit.as(told.workspace)
    const news = () =>
      world.kit.bus.published.flatMap(({ event, workspace, data }) =>
        event === 'queue:updated' && workspace === told.workspace ? [data] : [],
      )
    for (const state of ['paused', 'paused', 'active'] as const)
      await queues().update.mutate({ id: told.number, state }, theirs)
    await until(() => news().length === 2)
    expect(news()).toMatchObject([
      { number: told.number, state: 'paused', waiting: 0 },
      { number: told.number, state: 'active' },
    ])
  })

  it('ofNumbers tells the queues of those numbers that the workspace and the key have, and leaves out the others', async () => {
    const other = await world.connected()
    const ids = [line.number, other.number, newId('num')]
    const told = await queues().ofNumbers.query({ ids }, mine())
    expect(told).toEqual([await queues().get.query({ id: line.number }, mine())])
    expect(await queues().ofNumbers.query({ ids }, world.kit.as(line.workspace, { numbers: [other.number] }))).toEqual(
      [],
    )
  })

  it('get and update refuse a number of another workspace as one that does not exist', async () => {
    const stranger = world.kit.as(world.kit.workspace())
    await expect(queues().get.query({ id: line.number }, stranger)).rejects.toThrow('no such number')
    await expect(queues().update.mutate({ id: line.number, state: 'paused' }, stranger)).rejects.toThrow(
      'no such number',
    )
    await expect(queues().get.query({ id: newId('num') }, mine())).rejects.toThrow('no such number')
    expect((await queues().get.query({ id: line.number }, mine())).state).toBe('active')
  })
})
