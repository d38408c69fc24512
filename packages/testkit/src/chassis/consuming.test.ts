import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Bus, createLog, openBus } from '@posthorn/chassis'
import { exampleContact, newId } from '@posthorn/contracts'
import { afterEach, describe, expect, it } from 'vitest'
import { natsUrl } from '../nats.ts'
import { busEvent } from '../service.ts'
import { until } from '../until.ts'

const opened: Bus[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((bus) => bus.close()))
})

/** Two processes of one service on a bus of their own; each notes the events it was handed. */
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
  return { open, consume, publish }
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

  it('goes to another at once where it was told to stop before it began', async () => {
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
