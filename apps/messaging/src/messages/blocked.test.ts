import { type EventData, exampleContact, newId } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { incomingText, newsOf, writtenChat } from '../chats/inbox.fixture.ts'
import { type Line, type MessagingKit, startMessaging } from '../messaging.fixture.ts'
import { groupsOf } from './group.fixture.ts'

let world: MessagingKit
let line: Line
let our: ReturnType<typeof groupsOf>
beforeAll(async () => {
  world = await startMessaging()
  line = await world.connected()
  our = groupsOf(world, line)
})
afterAll(() => world[Symbol.asyncDispose]())

const chat = (id: string) => world.kit.clients.messaging.chats.get.query({ id }, our.mine())

/** Tells of a contact as the contacts service does; resolves when it was heard. */
async function contact(
  phone: string,
  blocked: boolean,
  id: EventData<'contact:updated'>['id'] = newId('con'),
): Promise<EventData<'contact:updated'>> {
  const identities = [
    { type: 'phone' as const, value: phone },
    { type: 'provider_user' as const, value: `US.${phone.slice(1)}` },
  ]
  const data = { ...exampleContact, id, phone, identities, blocked }
  await world.kit.bus.publish(busEvent({ event: 'contact:updated', workspace: line.workspace, data }))
  const rows = () => world.kit.rows('select 1 from blocked_recipient where recipient = $1', [phone])
  await until(async () => (await rows()).length === (blocked ? 1 : 0))
  return data
}

describe('a blocked contact', () => {
  it('is sent nothing: what was accepted fails and says so, without a call, until the block is taken back', async () => {
    const phone = '+15559100001'
    const { id } = await contact(phone, true)
    const message = await our.send({ phone, message: 'x' })
    expect(message.status).toBe('queued')
    expect((await our.reaches(message.id, 'failed')).error?.errorCode).toBe('contact:blocked')
    expect(await world.calls(line)).toEqual([])
    const hidden = await our.send({
      chat: (await writtenChat(world, line, { phone: '+15559100009' })).id,
      message: 'x',
    })
    await our.reaches(hidden.id, 'sent')
    await contact(phone, false, id)
    await world.kit.clients.messaging.messages.retry.mutate({ id: message.id }, our.mine())
    await our.reaches(message.id, 'sent')
  })

  it('writes into a chat that does not count, move or open for it, and the message says why', async () => {
    const phone = '+15559100002'
    const { id } = await writtenChat(world, line, { phone, text: 'Before' })
    await world.kit.clients.messaging.chats.update.mutate({ id, status: 'resolved', unread: false }, our.mine())
    const before = await chat(id)
    await contact(phone, true)
    await world.kit.bus.publish(incomingText(line, phone, 'Buy this'))
    const message = await until(async () => {
      const { items } = await world.kit.clients.messaging.messages.list.query({ chat: id, search: 'buy' }, our.mine())
      return items[0]
    })
    expect(message).toMatchObject({ blocked: true, message: 'Buy this' })
    expect(await chat(id)).toMatchObject({ status: 'resolved', unreadCount: 0, lastMessage: before.lastMessage })
    await until(() => our.told(message.id, 'message:in').length === 1)
    expect(our.told(message.id, 'message:in')[0]?.data).toMatchObject({ blocked: true })
    expect(newsOf(world, id).map(({ change }) => change)).not.toContain('reopened')
  })

  it('who writes for the first time has a chat in the archive', async () => {
    const phone = '+15559100003'
    await contact(phone, true)
    const { id } = await writtenChat(world, line, { phone, text: 'Hello' })
    expect(await chat(id)).toMatchObject({ status: 'archived', unreadCount: 0 })
  })
})
