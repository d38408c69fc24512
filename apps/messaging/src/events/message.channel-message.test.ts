import { type EventData, newId } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Line, type MessagingKit, startMessaging } from '../messages/kit.suite.ts'

let stage: MessagingKit
beforeAll(async () => {
  stage = await startMessaging()
})
afterAll(() => stage[Symbol.asyncDispose]())

const phones = ['+4915112345671', '+4915112345672', '+4915112345673']

const stretch = (line: Line, rest: Partial<EventData<'channel:message'>> = {}) => {
  const data = { post: newId('pst'), number: line.number, message: 'Today only', template: null, phones, ...rest }
  return { data, event: busEvent({ event: 'channel:message', workspace: line.workspace, data }) }
}

describe('a post to a channel', () => {
  it('becomes one message for each person, once, behind everything else and with the post as reference', async () => {
    const line = await stage.connected()
    const { data, event } = stretch(line)
    await stage.kit.bus.publish(event, event)
    await until(async () => (await stage.accepted(line)).length === 3)
    expect((await stage.accepted(line)).map(({ to }) => to).toSorted()).toEqual(phones)
    const { items } = await stage.kit.clients.messaging.messages.list.query(
      { reference: data.post },
      stage.kit.as(line.workspace),
    )
    expect(items.map(({ message, priority }) => [message, priority])).toEqual(phones.map(() => ['Today only', 'low']))
  })

  it('tells of those who could not be queued', async () => {
    const line = await stage.connected()
    const { data, event } = stretch(line, { number: newId('num') })
    await stage.kit.bus.publish(event)
    const told = await until(() => stage.kit.bus.published.find(({ event: kind }) => kind === 'channel:refused'))
    expect(told).toMatchObject({
      workspace: line.workspace,
      data: { post: data.post, phones, errorCode: 'number:not_found' },
    })
  })
})
