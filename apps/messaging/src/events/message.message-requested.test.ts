import { type EventData, newId } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { type NumberFixture, useMessaging } from '../messaging.fixture.ts'

const { fixture } = useMessaging()

const phones = ['+4915112345671', '+4915112345672', '+4915112345673']

const requestOf = (connected: NumberFixture, rest: Partial<EventData<'message:requested'>> = {}) => {
  const message = { message: 'Today only', priority: 'low', order: 'none' }
  const data = { reference: newId('pst'), number: connected.number, message, phones, ...rest }
  return { data, event: busEvent({ event: 'message:requested', workspace: connected.workspace, data }) }
}

describe('a message that a service requests', () => {
  it('becomes one message for each person, once, with the requested priority and reference', async () => {
    const connected = await fixture.connectNumber()
    const { data, event } = requestOf(connected)
    await fixture.service.bus.publish(event, event)
    await until(async () => (await fixture.acceptedCalls(connected)).length === 3)
    expect((await fixture.acceptedCalls(connected)).map(({ to }) => to).toSorted()).toEqual(phones)
    const { items } = await fixture.service.clients.messaging.messages.list.query(
      { reference: data.reference },
      fixture.service.as(connected.workspace),
    )
    expect(items.map(({ message, priority }) => [message, priority])).toEqual(phones.map(() => ['Today only', 'low']))
  })

  it('announces the people whose message could not be queued', async () => {
    const connected = await fixture.connectNumber()
    const { data, event } = requestOf(connected, { number: newId('num') })
    await fixture.service.bus.publish(event)
    const published = await until(() =>
      fixture.service.bus.published.find(({ event: kind }) => kind === 'message:refused'),
    )
    expect(published).toMatchObject({
      workspace: connected.workspace,
      data: { reference: data.reference, phones, errorCode: 'number:not_found' },
    })
  })
})
