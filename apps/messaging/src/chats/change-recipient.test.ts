import { type EventData } from '@posthorn/contracts'
import { incomingMessage, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'

const { fixture, connected } = useMessaging()

type Incoming = EventData<'provider:message'>

const api = () => fixture.service.clients.messaging
const caller = () => fixture.service.as(connected.workspace)
const chatOf = (id: string) => api().chats.get.query({ id }, caller())

async function receive(from: Incoming['from'], more: Partial<Incoming> = {}): Promise<void> {
  const event = incomingMessage(connected.workspace, from, { number: connected.number, ...more })
  await fixture.service.bus.publish(event)
  await until(
    async () => (await fixture.service.rows('select 1 from inbox where event_id = $1', [event.id])).length === 1,
  )
}

const change = (system: NonNullable<NonNullable<Incoming['content']>['system']>): Partial<Incoming> => ({
  type: 'system',
  text: 'Ada changed',
  content: { type: 'system', system },
})

async function chatWith(phone: string): Promise<string> {
  const { items } = await api().messages.list.query({ phone, direction: 'in' }, caller())
  return items[0]?.chat ?? ''
}

describe('a customer with another phone', () => {
  it('keeps the chat: what they write from there comes in it, what waits for them is sent there, and it is announced', async () => {
    const [before, after] = ['+15554000001', '+15554000002']
    await receive({ phone: before })
    const id = await chatWith(before)
    const deliverAt = new Date(Date.now() + 3_600_000).toISOString()
    const waiting = await api().messages.send.mutate({ chat: id, message: 'Later', deliverAt }, caller())
    await receive({ phone: before }, change({ event: 'user_changed_number', phone: after }))
    expect(await chatOf(id)).toMatchObject({ phone: after, unreadCount: 0 })
    expect((await api().messages.get.query({ id: waiting.id }, caller())).phone).toBe(after)
    const jobs = await fixture.service.rows('select recipient from send_job where message_id = $1', [waiting.id])
    expect(jobs).toEqual([{ recipient: after }])
    await receive({ phone: after }, { text: 'It is me' })
    expect(await chatOf(id)).toMatchObject({ lastMessage: { message: 'It is me' }, unreadCount: 1 })
    const sent = await api().messages.send.mutate({ phone: after, message: 'Hi' }, caller())
    expect(sent.chat).toBe(id)
    const announced = await until(() =>
      fixture.service.bus.published.find(
        (event) => event.event === 'chat:updated' && (event.data as EventData<'chat:updated'>).change === 'phone',
      ),
    )
    expect(announced.data).toMatchObject({ id, phone: after })
  })

  it('leaves the former phone to the next person who writes from it', async () => {
    const [before, after] = ['+15554000003', '+15554000004']
    await receive({ phone: before })
    const id = await chatWith(before)
    await receive({ phone: before }, change({ event: 'user_changed_number', phone: after }))
    await receive({ phone: before }, { text: 'A stranger' })
    const { items } = await api().messages.list.query({ phone: before, direction: 'in' }, caller())
    expect(items.find(({ message }) => message === 'A stranger')?.chat).not.toBe(id)
    expect((await chatOf(id)).lastMessage?.message).toBe('Hello')
  })

  it('changes nothing in a chat with the new phone that is there already, nor when the report is repeated', async () => {
    const [before, after] = ['+15554000005', '+15554000006']
    await receive({ phone: before })
    await receive({ phone: after })
    const [old, current] = [await chatWith(before), await chatWith(after)]
    await receive({ phone: before }, change({ event: 'user_changed_number', phone: after }))
    await receive({ phone: before }, change({ event: 'user_changed_number', phone: after }))
    expect(await chatOf(old)).toMatchObject({ phone: before })
    expect(await chatOf(current)).toMatchObject({ phone: after, lastMessage: { message: 'Hello' } })
  })

  it('whose phone is hidden keeps the chat under another user id', async () => {
    await receive({ userId: 'DE.before' }, { text: 'First' })
    const list = async () => (await api().chats.list.query({ size: 50 }, caller())).items
    const chat = await until(async () => (await list()).find(({ lastMessage }) => lastMessage?.message === 'First'))
    await receive({ userId: 'DE.before' }, change({ event: 'user_changed_user_id', userId: 'DE.after' }))
    await receive({ userId: 'DE.after' }, { text: 'Second' })
    expect((await chatOf(chat.id)).lastMessage?.message).toBe('Second')
  })
})
