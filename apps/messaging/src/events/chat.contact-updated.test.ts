import { newId } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writtenChat } from '../chats/inbox.fixture.ts'
import { type MessagingKit, startMessaging } from '../messaging.fixture.ts'

let world: MessagingKit
beforeAll(async () => {
  world = await startMessaging()
})
afterAll(() => world[Symbol.asyncDispose]())

it('chats take the names of contacts that were named meanwhile, each its own', async () => {
  const line = await world.connected()
  const phones = ['+15557100011', '+15557100012']
  const chats: string[] = []
  for (const phone of phones) chats.push((await writtenChat(world, line, { phone })).id)
  const contacts = phones.map((recipient, i) => ({ contact: newId('con'), recipient, name: `Person ${i}` }))
  await world.kit.bus.publish(busEvent({ event: 'contact:named', workspace: line.workspace, data: { contacts } }))
  const get = (id = '') => world.kit.clients.messaging.chats.get.query({ id }, world.kit.as(line.workspace))
  await until(async () => (await get(chats[1])).name === 'Person 1')
  expect(await get(chats[0])).toMatchObject({ name: 'Person 0', contact: contacts[0]?.contact })
})
