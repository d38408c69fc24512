import { newId } from '@posthorn/contracts'
import { faultOf, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { type NumberFixture, useMessaging } from '../messaging.fixture.ts'
import { addMember, chatChangesOf, incomingText, openChatByText } from './inbox.fixture.ts'

let lastPhone = 15_554_100_000
const { fixture, connected } = useMessaging()

const api = () => fixture.service.clients.messaging
const caller = (at: NumberFixture = connected) => fixture.service.as(at.workspace)
const phone = () => `+${(lastPhone += 1)}`
const written = (at: NumberFixture = connected) => openChatByText(fixture, at, { phone: phone() })
const shown = (id: string) => api().chats.get.query({ id }, caller())
const changes = (chat: string) => chatChangesOf(fixture, chat).map(({ change }) => change)
const hence = (ms: number) => new Date(Date.now() + ms).toISOString()
const hourMs = 3_600_000

async function listed(
  input: Parameters<ReturnType<typeof api>['chats']['list']['query']>[0],
  at: NumberFixture = connected,
) {
  const { items } = await api().chats.list.query(input, caller(at))
  return items.map(({ id }) => id)
}

const faultAt = (call: Promise<unknown>) =>
  call.then(
    () => 'no fault',
    (err) => faultOf(err).errors[0]?.path,
  )

describe('a customer who waits', () => {
  it('waits from their first message that no one has answered; our answer reads the chat, which is announced', async () => {
    const { id, phone: from, waitingSince, version } = await written()
    expect(waitingSince).not.toBeNull()
    await fixture.service.bus.publish(incomingText(connected, from as string, 'again'))
    const twice = await until(async () => {
      const chat = await shown(id)
      return chat.unreadCount === 2 && chat
    })
    expect(twice.waitingSince).toBe(waitingSince)
    expect(twice.version).toBeGreaterThan(version)
    await api().messages.send.mutate({ chat: id, message: 'Here we are' }, caller())
    expect(await shown(id)).toMatchObject({ waitingSince: null, unread: false, unreadCount: 0 })
    await until(() => changes(id).length === 2)
    expect(changes(id)).toEqual(['created', 'read'])
  })

  it('waits again, since the same message, once no answer is left that was not canceled', async () => {
    const { id, phone: from, waitingSince } = await written()
    const answer = () => api().messages.send.mutate({ chat: id, message: 'Soon', deliverAt: hence(hourMs) }, caller())
    const cancel = async (message: { id: string }) => {
      await api().messages.cancel.mutate({ id: message.id }, caller())
      return (await shown(id)).waitingSince
    }
    const [first, second] = [await answer(), await answer()]
    expect(await cancel(second)).toBeNull()
    expect(await cancel(first)).toBe(waitingSince)
    await answer()
    const purged = { id: connected.number, phones: [from as string], includeScheduled: true }
    expect(await api().queues.purge.mutate(purged, caller())).toMatchObject({ canceled: 1 })
    expect((await shown(id)).waitingSince).toBe(waitingSince)
    for (const status of ['resolved', 'open'] as const) await api().chats.update.mutate({ id, status }, caller())
    expect(await cancel(await answer())).toBeNull()
  })

  it('no longer waits in a chat that is resolved', async () => {
    const { id } = await written()
    expect(await api().chats.update.mutate({ id, status: 'resolved' }, caller())).toMatchObject({ waitingSince: null })
  })
})

describe('a chat whose newest message failed', () => {
  it('is marked until another is sent or the message is tried again', async () => {
    const silent = '+15550100009'
    const { id: message, chat } = await api().messages.send.mutate({ phone: silent, message: 'Hello?' }, caller())
    const failed = () => listed({ failed: true })
    await until(async () => (await failed()).includes(chat))
    expect((await shown(chat)).lastMessage?.status).toBe('failed')
    const deliverAt = hence(hourMs)
    await api().messages.send.mutate({ phone: silent, message: 'Later', deliverAt }, caller())
    expect(await failed()).not.toContain(chat)
    await api().messages.retry.mutate({ id: message }, caller())
    await until(async () => (await api().messages.get.query({ id: message }, caller())).status === 'failed')
    await until(async () => (await fixture.service.rows('select 1 from chat_action')).length === 0)
    expect(await failed()).not.toContain(chat)
  })
})

describe('snooze', () => {
  it('lets a chat rest until its time, then wakes it; only a time ahead is taken', async () => {
    const { id } = await written()
    const until1 = hence(hourMs)
    const rests = await api().chats.update.mutate({ id, snooze: { until: until1 } }, caller())
    expect(rests.snooze).toEqual({ until: until1, by: { type: 'key', id: 'key_test', name: null } })
    await fixture.service.rows(`update chat set snoozed_until = now() where id = $1`, [id])
    fixture.service.bus.nudge('messaging', 'wake')
    await until(async () => (await shown(id)).snooze === null)
    await until(() => changes(id).length === 3)
    expect(changes(id)).toEqual(['created', 'snoozed', 'woken'])
    for (const wrong of [hence(-hourMs), hence(400 * 24 * hourMs)]) {
      const snooze = { until: wrong }
      expect(await faultAt(api().chats.update.mutate({ id, snooze }, caller()))).toBe('snooze.until')
      const inBulk = api().chats.updateMany.mutate({ ids: [id], snooze }, caller())
      expect(await faultAt(inBulk)).toBe('snooze.until')
      const sent = api().messages.send.mutate({ chat: id, message: 'x', actions: { snooze } }, caller())
      expect(await faultAt(sent)).toBe('actions.snooze.until')
    }
  })

  it('without a time ends when the customer writes, or by hand, or with the chat', async () => {
    const snooze = { until: null }
    const { id, phone: from } = await written()
    await api().chats.update.mutate({ id, snooze }, caller())
    await fixture.service.bus.publish(incomingText(connected, from as string, 'hello?'))
    await until(() => changes(id).includes('woken'))
    expect((await shown(id)).snooze).toBeNull()
    await api().chats.update.mutate({ id, snooze }, caller())
    expect((await api().chats.update.mutate({ id, snooze: null }, caller())).snooze).toBeNull()
    await api().chats.update.mutate({ id, snooze }, caller())
    expect((await api().chats.update.mutate({ id, status: 'resolved' }, caller())).snooze).toBeNull()
    await until(() => changes(id).length === 7)
    expect(changes(id)).toEqual(['created', 'snoozed', 'woken', 'snoozed', 'unsnoozed', 'snoozed', 'resolved'])
  })
})

describe('chats.list and chats.counts', () => {
  it('filter by what an inbox asks, count the same, and show the status of the last message', async () => {
    const shop = await fixture.connectNumber()
    const [first, second] = [await written(shop), await written(shop)]
    const { chat: silent } = await api().messages.send.mutate({ phone: phone(), message: 'News' }, caller(shop))
    const ada = await addMember(fixture, shop.workspace, 'Ada')
    await api().chats.assign.mutate({ id: first.id, member: ada.id }, caller(shop))
    await api().chats.update.mutate({ id: second.id, snooze: { until: null } }, caller(shop))
    await fixture.service.rows(`update chat set window_closes_at = now() + interval '1 hour' where id = $1`, [
      second.id,
    ])
    await fixture.service.rows(`update chat set failed = true where id = $1`, [silent])
    const asAda = fixture.service.as(shop.workspace, { actor: { type: 'member', id: ada.id } })
    const filters = {
      written: { written: true },
      silent: { written: false },
      waiting: { waiting: true, snoozed: false },
      snoozed: { snoozed: true },
      failed: { failed: true },
      open: { window: 'open' as const },
      closing: { window: 'closing' as const },
      closed: { window: 'closed' as const },
      mine: { assignee: ['me' as const] },
      others: { assignee: ['none' as const], type: ['direct' as const] },
    }
    const expected: Record<keyof typeof filters, string[]> = {
      written: [first.id, second.id],
      silent: [silent],
      waiting: [first.id],
      snoozed: [second.id],
      failed: [silent],
      open: [first.id, second.id],
      closing: [second.id],
      closed: [],
      mine: [first.id],
      others: [second.id, silent],
    }
    const counts = await api().chats.counts.mutate({ filters }, asAda)
    for (const [name, filter] of Object.entries(filters)) {
      const { items } = await api().chats.list.query(filter, asAda)
      const ids = expected[name as keyof typeof expected]
      expect(items.map(({ id }) => id).toSorted(), name).toEqual(ids.toSorted())
      expect(counts[name], name).toMatchObject({ total: ids.length, more: false })
    }
    expect(counts.written).toMatchObject({ unread: 2, oldestWaitingAt: first.waitingSince })
    const last = (await api().chats.get.query({ id: silent }, asAda)).lastMessage
    const sent = await api().messages.get.query({ id: last?.id as string }, asAda)
    expect(last?.status).toBe(sent.status)
    expect(await faultAt(api().chats.list.query({ assignee: ['me'] }, caller(shop)))).toBe('assignee')
    const asKey = api().chats.counts.mutate({ filters: { mine: filters.mine } }, caller(shop))
    expect(await faultAt(asKey)).toBe('filters.mine.assignee')
    const elsewhere = fixture.service.as(shop.workspace, { numbers: [newId('num')] })
    const none = await api().chats.counts.mutate({ filters: { all: {} } }, elsewhere)
    expect(none.all).toEqual({ total: 0, unread: 0, oldestWaitingAt: null, more: false })
  })

  it('sort by waiting time and by the end of the window, page by page', async () => {
    const shop = await fixture.connectNumber()
    const made = [await written(shop), await written(shop), await written(shop)].map(({ id }) => id)
    await api().messages.send.mutate({ phone: phone(), message: 'News' }, caller(shop))
    for (const [i, id] of made.entries()) {
      await fixture.service.rows(
        `update chat set waiting_since = now() - make_interval(hours => $2), window_closes_at = now() + make_interval(hours => $2) where id = $1`,
        [id, 1 + i],
      )
    }
    expect(await listed({ sort: 'waitingSince:asc' }, shop)).toEqual(made.toReversed())
    expect(await listed({ sort: 'windowClosesAt:asc' }, shop)).toEqual(made)
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const page = await api().chats.list.query({ sort: 'waitingSince:desc', size: 1, cursor }, caller(shop))
      paged.push(...page.items.map(({ id }) => id))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(paged).toEqual(made)
    expect((await listed({ sort: 'lastMessageAt:asc' }, shop)).length).toBe(4)
  })
})
