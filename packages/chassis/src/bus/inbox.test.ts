import { exampleContact, newId } from '@posthorn/contracts'
import { until } from '@posthorn/test-servers'
import { describe, expect, it } from 'vitest'
import type { Runtime } from '../runtime.ts'
import { startProbe } from '../testing/probe.fixture.ts'
import { busEvent } from '../testing/service.fixture.ts'
import type { Bus, Consumption, Delivered } from './bus.ts'
import { consumeEvents, on, type Subscriber } from './inbox.ts'

const contactEvent = () => busEvent({ event: 'contact:created', workspace: newId('ws'), data: exampleContact })

describe('inbox', () => {
  it('an event that comes a thousand times has one effect', async () => {
    await using probe = await startProbe()
    const event = contactEvent()
    const copies = Array.from({ length: 1000 }, (_, i) => ({
      id: `${event.id}-${i}`,
      kind: event.event,
      payload: JSON.stringify(event),
    }))
    await Promise.all(copies.map((copy) => probe.runtime().bus.publish(copy)))
    const [marker] = await probe.announce(1)
    await until(async () => (await probe.effects()).includes(marker as string))
    expect((await probe.effects()).filter((id) => id === event.id)).toHaveLength(1)
  })

  it('a handler that fails three times and then succeeds has one effect', async () => {
    let failures = 3
    const event = contactEvent()
    await using probe = await startProbe({
      onEvent: (given) => {
        if (given.id === event.id && failures-- > 0) throw new Error('not yet')
      },
    })
    await probe.fixture.bus.publish(event)
    await until(async () => (await probe.effects()).includes(event.id), { timeoutMs: 15_000 })
    expect(await probe.effects()).toEqual([event.id])
  })

  it('an event that is not its business leaves nothing behind, and the next is handled', async () => {
    const foreign = contactEvent()
    await using probe = await startProbe({ concerns: ({ id }) => id !== foreign.id })
    await probe.fixture.bus.publish(foreign)
    const ids = await probe.announce(1)
    await until(async () => (await probe.effects()).length === 1)
    expect(await probe.effects()).toEqual(ids)
    expect(await probe.fixture.rows('select 1 from received_event where event_id = $1', [foreign.id])).toEqual([])
  })

  it('an event that always fails holds up no other', async () => {
    const poison = contactEvent()
    await using probe = await startProbe({
      onEvent: (given) => {
        if (given.id === poison.id) throw new Error('poison')
      },
    })
    await probe.fixture.bus.publish(poison)
    const ids = await probe.announce(100)
    await until(async () => (await probe.effects()).length === 100)
    // It is retried for 22 s and hasn't been set aside yet.
    expect(await probe.fixture.rows('select 1 from dead_event')).toEqual([])
    expect([...(await probe.effects())].sort()).toEqual([...ids].sort())
  })

  it('an event that failed ten times is put aside with its error', async () => {
    const poison = contactEvent()
    await using probe = await startProbe({
      env: { EVENT_RETRY_MS: '5' },
      onEvent: () => {
        throw new Error('poison')
      },
    })
    await probe.fixture.bus.publish(poison)
    const [dead] = await until(async () => {
      const rows = await probe.fixture.rows('select event_id, deliveries, error from dead_event')
      return rows.length > 0 && rows
    })
    expect(dead).toEqual({ event_id: poison.id, deliveries: 10, error: 'Error: poison' })
  })

  it('an event that was put aside is tried only once more if it comes again after a restart, and counted once', async () => {
    await using probe = await startProbe()
    let tries = 0
    const subscriber = on('contact:created', () => {
      tries += 1
      return Promise.reject(new Error('poison'))
    })
    const event = contactEvent()
    const first = await consuming(probe.runtime(), subscriber)
    for (let i = 1; i < 10; i++) expect(await first({ event, deliveries: i })).toEqual(['retry'])
    expect(await first({ event, deliveries: 10 })).toEqual(['ack'])
    const restarted = await consuming(probe.runtime(), subscriber)
    expect(await restarted({ event, deliveries: 11 })).toEqual(['ack'])
    expect(tries).toBe(11)
    const metrics = await (await fetch(`${probe.fixture.service.url}/metrics`)).text()
    expect(metrics).toMatch(/^dead_event_total\S* 1$/m)
  })

  it('an event that fails in processes that restart often is put aside after ten tries in all', async () => {
    await using probe = await startProbe()
    const subscriber = on('contact:created', () => Promise.reject(new Error('poison')))
    const event = contactEvent()
    const outcomes = []
    for (let i = 1; i <= 10; i++) {
      const restarted = await consuming(probe.runtime(), subscriber)
      outcomes.push(...(await restarted({ event, deliveries: i })))
    }
    expect(outcomes).toEqual([...Array<string>(9).fill('retry'), 'ack'])
  })

  const failure = (code: string) => Object.assign(new Error('not now'), { code })
  it.each([
    ['deliveries that failed for other reasons', new Error('not yet'), 1],
    ['a database that is shutting down', failure('57P03'), 12],
    ['rows that another transaction holds', failure('55P03'), 12],
  ])('the ten tries of an event are not used up by %s', async (_, error, rounds) => {
    await using probe = await startProbe()
    let failuresLeft = rounds
    const subscriber = on('contact:created', async () => {
      if (failuresLeft-- > 0) throw error
    })
    const handOver = await consuming(probe.runtime(), subscriber)
    const event = contactEvent()
    for (let round = 0; round < rounds; round++)
      expect(await handOver({ event, deliveries: 12 + round })).toEqual(['retry'])
    expect(await handOver({ event, deliveries: 12 + rounds })).toEqual(['ack'])
    expect(await probe.fixture.rows('select 1 from dead_event')).toEqual([])
  })
})

/** Consumes with this subscriber from a bus on which a test hands over events. Handing over returns the responses to the bus. */
async function consuming(runtime: Runtime, subscriber: Subscriber) {
  let onEvents: Parameters<Bus['consume']>[0]['onEvents'] | undefined
  const consume: Bus['consume'] = async (opts) => {
    onEvents = opts.onEvents
    return {} as Consumption
  }
  await consumeEvents({ ...runtime, bus: { consume } as Bus }, [subscriber])
  return async (given: Pick<Delivered, 'event' | 'deliveries'>) => {
    const responses: string[] = []
    const respond = (name: string) => () => void responses.push(name)
    const delivered = { ...given, ack: respond('ack'), retry: respond('retry') }
    await onEvents?.([delivered])
    return responses
  }
}
