import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { exampleContact, newId } from '@posthorn/contracts'
import { natsUrl, until } from '@posthorn/test-servers'
import { connect } from 'nats'
import { afterEach, describe, expect, it } from 'vitest'
import { type Bus, createLog, openBus } from '../index.ts'
import { busEvent } from '../testing/service.fixture.ts'

const opened: Bus[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((bus) => bus.close()))
})

function twoProcesses(ackWaitMs: number) {
  const name = `t${randomBytes(6).toString('hex')}`
  const open = () => {
    const bus = openBus({ url: natsUrl(), name, service: 'test', log: createLog('test', 'silent'), ackWaitMs })
    opened.push(bus)
    return bus
  }
  const consume = async (bus: Bus, handle: (id: string) => Promise<void>) => {
    const handed: { id: string; deliveries: number }[] = []
    await until(() => bus.connected())
    const consumption = await bus.consume({
      consumer: 'test',
      kinds: ['contact:created'],
      batchSizeMax: 1,
      onEvents: async (events) => {
        for (const { event, deliveries, ack } of events) {
          handed.push({ id: event.id, deliveries })
          await handle(event.id)
          ack()
        }
      },
    })
    return { handed, consumption }
  }
  const publish = async (bus: Bus) => {
    await until(() => bus.connected())
    const event = busEvent({ event: 'contact:created', workspace: newId('ws'), data: exampleContact })
    await bus.publish({ id: event.id, kind: event.event, payload: JSON.stringify(event) })
    return event.id
  }
  return { name, open, consume, publish }
}

describe('what a process was handed', () => {
  it('goes to another soon after it died', async () => {
    const { open, consume, publish } = twoProcesses(1_000)
    const dying = open()
    const ids = [await publish(dying), await publish(dying)]
    const first = await consume(dying, () => new Promise(() => {}))
    await until(() => first.handed.length === 1)
    await dying.close()
    const second = await consume(open(), async () => {})
    await until(() => second.handed.length === 2)
    expect(new Set(second.handed.map(({ id }) => id))).toEqual(new Set(ids))
  })

  it('stays with it while it works, however long, and so does what waits behind', async () => {
    const { open, consume, publish } = twoProcesses(1_000)
    const slow = open()
    const ids = [await publish(slow), await publish(slow)]
    const first = await consume(slow, () => pause(2_500))
    await until(() => first.handed.length === 1)
    const second = await consume(open(), async () => {})
    await until(() => first.handed.length === 2)
    expect(first.handed).toEqual(ids.map((id) => ({ id, deliveries: 1 })))
    expect(second.handed).toEqual([])
  })

  it('goes to another at once when its process is stopped before it began', async () => {
    const { open, consume, publish } = twoProcesses(60_000)
    const stopping = open()
    const ids = [await publish(stopping), await publish(stopping)]
    let finish = () => {}
    const first = await consume(stopping, () => new Promise((resolve) => (finish = () => resolve())))
    await until(() => first.handed.length === 1)
    const stopped = first.consumption.stop()
    finish()
    await stopped
    const second = await consume(open(), async () => {})
    await until(() => second.handed.length === 1)
    expect(second.handed).toEqual([{ id: ids[1], deliveries: 2 }])
    expect(first.handed).toHaveLength(1)
  })
})

