import { type EventData, newId } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { statusEvent, useMessaging } from '../messaging.fixture.ts'
import { groupFixture } from './group.fixture.ts'

const { fixture, connected } = useMessaging()
const groups = groupFixture(fixture, connected)

const api = () => fixture.service.clients.messaging
const { caller, send, get, published, awaitStatus, createGroup, receiveText } = groups
const [ada, grace] = ['+4915112349001', '+4915112349002']

describe('messages to a group', () => {
  it('go to the provider as to a group, by its number, and open a chat of the group that lists and filters find', async () => {
    const { id, providerId } = await createGroup({ name: 'Drivers' })
    const other = await fixture.connectNumber({ workspace: connected.workspace })
    const message = await send({ group: id, message: 'Snow on the pass' })
    expect(message).toMatchObject({ group: id, number: connected.number, status: 'queued' })
    expect(message).toHaveProperty('phone', null)
    await awaitStatus(message.id, 'sent')
    expect((await fixture.acceptedCalls(connected)).filter(({ to }) => to === providerId)).toHaveLength(1)
    const chat = await api().chats.get.query({ id: message.chat }, caller())
    expect(chat).toMatchObject({ type: 'group', group: id, name: 'Drivers', phone: null, contact: null })
    expect((await api().messages.list.query({ group: id }, caller())).items.map((each) => each.id)).toEqual([
      message.id,
    ])
    expect((await api().chats.list.query({ group: id }, caller())).items.map((each) => each.id)).toEqual([message.chat])
    const again = await send({ chat: message.chat, message: 'Drive slowly' })
    expect(again).toMatchObject({ group: id, chat: message.chat })
    expect((await awaitStatus(again.id, 'sent')).providerId).toBeDefined()
    await expect(send({ group: id, number: other.number, message: 'x' })).rejects.toMatchObject({
      data: { fault: { code: 'request:invalid', errors: [{ path: 'number' }] } },
    })
  })

  it('can be scheduled, changed, canceled, and retried after the provider refused them', async () => {
    const { id } = await createGroup()
    const deliverAt = new Date(Date.now() + 3_600_000).toISOString()
    const [first] = await api().messages.batch.mutate(
      { messages: [{ group: id, message: 'Later', deliverAt }] },
      caller(),
    )
    const later = first as { id: string }
    expect(await api().messages.update.mutate({ id: later.id, message: 'Much later' }, caller())).toMatchObject({
      group: id,
      message: 'Much later',
      status: 'scheduled',
    })
    expect((await api().messages.cancel.mutate({ id: later.id }, caller())).status).toBe('canceled')
    const sent = await awaitStatus((await send({ group: id, message: 'Now' })).id, 'sent')
    const error = { code: 131020, title: 'single', errorCode: 'group:empty', retryable: false }
    const refused = statusEvent(connected, { providerId: sent.providerId ?? '', status: 'failed' })
    await fixture.service.bus.publish({ ...refused, data: { ...refused.data, error } })
    expect((await awaitStatus(sent.id, 'failed')).error).toMatchObject({
      errorCode: 'group:empty',
      providerCode: 131020,
    })
    await api().messages.retry.mutate({ id: sent.id }, caller())
    await awaitStatus(sent.id, 'sent')
  })

  it('are refused where the group is unknown, of another workspace or number, or not active', async () => {
    const { id } = await createGroup()
    const ended = await createGroup({ status: 'failed' })
    const code = (fault: string) => ({ data: { fault: { code: fault } } })
    await expect(send({ group: newId('grp'), message: 'x' })).rejects.toMatchObject(code('group:not_found'))
    const outsider = fixture.service.as((await fixture.connectNumber()).workspace)
    await expect(api().messages.send.mutate({ group: id, message: 'x' }, outsider)).rejects.toMatchObject(
      code('group:not_found'),
    )
    await expect(send({ group: id, message: 'x' }, { numbers: [newId('num')] })).rejects.toMatchObject(
      code('group:not_found'),
    )
    await expect(send({ group: ended.id, message: 'x' })).rejects.toMatchObject(code('group:not_active'))
    const { chat } = await send({ group: id, message: 'x' })
    await createGroup({ id, status: 'failed' })
    await expect(send({ chat, message: 'x' })).rejects.toMatchObject(code('group:not_active'))
    const both = send({ group: id, phone: ada, message: 'x' })
    await expect(both).rejects.toMatchObject({
      data: { fault: { errors: [{ path: 'group', code: 'target:ambiguous' }] } },
    })
  })

  it.each<[string, object, string]>([
    ['buttons', { buttons: [{ text: 'Tea' }], message: 'What?' }, 'poll'],
    ['a sticker', { media: { url: 'https://example.com/a.webp' } }, 'image'],
    ['a place', { location: { latitude: 1, longitude: 1 } }, 'address'],
    ['contact cards', { contacts: [{ name: 'Ada', phone: '+4915112345678' }] }, 'as text'],
  ])('%s is refused with what a group takes in its place', async (_name, content, hint) => {
    const { id } = await createGroup()
    await expect(send({ group: id, ...content })).rejects.toMatchObject({
      message: expect.stringContaining(hint),
      data: { fault: { code: 'capability:unsupported' } },
    })
  })

  it('a poll is numbered text, and each participant has a vote', async () => {
    const { id, providerId } = await createGroup()
    const poll = await awaitStatus(
      (await send({ group: id, poll: { name: 'Tea?', options: ['Yes', 'No'] } })).id,
      'sent',
    )
    await receiveText(providerId, ada, '1')
    await receiveText(providerId, grace, '2')
    await receiveText(providerId, ada, '2.')
    const tally = [
      { option: 'Yes', votes: 0 },
      { option: 'No', votes: 2 },
    ]
    await until(async () => (await get(poll.id)).poll?.tally?.[1]?.votes === 2)
    expect((await get(poll.id)).poll).toMatchObject({ tally, voters: 2 })
  })
})

