import { type EventData, exampleContact, newId } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { chatChangesOf, incomingText, openChatByText } from '../chats/inbox.fixture.ts'
import { useMessaging } from '../messaging.fixture.ts'
import { groupFixture } from './group.fixture.ts'

const { fixture, connected } = useMessaging()
const groups = groupFixture(fixture, connected)

const chat = (id: string) => fixture.service.clients.messaging.chats.get.query({ id }, groups.caller())

let version = 0

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
  const aggregate = { id, version: (version += 1) }
  await fixture.service.bus.publish(
    busEvent({ event: 'contact:updated', workspace: connected.workspace, data, aggregate }),
  )
  const rows = () => fixture.service.rows('select 1 from blocked_recipient where recipient = $1', [phone])
  await until(async () => (await rows()).length === (blocked ? 1 : 0))
  return data
}

describe('a blocked contact', () => {
  it('is sent nothing: what was accepted fails and says so, without a call, until the block is taken back', async () => {
    const phone = '+15559100001'
    const { id } = await contact(phone, true)
    const message = await groups.send({ phone, message: 'x' })
    expect(message.status).toBe('queued')
    expect((await groups.awaitStatus(message.id, 'failed')).error?.errorCode).toBe('contact:blocked')
    expect(await fixture.calls(connected)).toEqual([])
    const hidden = await groups.send({
      chat: (await openChatByText(fixture, connected, { phone: '+15559100009' })).id,
      message: 'x',
    })
    await groups.awaitStatus(hidden.id, 'sent')
    await contact(phone, false, id)
    await fixture.service.clients.messaging.messages.retry.mutate({ id: message.id }, groups.caller())
    await groups.awaitStatus(message.id, 'sent')
  })

  it('writes into a chat that does not count, move or open for it, and the message says why', async () => {
    const phone = '+15559100002'
    const { id } = await openChatByText(fixture, connected, { phone, text: 'Before' })
    await fixture.service.clients.messaging.chats.update.mutate(
      { id, status: 'resolved', unread: false },
      groups.caller(),
    )
    const before = await chat(id)
    await contact(phone, true)
    await fixture.service.bus.publish(incomingText(connected, phone, 'Buy this'))
    const message = await until(async () => {
      const { items } = await fixture.service.clients.messaging.messages.list.query(
        { chat: id, search: 'buy' },
        groups.caller(),
      )
      return items[0]
    })
    expect(message).toMatchObject({ blocked: true, message: 'Buy this' })
    expect(await chat(id)).toMatchObject({ status: 'resolved', unreadCount: 0, lastMessage: before.lastMessage })
    await until(() => groups.published(message.id, 'message:in').length === 1)
    expect(groups.published(message.id, 'message:in')[0]?.data).toMatchObject({ blocked: true })
    expect(chatChangesOf(fixture, id).map(({ change }) => change)).not.toContain('reopened')
  })

  it('who writes for the first time has a chat in the archive', async () => {
    const phone = '+15559100003'
    await contact(phone, true)
    const { id } = await openChatByText(fixture, connected, { phone, text: 'Hello' })
    expect(await chat(id)).toMatchObject({ status: 'archived', unreadCount: 0 })
  })
})
