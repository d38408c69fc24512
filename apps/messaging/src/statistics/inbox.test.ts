import { newId } from '@posthorn/contracts'
import { faultOf, until } from '@posthorn/testkit'
import { beforeEach, describe, expect, it } from 'vitest'
import { openChatByText } from '../chats/inbox.fixture.ts'
import { type NumberFixture, useMessaging } from '../messaging.fixture.ts'
import { storeMessage } from './stored-message.fixture.ts'

const { fixture } = useMessaging()
let connected: NumberFixture
beforeEach(async () => {
  connected = await fixture.connectNumber()
})

const inbox = (input: object = {}, call = fixture.service.as(connected.workspace)) =>
  fixture.service.clients.messaging.statistics.inbox.query(input as never, call)
const noonMs = Date.parse('2026-03-02T12:00:00.000Z')
const minute = 60_000
const iso = (ms: number) => new Date(ms).toISOString()
const range = { from: iso(noonMs - 3_600_000), to: iso(noonMs + 86_400_000) }
const none = { in: 0, out: 0, answered: 0, unanswered: 0 }

/** Stores a message in this chat, sent this many minutes after noon. */
async function said(chat: string, after: number, way: 'in' | 'out' | 'post' | 'rule', as: object = {}): Promise<void> {
  await storeMessage(fixture, connected, {
    atMs: noonMs + after * minute,
    chat_id: chat,
    direction: way === 'in' ? 'in' : 'out',
    type: 'text',
    status: way === 'in' ? 'received' : 'sent',
    status_at: {},
    reference: way === 'post' ? newId('pst') : null,
    author: way === 'rule' ? { type: 'automation', id: newId('atm'), name: 'Away' } : null,
    ...as,
  })
}

describe('statistics.inbox', () => {
  it('counts a question once, when it began, as answered by the next message that is of no post and no automation', async () => {
    const [one, two, three] = [newId('chat'), newId('chat'), newId('chat')]
    for (const after of [0, 1, 2]) await said(one, after, 'in')
    await said(one, 70, 'out')
    await said(one, 71, 'out')
    await said(one, 80, 'in')
    await said(two, 5, 'in')
    await said(two, 6, 'post')
    await said(two, 8, 'rule')
    await said(three, 7, 'out')
    const found = await inbox(range)
    expect(found.total).toEqual({ in: 5, out: 3, answered: 1, unanswered: 2 })
    expect(found.buckets).toEqual([
      { from: iso(noonMs), in: 4, out: 1, answered: 1, unanswered: 1 },
      { from: iso(noonMs + 60 * minute), in: 1, out: 2, answered: 0, unanswered: 1 },
    ])
    const days = await inbox({ ...range, interval: 'day' })
    expect(days.buckets).toEqual([{ from: '2026-03-02T00:00:00.000Z', ...found.total }])
  })

  it('shows who waits now and since when, until they are answered', async () => {
    expect((await inbox()).waiting).toEqual({ chats: 0, oldestAt: null })
    const first = await openChatByText(fixture, connected, { phone: '+15559520001' })
    const second = await openChatByText(fixture, connected, { phone: '+15559520002' })
    await fixture.service.rows(`update chat set waiting_since = now() - interval '41 minutes' where id = $1`, [
      first.id,
    ])
    const { waiting, total } = await inbox()
    expect([waiting.chats, total]).toEqual([2, { in: 2, out: 0, answered: 0, unanswered: 2 }])
    const ageMs = Date.now() - Date.parse(waiting.oldestAt as string)
    expect(Math.round(ageMs / minute)).toBe(41)
    const call = fixture.service.as(connected.workspace)
    await fixture.service.clients.messaging.messages.send.mutate({ chat: first.id, message: 'Sorry' }, call)
    const after = await until(async () => {
      const found = await inbox()
      return found.waiting.chats === 1 && found
    })
    expect(after.waiting.oldestAt).toBe(second.waitingSince)
    await fixture.service.clients.messaging.chats.update.mutate({ id: second.id, snooze: { until: null } }, call)
    expect((await inbox()).waiting).toEqual({ chats: 0, oldestAt: null })
    expect(after.total).toEqual({ in: 2, out: 1, answered: 1, unanswered: 1 })
  })

  it('sees the numbers of the caller and of the question only, and nothing of other workspaces', async () => {
    await said(newId('chat'), 0, 'in')
    await openChatByText(fixture, connected, { phone: '+15559520003' })
    const other = fixture.service.as(fixture.service.workspace())
    const limited = fixture.service.as(connected.workspace, { numbers: [newId('num')] })
    for (const call of [other, limited])
      expect(await inbox(range, call)).toMatchObject({ total: none, buckets: [], waiting: { chats: 0 } })
    expect(await inbox({ ...range, number: [newId('num')] })).toMatchObject({ total: none, waiting: { chats: 0 } })
    const own = await inbox({ ...range, number: [connected.number] })
    expect([own.total.in, own.waiting.chats]).toEqual([1, 1])
  })

  it('refuses a range of more than 31 days, or of more than 500 hours by the hour', async () => {
    const codeOf = (input: object) => inbox(input).catch((err: unknown) => faultOf(err).code)
    const days = (count: number) => ({ from: iso(noonMs), to: iso(noonMs + count * 86_400_000) })
    expect(await codeOf({ ...days(32), interval: 'day' })).toBe('request:invalid')
    expect(await codeOf({ ...days(21), interval: 'hour' })).toBe('request:invalid')
    expect(await codeOf({ ...days(31), interval: 'day' })).toMatchObject({ total: none })
  })
})

it('messages of the provider and of blocked contacts, and ratings, count as no questions', async () => {
  const chat = newId('chat')
  for (const as of [{ type: 'system' }, { content: { blocked: true } }, { content: { rating: 5 } }])
    await said(chat, 0, 'in', as)
  expect(await inbox(range)).toMatchObject({ total: none, buckets: [] })
  await said(chat, 5, 'in')
  await said(chat, 6, 'out')
  expect((await inbox(range)).total).toEqual({ in: 1, out: 1, answered: 1, unanswered: 0 })
})
