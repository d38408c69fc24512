import { exampleContact, newId } from '@posthorn/contracts'
import { until } from '@posthorn/test-servers'
import { describe, expect, it } from 'vitest'
import { startProbe } from '../testing/probe.fixture.ts'
import { busEvent } from '../testing/service.fixture.ts'

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
})
