import { type EventData, newId } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { type NumberFixture, useMessaging } from '../messaging.fixture.ts'

const { fixture } = useMessaging()

const offer = (variables: string[]) => ({ name: 'offer', language: 'en', variables })
const coupon = {
  type: 'button',
  subType: 'copy_code',
  index: 0,
  parameters: [{ type: 'coupon_code', text: '{{contact.name|SAVE}}' }],
}

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

it('requests that come together lock the chats of all of them in one order', async () => {
  const connected = await fixture.connectNumber()
  const { rows } = fixture.service
  const { send } = fixture.service.clients.messaging.messages
  const [first, second] = ['+4915112345681', '+4915112345682']
  const chats: string[] = []
  for (const phone of [first, second]) {
    const { chat } = await send.mutate({ phone, message: 'x' }, fixture.service.as(connected.workspace))
    chats.push(chat)
  }
  await until(async () => (await fixture.acceptedCalls(connected)).length === 2)
  await rows('begin')
  await rows('select 1 from chat where id = $1 for update', [chats[0]])
  const requests = [second, first].map((phone) => requestOf(connected, { phones: [phone] }).event)
  await fixture.service.bus.publish(...requests)
  const waits = 'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
  await until(async () => (await rows(waits)).length > 0)
  const free = await rows('select 1 from chat where id = $1 for update skip locked', [chats[1]])
  await rows('commit')
  expect(free).toHaveLength(1)
  await until(async () => (await fixture.acceptedCalls(connected)).length === 4)
})

describe('a requested message with placeholders', () => {
  const [ada = '', grace = '', unknown = ''] = phones
  /** Waits until the provider has accepted the messages. Returns them by phone number. */
  const sentMessages = async (connected: NumberFixture, reference: string, count: number) => {
    await until(async () => (await fixture.acceptedCalls(connected)).length === count)
    const { list } = fixture.service.clients.messaging.messages
    const { items } = await list.query({ reference }, fixture.service.as(connected.workspace))
    return new Map(items.map((item) => [item.phone, item]))
  }

  it('has the values of each person, or the fallback, and is sent once if the event comes again', async () => {
    const connected = await fixture.connectNumber()
    const message = { message: 'Hello {{contact.name|there}}', priority: 'low', order: 'none' }
    const values = { [ada]: { 'contact.name': 'Ada' }, [grace]: { 'contact.name': '{{contact.phone|x}}' } }
    const { data, event } = requestOf(connected, { message, values })
    await fixture.service.bus.publish(event, event)
    const sent = await sentMessages(connected, data.reference, 3)
    const texts = [ada, grace, unknown].map((phone) => sent.get(phone)?.message)
    expect(texts).toEqual(['Hello Ada', 'Hello {{contact.phone|x}}', 'Hello there'])
  })

  it('has them in the variables and the URL button of a template', async () => {
    const connected = await fixture.connectNumber()
    const parameter = { type: 'text', text: '{{contact.name|you}}' }
    const components = [
      { type: 'body', parameters: [parameter] },
      { type: 'button', subType: 'url', index: 0, parameters: [parameter] },
    ]
    const message = { template: { name: 'offer', language: 'en', components } }
    const values = { [ada]: { 'contact.name': 'Ada\n& Co' } }
    const { data, event } = requestOf(connected, { message, values, phones: [ada] })
    await fixture.service.bus.publish(event)
    const { items } = await until(async () => {
      const page = await fixture.service.clients.messaging.messages.list.query(
        { reference: data.reference },
        fixture.service.as(connected.workspace),
      )
      return page.items.length === 1 && page
    })
    const texts = items[0]?.template?.components?.map(({ parameters: [first] }) => first?.text)
    expect(texts).toEqual(['Ada & Co', 'Ada%20%26%20Co'])
  })

  it('is refused for the person whose values make it too long, and goes to the others', async () => {
    const connected = await fixture.connectNumber()
    const message = { message: `${'x'.repeat(4_000)}{{contact.name|you}}` }
    const values = { [ada]: { 'contact.name': 'A'.repeat(97) }, [grace]: { 'contact.name': 'G'.repeat(96) } }
    const { data, event } = requestOf(connected, { message, values })
    await fixture.service.bus.publish(event)
    const sent = await sentMessages(connected, data.reference, 2)
    expect(new Set(sent.keys())).toEqual(new Set([grace, unknown]))
    const refused = fixture.service.bus.published.filter(
      ({ event: kind, workspace }) => kind === 'message:refused' && workspace === connected.workspace,
    )
    expect(refused.map((each) => each.data)).toEqual([
      { reference: data.reference, phones: [ada], errorCode: 'post:too_long' },
    ])
  })

  it.each([
    ['post:too_long', { message: 'x', onWindowClosed: { template: offer(['{{contact.name|you}}']) } }],
    ['post:too_long', { message: '{{contact.name|you}}', buttons: [{ text: 'Yes' }] }],
    ['post:too_long', { message: 'x', buttons: [{ text: 'Yes' }], header: '{{contact.name|you}}' }],
    ['post:too_long', { template: { name: 'offer', language: 'en', components: [coupon] } }],
    ['request:invalid', { message: '{{contact.name|you}}', priority: 'asap' }],
    ['request:invalid', { message: '{{contact.name|you}}', buttons: [{ text: 'Yes' }, { text: 'Yes' }] }],
    ['phone:invalid', { message: '{{contact.name|you}}' }],
  ])('is refused with %s if a rule fails once it is filled', async (errorCode, message) => {
    const connected = await fixture.connectNumber()
    const phone = errorCode === 'phone:invalid' ? '+1' : ada
    const values = { [phone]: { 'contact.name': 'A'.repeat(1025) } }
    const { data, event } = requestOf(connected, { message, values, phones: [phone] })
    await fixture.service.bus.publish(event)
    const refused = await until(() =>
      fixture.service.bus.published.find(
        ({ event: kind, workspace }) => kind === 'message:refused' && workspace === connected.workspace,
      ),
    )
    expect(refused.data).toEqual({ reference: data.reference, phones: [phone], errorCode })
  })
})
