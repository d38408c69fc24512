import { exampleContact, newId } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { incomingText, writtenChat } from '../chats/inbox.suite.ts'
import { type Line, type MessagingKit, startMessaging } from '../messages/kit.suite.ts'

let world: MessagingKit
let line: Line
beforeAll(async () => {
  world = await startMessaging()
  line = await world.connected()
})
afterAll(() => world[Symbol.asyncDispose]())

const get = (id: string) => world.kit.clients.messaging.chats.get.query({ id }, world.kit.as(line.workspace))

/** A chat whose contact has a name. */
async function namedChat(phone: string) {
  const { id, contact } = await writtenChat(world, line, { phone })
  const data = {
    ...exampleContact,
    id: contact as string,
    name: 'Ada',
    phone,
    identities: [{ type: 'phone' as const, value: phone }],
  }
  await world.kit.bus.publish(busEvent({ event: 'contact:updated', workspace: line.workspace, data }))
  await until(async () => (await get(id)).name === 'Ada')
  return { id, contact: contact as string }
}

const deleted = (id: string, mergedInto: string | null) =>
  busEvent({
    event: 'contact:deleted',
    workspace: line.workspace,
    data: { id, deletedAt: new Date().toISOString(), mergedInto },
  })

describe('a contact that is deleted', () => {
  it('is forgotten by its chat, and by no other', async () => {
    const gone = await namedChat('+15557100001')
    const other = await namedChat('+15557100002')
    await world.kit.bus.publish(deleted(gone.contact, null))
    await until(async () => (await get(gone.id)).contact === null)
    expect((await get(gone.id)).name).toBeNull()
    expect(await get(other.id)).toMatchObject({ name: 'Ada', contact: other.contact })
  })

  it('is named as the sender of no message either', async () => {
    const { id, contact } = await namedChat('+15557100004')
    const event = incomingText(line, '+15557100004', 'Hello')
    await world.kit.bus.publish({ ...event, data: { ...event.data, from: { phone: '+15557100004', name: 'Ada' } } })
    const { messages } = world.kit.clients.messaging
    const told = async () => JSON.stringify(await messages.list.query({ chat: id }, world.kit.as(line.workspace)))
    await until(async () => (await told()).includes('Ada'))
    await world.kit.bus.publish(deleted(contact, null))
    await until(async () => !(await told()).includes('Ada'))
  })

  it('because it was merged hands its chat to the other', async () => {
    const { id, contact } = await namedChat('+15557100003')
    const into = newId('con')
    await world.kit.bus.publish(deleted(contact, into))
    await until(async () => (await get(id)).contact === into)
    expect((await get(id)).name).toBe('Ada')
  })
})
