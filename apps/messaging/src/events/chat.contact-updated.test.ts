import { newId } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
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
