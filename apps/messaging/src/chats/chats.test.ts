import { newId } from '@posthorn/contracts'
import { incomingMessage, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'

const { fixture, connected } = useMessaging()

const chats = () => fixture.service.clients.messaging.chats
const messages = () => fixture.service.clients.messaging.messages
const caller = () => fixture.service.as(connected.workspace)
const send = (phone: string, message = 'Hello') =>
  fixture.service.clients.messaging.messages.send.mutate({ phone, message }, caller())

function incoming(phone: string, text: string, timestamp = new Date().toISOString()) {
  return incomingMessage(connected.workspace, { phone }, { number: connected.number, timestamp, text })
}

describe('chats', () => {
  it('get shows the chat a message opened, with its last message and no open window before the customer wrote', async () => {
    const { id, chat } = await send('+15553000001', 'First')
    expect(await chats().get.query({ id: chat }, caller())).toMatchObject({
      phone: '+15553000001',
      status: 'open',
      unread: false,
      lastMessage: { id, message: 'First', direction: 'out' },
      windowClosesAt: null,
    })
  })

  it('that a message opens by user id are announced with their recipient, whose contact is unknown here', async () => {
    const { chat } = await messages().send.mutate({ userId: 'US.3001', message: 'Hello' }, caller())
    const announced = await until(() =>
      fixture.service.bus.published.find(({ event, aggregate }) => event === 'chat:updated' && aggregate.id === chat),
    )
    expect(announced).toMatchObject({ recipient: 'US.3001', data: { change: 'created', phone: null, contact: null } })
  })

  it('of another workspace are to every operation as chats that do not exist, and stay as they are', async () => {
    const { chat: foreign } = await send('+15553000002')
    const { lastMessage: _, ...before } = await chats().get.query({ id: foreign }, caller())
    const outsider = fixture.service.as(fixture.service.workspace())
    for (const [id, as] of [
      [foreign, outsider],
      [newId('chat'), caller()],
    ] as const) {
      const refused = [
        chats().get.query({ id }, as),
        chats().timeline.query({ id }, as),
        chats().update.mutate({ id, pinned: true }, as),
        chats().updateMany.mutate({ ids: [id], pinned: true }, as),
        chats().archive.mutate({ id }, as),
        chats().unarchive.mutate({ id }, as),
        chats().assign.mutate({ id, email: 'ada@shop.example.com' }, as),
        chats().unassign.mutate({ id }, as),
        chats().read.mutate({ id }, as),
        chats().typing.mutate({ id }, as),
        chats().remove.mutate({ id }, as),
      ]
      await Promise.all(refused.map((call) => expect(call).rejects.toThrow('no such chat')))
    }
    expect(await chats().get.query({ id: foreign }, caller())).toMatchObject(before)
  })

  it('list has the chat with the newest message first, pages without gaps, and filters by unread and phone', async () => {
    const other = await fixture.connectNumber()
    const theirs = fixture.service.as(other.workspace)
    const phones = Array.from({ length: 7 }, (_, i) => `+1555300010${i}`)
    for (const phone of phones) {
      await fixture.service.clients.messaging.messages.send.mutate({ phone, message: 'x' }, theirs)
    }
    const seen: (string | null)[] = []
    let cursor: string | undefined
    do {
      const page = await chats().list.query({ size: 3, ...(cursor ? { cursor } : {}) }, theirs)
      seen.push(...page.items.map(({ phone }) => phone))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(seen).toEqual([...phones].reverse())
    expect((await chats().list.query({ unread: true }, theirs)).items).toEqual([])
    expect((await chats().list.query({ phone: phones[3] as string }, theirs)).items).toHaveLength(1)
  })

  it('the window closes 24 h after the newest incoming message, also when an older one comes late', async () => {
    const phone = '+15553000004'
    const newest = new Date(Date.now() - 1_000)
    const older = new Date(Date.now() - 3_600_000).toISOString()
    await fixture.service.bus.publish(incoming(phone, 'new', newest.toISOString()), incoming(phone, 'late', older))
    const chat = await until(async () => {
      const [found] = (await chats().list.query({ phone }, caller())).items
      return found?.unreadCount === 2 && found
    })
    expect(chat.windowClosesAt).toBe(new Date(newest.getTime() + 24 * 3_600_000).toISOString())
  })

  it('an incoming message reopens a resolved chat and says so', async () => {
    const { chat } = await send('+15553000005')
    await fixture.service.rows(`update chat set status = 'resolved' where id = $1`, [chat])
    await fixture.service.bus.publish(incoming('+15553000005', 'one more thing'))
    await until(async () => (await chats().get.query({ id: chat }, caller())).status === 'open')
    const changes = () =>
      fixture.service.bus.published
        .filter((event) => event.aggregate.id === chat)
        .map(({ data }) => (data as { change: string }).change)
    await until(() => changes().includes('reopened'))
    expect(changes()).toEqual(['created', 'reopened'])
  })

  it('messages lists both directions of one chat only, newest first', async () => {
    const phone = '+15553000006'
    const first = await send(phone, 'question')
    await fixture.service.bus.publish(incoming(phone, 'answer'))
    await send('+15553000007', 'elsewhere')
    const items = await until(async () => {
      const page = await messages().list.query({ chat: first.chat }, caller())
      return page.items.length === 2 && page.items
    })
    expect(items.map(({ direction, message }) => [direction, message])).toEqual([
      ['in', 'answer'],
      ['out', 'question'],
    ])
  })
})