describe('a message of several events', () => {
  const several = (count: number) =>
    Array.from({ length: count }, () => {
      const event = busEvent({ event: 'contact:created', workspace: newId('ws'), data: exampleContact })
      return { id: event.id, kind: event.event, payload: JSON.stringify(event) }
    })
  const isAt = (end: { pending: number; ackPending: number }) => end.pending === 0 && end.ackPending === 0

  it('is done when all of them are, and comes again when one is to', async () => {
    const bus = twoProcesses(1_000).open()
    await until(() => bus.connected())
    const [first, ...others] = several(3)
    const handed: string[][] = []
    const consumption = await bus.consume({
      consumer: 'test',
      kinds: ['contact:created'],
      batchSizeMax: 10,
      onEvents: async (events) => {
        handed.push(events.map(({ event, deliveries }) => `${event.id} ${deliveries}`))
        for (const { event, deliveries, ack, retry } of events)
          if (event.id === first?.id && deliveries === 1) retry(1)
          else ack()
      },
    })
    await bus.publish(...(first ? [first, ...others] : others))
    await until(async () => handed.length === 2 && isAt(await consumption.lag()))
    const ids = [first, ...others].map((event) => event?.id)
    expect(handed).toEqual([ids.map((id) => `${id} 1`), ids.map((id) => `${id} 2`)])
  })

  it.each(['no JSON', '"no event"', 'null', ''])(
    'is given up if it holds %j, and delays none behind it',
    async (text) => {
      const { name, open } = twoProcesses(1_000)
      const bus = open()
      await until(() => bus.connected())
      const watched: string[] = []
      bus.watch(['contact:created'], ({ id }) => watched.push(id))
      const handed: string[] = []
      const consumption = await bus.consume({
        consumer: 'test',
        kinds: ['contact:created'],
        batchSizeMax: 10,
        gatherMs: 200,
        onEvents: async (events) => {
          for (const { event, ack } of events) {
            handed.push(event.id)
            ack()
          }
        },
      })
      const connection = await connect({ servers: natsUrl() })
      const { seq } = await connection.jetstream().publish(`${name}.events.contact:created`, text)
      await connection.close()
      const [event] = several(1)
      if (event) await bus.publish(event)
      await until(async () => handed.length > 0 && isAt(await consumption.lag()), { timeoutMs: 20_000 })
      await until(() => watched.length > 0)
      expect({ handed, watched }).toEqual({ handed: [event?.id], watched: [event?.id] })
      expect(await bus.stream.eventIdsAt(seq)).toEqual(new Set())
    },
  )

  it('is handed over whole, with others as far as they fit', async () => {
    const bus = twoProcesses(1_000).open()
    await until(() => bus.connected())
    const sizes = [3, 2, 5, 12, 1]
    for (const size of sizes) await bus.publish(...several(size))
    const batches: number[] = []
    const consumption = await bus.consume({
      consumer: 'test',
      kinds: ['contact:created'],
      batchSizeMax: 10,
      gatherMs: 300,
      onEvents: async (events) => {
        batches.push(events.length)
        for (const { ack } of events) ack()
      },
    })
    await until(async () => batches.length >= 3 && isAt(await consumption.lag()))
    expect(batches).toEqual([10, 12, 1])
  })
})

describe('a process that leaves the consumption to another', () => {
  it('hands over at once what it has not begun, and gets nothing more', async () => {
    const { open, consume, publish } = twoProcesses(60_000)
    const leaving = open()
    const ids = [await publish(leaving), await publish(leaving)]
    let finish = () => {}
    const first = await consume(leaving, () => new Promise((resolve) => (finish = () => resolve())))
    await until(() => first.handed.length === 1)
    first.consumption.serve(false)
    const second = await consume(open(), async () => {})
    await until(() => second.handed.length === 1)
    finish()
    ids.push(await publish(leaving))
    await until(() => second.handed.length === 2)
    expect(first.handed.map(({ id }) => id)).toEqual([ids[0]])
    expect(second.handed.map(({ id }) => id)).toEqual([ids[1], ids[2]])
  })

  it('has caught up with what it handled, whatever has come since', async () => {
    const { open, consume, publish } = twoProcesses(60_000)
    const bus = open()
    const lastSeq = async () => (await bus.stream.read()).lastSeq
    let finish = () => {}
    const { handed, consumption } = await consume(bus, () => new Promise((resolve) => (finish = () => resolve())))
    await publish(bus)
    const handled = await lastSeq()
    await until(() => handed.length === 1)
    expect(await consumption.caughtUp(handled)).toBe(false)
    finish()
    await until(() => consumption.caughtUp())
    await publish(bus)
    await until(() => handed.length === 2)
    const caughtUp = [consumption.caughtUp(handled), consumption.caughtUp(await lastSeq()), consumption.caughtUp()]
    expect(await Promise.all(caughtUp)).toEqual([true, false, false])
    finish()
  })

  it('has not caught up before its consumer is made', async () => {
    const { open } = twoProcesses(60_000)
    const bus = open()
    await until(() => bus.connected())
    const options = { consumer: 'test', kinds: ['contact:created'], batchSizeMax: 1, isStandby: true }
    const consumption = await bus.consume({ ...options, onEvents: async () => {} })
    expect(await consumption.caughtUp()).toBe(false)
  })

  it('continues when it serves again', async () => {
    const { open, consume, publish } = twoProcesses(60_000)
    const bus = open()
    const { handed, consumption } = await consume(bus, async () => {})
    const first = await publish(bus)
    await until(() => handed.length === 1)
    consumption.serve(false)
    consumption.serve(true)
    const second = await publish(bus)
    await until(() => consumption.caughtUp())
    expect(handed.map(({ id }) => id)).toEqual([first, second])
  })
})
