import { newId } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { writtenChat } from '../chats/inbox.fixture.ts'
import { type MessagingKit, startMessaging } from '../messaging.fixture.ts'

let world: MessagingKit
beforeAll(async () => {
  world = await startMessaging()
})
afterAll(() => world[Symbol.asyncDispose]())

describe('a contact that is merged into another', () => {
  it('hands its chat to the other', async () => {
    const line = await world.connected()
    const { id, contact } = await writtenChat(world, line, { phone: '+15557100003' })
    const into = newId('con')
    const data = { id: contact as string, deletedAt: new Date().toISOString(), mergedInto: into }
    await world.kit.bus.publish(busEvent({ event: 'contact:deleted', workspace: line.workspace, data }))
    const get = () => world.kit.clients.messaging.chats.get.query({ id }, world.kit.as(line.workspace))
    await until(async () => (await get()).contact === into)
  })
})