describe('messages from a group', () => {
  it('come into its chat with who wrote them, count as unread, open its window, and are announced with the contact', async () => {
    const { id, providerId } = await createGroup({ name: 'Drivers south' })
    const message = await receiveText(providerId, ada, 'Arrived')
    expect(message).toMatchObject({ group: id, from: { phone: ada, name: 'Ada' } })
    expect(message).toHaveProperty('phone', null)
    const chat = await api().chats.get.query({ id: message.chat }, caller())
    expect(chat).toMatchObject({ type: 'group', group: id, name: 'Drivers south', unreadCount: 1, contact: null })
    expect(chat.windowClosesAt).not.toBeNull()
    const event = await until(() => published(message.id, 'message:in')[0])
    expect((event.data as EventData<'message:in'>).summaries).toMatchObject({
      chat: { name: 'Drivers south', phone: null },
      contact: { phone: ada, name: 'Ada' },
    })
    const answer = await send({ chat: chat.id, message: 'Thank you', quote: message.id })
    await awaitStatus(answer.id, 'sent')
    expect((await api().chats.read.mutate({ id: chat.id }, caller())).unreadCount).toBe(0)
    expect(
      await fixture.service.rows('select 1 from receipt_job where workspace_id = $1', [connected.workspace]),
    ).toEqual([])
    await expect(api().chats.typing.mutate({ id: chat.id }, caller())).rejects.toThrow(
      'indicators in direct chats only',
    )
  })

  it('of a group that was not made here are kept in a chat of their own, which is the group’s once it is known', async () => {
    const providerId = `group:${newId('grp')}`
    const message = await receiveText(providerId, ada, 'Anybody there')
    expect(message).toHaveProperty('group', null)
    const chat = () => api().chats.get.query({ id: message.chat }, caller())
    expect(await chat()).toMatchObject({ type: 'group', group: null, name: null })
    const { id } = await createGroup({ providerId, name: 'Found' })
    expect(await chat()).toMatchObject({ group: id, name: 'Found' })
    expect(await get(message.id)).toMatchObject({ group: id })
  })
})
