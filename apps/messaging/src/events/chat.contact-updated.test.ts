import { exampleContact, newId } from '@posthorn/contracts'
import { busEvent, incomingMessage, until } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { openChatByText } from '../chats/inbox.fixture.ts'
import { useMessaging } from '../messaging.fixture.ts'

const { fixture } = useMessaging()

it('chats take the names of contacts that were named meanwhile, each its own', async () => {
  const connected = await fixture.connectNumber()
  const phones = ['+15557100011', '+15557100012']
  const chats: string[] = []
  for (const phone of phones) chats.push((await openChatByText(fixture, connected, { phone })).id)
  const contacts = phones.map((recipient, i) => ({ contact: newId('con'), recipient, name: `Person ${i}` }))
  await fixture.service.bus.publish(
    busEvent({ event: 'contact:identified', workspace: connected.workspace, data: { contacts } }),
  )
  const get = (id = '') =>
    fixture.service.clients.messaging.chats.get.query({ id }, fixture.service.as(connected.workspace))
  await until(async () => (await get(chats[1])).name === 'Person 1')
  expect(await get(chats[0])).toMatchObject({ name: 'Person 0', contact: contacts[0]?.contact })
})

it.each(['contact:identified', 'contact:updated'] as const)(
  'a message leaves the name that %s gave its chat, in the event and the search too',
  async (event) => {
    const { workspace, number } = await fixture.connectNumber()
    const { messages, chats } = fixture.service.clients.messaging
    const caller = fixture.service.as(workspace)
    const [phone, contact] = ['+15557100021', newId('con')]
    const receive = (name: string) =>
      fixture.service.bus.publish(incomingMessage(workspace, { phone, name, contact }, { number, text: name }))
    const chat = async () => (await chats.list.query({ phone }, caller)).items[0]
    await receive('Profile 1')
    await until(async () => (await chat())?.name === 'Profile 1')
    const identified = { contacts: [{ contact, recipient: phone, name: 'Zed' }] }
    const updated = {
      ...exampleContact,
      id: contact,
      name: 'Zed',
      phone,
      identities: [{ type: 'phone', value: phone }],
    }
    const data = event === 'contact:identified' ? identified : updated
    await fixture.service.bus.publish(busEvent({ event, workspace, data } as never))
    await until(async () => (await chat())?.name === 'Zed')

    await receive('Profile 2')
    const { id } = await until(async () =>
      (await messages.list.query({}, caller)).items.find(({ message }) => message === 'Profile 2'),
    )
    expect(await chat()).toMatchObject({ name: 'Zed', unreadCount: 2 })
    expect((await chats.list.query({ search: 'Zed' }, caller)).items).toHaveLength(1)
    const announced = fixture.service.bus.published.find(
      (each) => each.event === 'message:in' && each.aggregate.id === id,
    )
    expect(announced?.data).toMatchObject({
      summaries: { chat: { name: 'Zed' }, contact: { id: contact, name: 'Zed' } },
    })
  },
)

it('a chat loses the name that was removed from its contact, but keeps that of the profile if the contact had none', async () => {
  const { workspace, number } = await fixture.connectNumber()
  const [phone, contact] = ['+15557100041', newId('con')]
  await fixture.service.apply(incomingMessage(workspace, { phone, contact, name: 'Profile' }, { number }))
  const names: unknown[] = []
  for (const [event, version, name] of [
    ['contact:created', 1, null],
    ['contact:updated', 2, null],
    ['contact:updated', 3, 'Ada'],
    ['contact:updated', 4, null],
  ] as const) {
    const identities = [{ type: 'phone' as const, value: phone }]
    const data = { ...exampleContact, id: contact as typeof exampleContact.id, name, phone, identities }
    await fixture.service.apply(busEvent({ event, workspace, data, aggregate: { id: contact, version } }))
    const list = fixture.service.clients.messaging.chats.list.query({ phone }, fixture.service.as(workspace))
    names.push((await list).items[0]?.name)
  }
  expect(names).toEqual(['Profile', 'Profile', 'Ada', null])
})

it('a version of a contact that arrives late changes neither the name of their chat nor their block', async () => {
  const { workspace, number } = await fixture.connectNumber()
  const [phone, contact] = ['+15557100031', newId('con')]
  await fixture.service.apply(incomingMessage(workspace, { phone, contact }, { number }))
  for (const [version, name, blocked] of [
    [3, 'New', false],
    [2, 'Old', true],
  ] as const) {
    const identities = [{ type: 'phone' as const, value: phone }]
    const data = { ...exampleContact, id: contact as typeof exampleContact.id, name, blocked, phone, identities }
    const aggregate = { id: contact, version }
    await fixture.service.apply(busEvent({ event: 'contact:updated', workspace, data, aggregate }))
  }
  const { items } = await fixture.service.clients.messaging.chats.list.query({ phone }, fixture.service.as(workspace))
  expect(items).toMatchObject([{ name: 'New' }])
  expect(await fixture.service.rows('select 1 from blocked_recipient where recipient = $1', [phone])).toEqual([])
})
