import { type EventData } from '@posthorn/contracts'
import { busEvent, copiedId, copyRow, incomingMessage, until, untilLocked } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { statusEvent, useMessaging } from '../messaging.fixture.ts'
import { addMember, chatChangesOf } from './inbox.fixture.ts'
import { messagesPerStatement } from './remove-chat.sql.ts'

const { fixture, connected } = useMessaging()

type Incoming = EventData<'provider:message'>

const api = () => fixture.service.clients.messaging
const caller = () => fixture.service.as(connected.workspace)
const chatOf = (id: string) => api().chats.get.query({ id }, caller())

async function receive(from: Incoming['from'], more: Partial<Incoming> = {}): Promise<void> {
  const event = incomingMessage(connected.workspace, from, { number: connected.number, ...more })
  await fixture.service.apply(event)
}

type Names = { phone?: string; userId?: string }

const changes = (previous: Names, from: Names): Promise<void> =>
  receive(from, {
    previous,
    type: 'system',
    text: 'Ada changed',
    content: { type: 'system', system: { event: 'user_changed_number', ...from } },
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
    await changes({ phone: before }, { phone: after })
    expect(await chatOf(id)).toMatchObject({ phone: after, unreadCount: 0 })
    expect((await api().messages.get.query({ id: waiting.id }, caller())).phone).toBe(after)
    const jobs = await fixture.service.rows('select recipient from send_job where message_id = $1', [waiting.id])
    expect(jobs).toEqual([{ recipient: after }])
    await receive({ phone: after }, { text: 'It is me' })
    expect(await chatOf(id)).toMatchObject({ lastMessage: { message: 'It is me' }, unreadCount: 1 })
    const sent = await api().messages.send.mutate({ phone: after, message: 'Hi' }, caller())
    expect(sent.chat).toBe(id)
    // Messages keep the phone number that they came from.
    expect(await chatWith(before)).toBe(id)
    const announced = await until(() =>
      fixture.service.bus.published.find(
        (event) => event.event === 'chat:updated' && (event.data as EventData<'chat:updated'>).change === 'phone',
      ),
    )
    expect(announced.data).toMatchObject({ id, phone: after })
  })

  it('gets a message that failed before, when it is tried again', async () => {
    const [before, after] = ['+15554000301', '+15554000302']
    await receive({ phone: before })
    const { id } = await api().messages.send.mutate({ phone: before, message: 'For Ada' }, caller())
    const message = () => api().messages.get.query({ id }, caller())
    const providerId = await until(async () => (await message()).providerId)
    await fixture.service.apply(statusEvent(connected, { providerId, status: 'failed' }))
    await changes({ phone: before }, { phone: after })
    expect(await api().messages.retry.mutate({ id }, caller())).toMatchObject({ status: 'queued', phone: after })
    await until(async () => (await message()).status === 'sent')
    expect(await api().messages.receipts.query({ id }, caller())).toMatchObject([{ phone: after }])
  })

  it('leaves the previous phone to the next person who writes from it', async () => {
    const [before, after] = ['+15554000003', '+15554000004']
    await receive({ phone: before })
    const id = await chatWith(before)
    await changes({ phone: before }, { phone: after })
    await receive({ phone: before }, { text: 'A stranger' })
    const { items } = await api().messages.list.query({ phone: before, direction: 'in' }, caller())
    expect(items.map(({ message, chat }) => [message, chat === id])).toEqual([['A stranger', false]])
    // The person's messages are found by the number that they have now.
    expect(await chatWith(after)).toBe(id)
    const theirs = (await api().messages.list.query({ phone: after }, caller())).items
    expect(theirs.map(({ message }) => message)).toEqual(['Ada changed', 'Hello'])
    expect((await chatOf(id)).lastMessage?.message).toBe('Hello')
  })

  it('has one chat with all of both, when they wrote from the new phone before the report; the id of the other continues answering', async () => {
    const [before, after] = ['+15554000005', '+15554000006']
    await receive({ phone: before })
    await receive({ phone: after }, { text: 'From my new phone' })
    const [old, second] = [await chatWith(before), await chatWith(after)]
    const me = caller()
    const member = await addMember(fixture, connected.workspace, 'Grace')
    await api().chats.assign.mutate({ id: second, member: member.id }, me)
    const vip = await api().labels.create.mutate({ name: 'VIP', color: '#112233' }, me)
    await api().labels.add.mutate({ id: second, labels: [vip.id] }, me)
    const note = await api().notes.create.mutate({ id: second, message: 'Prefers mornings' }, me)
    const deliverAt = new Date(Date.now() + 3_600_000).toISOString()
    const waiting = await api().messages.send.mutate({ chat: second, message: 'Later', deliverAt }, me)
    await receive({ phone: after }, { text: 'Did you see this?' })
    await changes({ phone: before }, { phone: after })
    await changes({ phone: before }, { phone: after })
    const joined = await chatOf(old)
    expect(joined).toMatchObject({
      id: old,
      phone: after,
      unreadCount: 2,
      assignee: { id: member.id },
      labels: [{ id: vip.id }],
    })
    expect(await chatOf(second)).toEqual(joined)
    const { items } = await api().messages.list.query({ chat: second }, me)
    expect(items.map(({ message }) => message)).toEqual(expect.arrayContaining(['Hello', 'From my new phone', 'Later']))
    expect(new Set(items.map(({ chat }) => chat))).toEqual(new Set([old]))
    expect((await api().notes.list.query({ id: second }, me)).items).toMatchObject([{ id: note.id }])
    const timeline = await api().chats.timeline.query({ id: second }, me)
    expect(timeline.items.map(({ id }) => id)).toEqual(expect.arrayContaining([waiting.id, note.id]))
    expect((await api().messages.send.mutate({ chat: second, message: 'Hi' }, me)).chat).toBe(old)
    await receive({ phone: after }, { text: 'It is me' })
    expect((await chatOf(old)).lastMessage?.message).toBe('It is me')
    const gone = chatChangesOf(fixture, second).at(-1)
    expect(gone).toMatchObject({ change: 'deleted', mergedInto: old })
    expect(chatChangesOf(fixture, old).filter((each) => each.change === 'phone')).toHaveLength(1)
    const many = await api().chats.updateMany.mutate({ ids: [second, old], pinned: true }, me)
    expect(many.map(({ id, pinned }) => [id, pinned])).toEqual([
      [old, true],
      [old, true],
    ])
  })

  it('is found by the id of a chat that is being merged at the same time, also among several', async () => {
    const { rows } = fixture.service
    const [before, after] = ['+15554000009', '+15554000010']
    await receive({ phone: before })
    await receive({ phone: after })
    const [old, second] = [await chatWith(before), await chatWith(after)]
    await rows('begin')
    await rows('select 1 from chat where id = $1 for update', [second])
    const merged = changes({ phone: before }, { phone: after })
    await untilLocked({ rows })
    const changed = api().chats.updateMany.mutate({ ids: [second], pinned: true }, caller())
    await untilLocked({ rows }, 2)
    await rows('commit')
    await merged
    expect(await changed).toMatchObject([{ id: old, pinned: true }])
  })

  it('is locked in the common order among several, also when it is named by the id of a chat that was merged into it', async () => {
    const { rows } = fixture.service
    const [before, after, other] = ['+15554000011', '+15554000012', '+15554000013']
    for (const phone of [before, after, other]) await receive({ phone })
    const [old, second, last] = [await chatWith(before), await chatWith(after), await chatWith(other)]
    await changes({ phone: before }, { phone: after })
    await rows('begin')
    await rows('select 1 from chat where id = $1 for update', [old])
    const changed = api().chats.updateMany.mutate({ ids: [last, second], pinned: true }, caller())
    await untilLocked({ rows })
    const free = await rows('select id from chat where id = $1 for update skip locked', [last])
    await rows('rollback')
    expect((await changed).map(({ id }) => id)).toEqual([last, old])
    expect(free).toEqual([{ id: last }])
  })

  it('has the labels and the assignee of both chats as they are now, though the copies of a chat are outdated', async () => {
    const [before, after] = ['+15554000031', '+15554000032']
    await receive({ phone: before })
    await receive({ phone: after })
    const [old, second] = [await chatWith(before), await chatWith(after)]
    const make = (name: string) => api().labels.create.mutate({ name, color: '#112233' }, caller())
    const [kept, gone] = [await make('New name'), await make('Gone')]
    const member = await addMember(fixture, connected.workspace, 'Lin')
    await api().chats.update.mutate({ id: second, labels: [kept.id, gone.id] }, caller())
    await api().chats.assign.mutate({ id: second, member: member.id }, caller())
    await fixture.service.rows(
      `with outdated as (
         update chat set labels = jsonb_set(labels, '{0,name}', '"Old name"'), assignee = jsonb_set(assignee, '{name}', '"Lyn"') where id = $1)
       delete from label where id = $2 returning 1`,
      [second, gone.id],
    )
    await changes({ phone: before }, { phone: after })
    expect(await chatOf(old)).toMatchObject({ assignee: { id: member.id, name: 'Lin' } })
    expect((await chatOf(old)).labels).toEqual([{ id: kept.id, name: 'New name', color: '#112233' }])
  })

  it('continues the pages of a chat that was merged since', async () => {
    const [before, after] = ['+15554000035', '+15554000036']
    await receive({ phone: before }, { text: 'Old' })
    await receive({ phone: after }, { text: 'New' })
    const id = await chatWith(after)
    for (const message of ['One', 'Two']) await api().notes.create.mutate({ id, message }, caller())
    const items = await api().chats.timeline.query({ id, size: 1 }, caller())
    const notes = await api().notes.list.query({ id, size: 1 }, caller())
    await changes({ phone: before }, { phone: after })
    const more = await api().chats.timeline.query({ id, cursor: items.next as string }, caller())
    expect(more.items.map(({ note, message }) => (note ?? message)?.message)).toEqual(['One', 'New', 'Old'])
    const rest = await api().notes.list.query({ id, cursor: notes.next as string }, caller())
    expect(rest.items.map(({ message }) => message)).toEqual(['One'])
  })

  it('has all messages of both, however many they are', async () => {
    const [before, after] = ['+15554000033', '+15554000034']
    await receive({ phone: before })
    await receive({ phone: after })
    const [old, second] = [await chatWith(before), await chatWith(after)]
    await copyRow(fixture.service, {
      table: 'message',
      where: 'chat_id = $1',
      params: [second],
      count: messagesPerStatement + 1,
      changes: `jsonb_build_object('id', ${copiedId('id')})`,
    })
    await changes({ phone: before }, { phone: after })
    const count = 'select chat_id as chat, count(*)::int as messages from message where chat_id in ($1, $2) group by 1'
    // The first message of each, the copies, and the report.
    const messages = messagesPerStatement + 4
    expect(await fixture.service.rows(count, [old, second])).toEqual([{ chat: old, messages }])
    await api().chats.remove.mutate({ id: old }, caller())
    expect(await fixture.service.rows(count, [old, second])).toEqual([])
  })

  it('leaves the chat with the new phone as it is when the report is all that is known of the previous one', async () => {
    const [before, after] = ['+15554000007', '+15554000008']
    await receive({ phone: after })
    const current = await chatWith(after)
    await changes({ phone: before }, { phone: after })
    expect(await chatOf(current)).toMatchObject({ id: current, phone: after, unreadCount: 1, status: 'open' })
    const { items } = await api().messages.list.query({ chat: current }, caller())
    expect(items.map(({ type }) => type).toSorted()).toEqual(['system', 'text'])
    expect((await api().chats.list.query({ phone: before }, caller())).items).toEqual([])
  })

  it('whose phone is hidden keeps the chat under another user id, and gets there what is sent to the former one', async () => {
    await receive({ userId: 'DE.before' }, { text: 'First' })
    const list = async () => (await api().chats.list.query({ size: 50 }, caller())).items
    const chat = await until(async () => (await list()).find(({ lastMessage }) => lastMessage?.message === 'First'))
    await changes({ userId: 'DE.before' }, { userId: 'DE.after' })
    await receive({ userId: 'DE.after' }, { text: 'Second' })
    expect((await chatOf(chat.id)).lastMessage?.message).toBe('Second')
    const answer = await api().messages.send.mutate({ userId: 'DE.before', message: 'Third' }, caller())
    expect(answer.chat).toBe(chat.id)
    expect((await chatOf(chat.id)).lastMessage?.message).toBe('Third')
  })

  it('is not waiting if the business answered in the provider’s app, in whichever of their chats that was', async () => {
    const [before, after] = ['+15554000021', '+15554000022']
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    await receive({ phone: before }, { timestamp: minutesAgo(9) })
    await receive({ phone: after }, { timestamp: minutesAgo(8) })
    const id = await chatWith(before)
    for (const phone of [before, after]) {
      const answer = { providerId: `wamid.${phone}`, timestamp: minutesAgo(phone === after ? 1 : 6), type: 'text' }
      const data = {
        number: connected.number,
        to: { phone },
        text: 'In the app',
        content: { type: 'text' as const },
        ...answer,
      }
      await fixture.service.apply(busEvent({ event: 'provider:echo', workspace: connected.workspace, data }))
    }
    await changes({ phone: before }, { phone: after })
    await receive({ phone: after }, { text: 'Sent before the answer', timestamp: minutesAgo(3) })
    expect(await chatOf(id)).toMatchObject({ unreadCount: 0, waitingSince: null })
  })
})

it('a message whose call ends while its chat moves to another phone waits for that phone', async () => {
  const { rows } = fixture.service
  const [before, after] = ['+15554000037', '+15554000038']
  await receive({ phone: before })
  const deliverAt = new Date(Date.now() + 3_600_000).toISOString()
  const { id } = await api().messages.send.mutate({ phone: before, message: 'Later', deliverAt }, caller())
  await rows(`update send_job set status = 'calling', lease_until = now() + interval '1 hour' where message_id = $1`, [
    id,
  ])
  await rows('begin')
  await rows(`update send_job set status = 'waiting', lease_until = null where message_id = $1`, [id])
  const moved = changes({ phone: before }, { phone: after })
  await untilLocked({ rows }).finally(() => rows('commit'))
  await moved
  expect(await rows('select recipient from send_job where message_id = $1', [id])).toEqual([{ recipient: after }])
})
