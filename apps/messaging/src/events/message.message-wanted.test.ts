import { type EventData, newId } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Line, type MessagingKit, startMessaging } from '../messaging.fixture.ts'

let stage: MessagingKit
beforeAll(async () => {
  stage = await startMessaging()
})
afterAll(() => stage[Symbol.asyncDispose]())

const phones = ['+4915112345671', '+4915112345672', '+4915112345673']

const stretch = (line: Line, rest: Partial<EventData<'message:wanted'>> = {}) => {
  const message = { message: 'Today only', priority: 'low', order: 'none' }
  const data = { reference: newId('pst'), number: line.number, message, phones, ...rest }
  return { data, event: busEvent({ event: 'message:wanted', workspace: line.workspace, data }) }
}

describe('a message that a service wants sent', () => {
  it('becomes one message for each person, once, as urgent as it was wanted and with its reference', async () => {
    const line = await stage.connected()
    const { data, event } = stretch(line)
    await stage.kit.bus.publish(event, event)
    await until(async () => (await stage.accepted(line)).length === 3)
    expect((await stage.accepted(line)).map(({ to }) => to).toSorted()).toEqual(phones)
    const { items } = await stage.kit.clients.messaging.messages.list.query(
      { reference: data.reference },
      stage.kit.as(line.workspace),
    )
    expect(items.map(({ message, priority }) => [message, priority])).toEqual(phones.map(() => ['Today only', 'low']))
  })

  it('tells of those who could not be queued', async () => {
    const line = await stage.connected()
    const { data, event } = stretch(line, { number: newId('num') })
    await stage.kit.bus.publish(event)
    const told = await until(() => stage.kit.bus.published.find(({ event: kind }) => kind === 'message:refused'))
    expect(told).toMatchObject({
      workspace: line.workspace,
      data: { reference: data.reference, phones, errorCode: 'number:not_found' },
    })
  })
})
