import type { Chat, Message } from '@posthorn/sdk'
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Page } from '../../api/api.ts'
import { applyEvent } from './apply.ts'
import { chatAfter, fitsFilter, newerMessage, placeChat, placeMessage, without } from './chats.ts'

const first = { sequence: 1, occurredAt: '2026-11-22T08:00:00.000Z' }
const time = (minute: number) => new Date(Date.UTC(2026, 10, 22, 8, minute)).toISOString()
const chatOf = (n: number, version: number, minute: number): Chat => ({
  id: `chat_${n}`,
  number: 'num_1',
  type: 'direct',
  name: `Customer ${n}`,
  phone: `+49151${n}`,
  contact: null,
  group: null,
  channel: null,
  status: 'open',
  unread: false,
  unreadCount: version,
  pinned: false,
  muted: false,
  assignee: null,
  labels: [],
  lastMessage: {
    id: `msg_${n}_${version}`,
    direction: 'in',
    type: 'text',
    message: 'Hello',
    at: time(minute),
    status: null,
  },
  lastInboundAt: time(minute),
  lastOutboundAt: null,
  windowClosesAt: time(minute + 1440),
  createdAt: time(0),
  updatedAt: time(minute),
  waitingSince: null,
  snooze: null,
  rating: null,
  failed: false,
  version,
})
const statuses = ['queued', 'sending', 'sent', 'delivered', 'read'] as const
const messageOf = (n: number, status: Message['status'], minute: number) =>
  ({
    id: `msg_${n}`,
    number: 'num_1',
    direction: 'out',
    chat: 'chat_1',
    type: 'text',
    message: `Text ${n}`,
    status,
    statusAt: {},
    by: null,
    waiting: null,
    error: null,
    createdAt: time(minute),
    version: statuses.indexOf(status as (typeof statuses)[number]) + 1,
  }) as unknown as Message

// A higher version represents a newer chat and a newer last message.
const history = fc.array(fc.record({ n: fc.integer({ min: 1, max: 6 }), version: fc.integer({ min: 1, max: 5 }) }))
const shuffled = <T>(items: T[]) => fc.shuffledSubarray(items, { minLength: items.length })
const place = { filter: {}, byLastMessage: true }
const chatsIn = (pages: Page<Chat>[]) => pages.flatMap(({ items }) => items)
const apply = (statuses: Chat[]) =>
  statuses.reduce((pages, chat) => placeChat(pages, chat, place), [{ items: [], next: undefined }] as Page<Chat>[])

describe('a list of chats', () => {
  it('is the same as a fresh one, whatever the order of events and however often they repeat', () => {
    const events = history.map((all) => all.map(({ n, version }) => chatOf(n, version, version * 10 + n)))
    fc.assert(
      fc.property(
        events.chain((all) => fc.record({ all: fc.constant(all), order: shuffled([...all, ...all]) })),
        ({ all, order }) => {
          const newest = new Map<string, Chat>()
          for (const chat of all)
            if ((newest.get(chat.id)?.version ?? 0) <= (chat.version ?? 0)) newest.set(chat.id, chat)
          const fresh = [...newest.values()].toSorted((a, b) =>
            (a.lastMessage?.at ?? '') < (b.lastMessage?.at ?? '') ? 1 : -1,
          )
          expect(chatsIn(apply(order)).map(({ id, version }) => [id, version])).toEqual(
            fresh.map(({ id, version }) => [id, version]),
          )
        },
      ),
    )
  })

  it('loses a chat that left its filter, unless it is open, and never gains one that does not fit', () => {
    const [known, other] = [chatOf(1, 1, 1), chatOf(2, 1, 2)]
    const pages = [{ items: [known], next: undefined }]
    const resolved: Chat = { ...known, version: 2, status: 'resolved' }
    const filter = { status: ['open' as const] }
    expect(chatsIn(placeChat(pages, resolved, { ...place, filter }))).toEqual([])
    expect(chatsIn(placeChat(pages, resolved, { ...place, filter, openId: known.id }))).toEqual([resolved])
    expect(chatsIn(placeChat(pages, { ...other, status: 'resolved' }, { ...place, filter }))).toEqual([known])
    expect(chatsIn(without(pages, known.id))).toEqual([])
  })

  it('keeps the status of a last message, which events about the chat do not have', () => {
    const sent = { id: 'msg_1', direction: 'out' as const, type: 'text' as const, message: 'Hi', at: time(1) }
    const read: Chat = { ...chatOf(1, 1, 1), lastMessage: { ...sent, status: 'read' } }
    const pinned: Chat = { ...read, version: 2, pinned: true, lastMessage: { ...sent, status: null } }
    const pages = placeChat([{ items: [read], next: undefined }], pinned, place)
    expect(chatsIn(pages)).toMatchObject([{ pinned: true, lastMessage: { status: 'read' } }])
  })

  it('leaves to the server what only the server can say', () => {
    const chat = chatOf(1, 1, 1)
    for (const filter of [{ search: 'parcel' }, { window: 'open' as const }, { assignee: ['me'] }])
      expect(fitsFilter(chat, filter)).toBeNull()
    expect(fitsFilter(chat, { assignee: ['none'], number: ['num_1'] })).toBe(true)
    expect(fitsFilter(chat, { label: ['lbl_1'] })).toBe(false)
  })
})

it('a chat that is deleted is read again with its messages: it is missing, or the one that it was merged into', async () => {
  const client = new QueryClient()
  const keys = [
    ['chat', 'ws_1', 'chat_1'],
    ['messages', 'ws_1', 'chat_1'],
  ]
  client.setQueryData(keys[0] ?? [], chatOf(1, 1, 1))
  client.setQueryData(keys[1] ?? [], { pages: [{ items: [], next: undefined }] })
  const data = { ...chatOf(1, 2, 1), change: 'deleted' }
  applyEvent(client, 'ws_1', { ...first, event: 'chat:updated', data })
  await expect.poll(() => keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true])
})

it.each(['message', 'chat', 'contact'])('a %s whose person was erased is read again, not changed', async (noun) => {
  const client = new QueryClient()
  const known = { id: `${noun}_1`, version: 1 }
  const key = [noun, 'ws_1', known.id]
  const list = ['chats', 'ws_1', { filter: {}, sort: 'lastMessageAt:desc' }]
  const pages = { pages: [{ items: [{ ...chatOf(2, 2, 2), contact: 'contact_1' }], next: undefined }] }
  client.setQueryData(key, known)
  client.setQueryData(list, pages)
  applyEvent(client, 'ws_1', { ...first, event: `${noun}:updated`, data: { id: known.id, erased: true } })
  expect([client.getQueryData(key), client.getQueryData(list)]).toEqual([known, pages])
  await expect.poll(() => client.getQueryState(key)?.isInvalidated).toBe(true)
})

describe('a chat after a message', () => {
  const incoming: Message = { ...messageOf(9, 'received', 50), direction: 'in' }

  it('has the message as its last one, counts it once, and its window begins anew', () => {
    const after = chatAfter(chatOf(1, 1, 1), incoming)
    expect(after).toMatchObject({ unread: true, unreadCount: 2, windowClosesAt: time(50 + 1440) })
    expect(chatAfter(after, incoming).unreadCount).toBe(2)
  })

  it('has the name of its contact as soon as that changes, and is read again once it is removed', async () => {
    const client = new QueryClient()
    const chat = { ...chatOf(1, 1, 1), contact: 'con_1' }
    const list = ['chats', 'ws_1', { filter: {}, sort: 'lastMessageAt:desc' }]
    client.setQueryData(['chat', 'ws_1', 'chat_1'], chat)
    client.setQueryData(list, { pages: [{ items: [chat, chatOf(2, 1, 0)], next: undefined }] })
    applyEvent(client, 'ws_1', { ...first, event: 'contact:updated', data: { id: 'con_1', name: 'Ada' } })
    expect(client.getQueryData(['chat', 'ws_1', 'chat_1'])).toMatchObject({ name: 'Ada' })
    expect(client.getQueryData(list)).toMatchObject({ pages: [{ items: [{ name: 'Ada' }, { name: 'Customer 2' }] }] })
    applyEvent(client, 'ws_1', { ...first, event: 'contact:updated', data: { id: 'con_1', name: null } })
    await expect.poll(() => client.getQueryState(list)?.isInvalidated).toBe(true)
  })

  it.each<[string, Partial<Chat>, Message['status'], boolean]>([
    ['is answered while the customer waits', { waitingSince: time(1) }, 'sent', true],
    ['has a message that failed', {}, 'failed', true],
    ['has a message after one that failed', { failed: true }, 'sent', true],
    ['has a message while no one waits', {}, 'sent', false],
  ])('that %s is read again with its lists where they may lose or gain it', async (_, changes, status, isRead) => {
    const client = new QueryClient()
    const key = ['chats', 'ws_1', { filter: {}, sort: 'lastMessageAt:desc' }]
    client.setQueryData(key, { pages: [{ items: [{ ...chatOf(1, 1, 1), ...changes }], next: undefined }] })
    client.setQueryData(['counts', 'ws_1'], {})
    applyEvent(client, 'ws_1', { ...first, event: 'message:out', data: { ...messageOf(9, status, 50) } })
    await expect.poll(() => client.getQueryState(['counts', 'ws_1'])?.isInvalidated).toBe(true)
    expect(client.getQueryState(key)?.isInvalidated).toBe(isRead)
  })

  it('stays as it is when the message is older than the last one', () => {
    const chat = chatOf(1, 1, 55)
    expect(chatAfter(chat, incoming)).toBe(chat)
  })
})

describe('the messages of a chat', () => {
  it('are in the order of their times, each once, in the status that came furthest', () => {
    const events = fc.array(fc.record({ n: fc.integer({ min: 1, max: 8 }), status: fc.constantFrom(...statuses) }))
    fc.assert(
      fc.property(events, (all) => {
        const start: Page<Message>[] = [{ items: [], next: undefined }]
        const pages = all.reduce((shown, { n, status }) => placeMessage(shown, messageOf(n, status, n)), start)
        const shown = pages.flatMap(({ items }) => items)
        const ids = [...new Set(all.map(({ n }) => n))].toSorted((a, b) => b - a)
        expect(shown.map(({ id }) => id)).toEqual(ids.map((n) => `msg_${n}`))
        for (const message of shown) {
          const reached = all.filter(({ n }) => `msg_${n}` === message.id).map(({ status }) => statuses.indexOf(status))
          expect(statuses.indexOf(message.status as (typeof statuses)[number])).toBe(Math.max(...reached))
        }
      }),
    )
  })

  it('may become queued again after a failure when the version says that it is newer', () => {
    const failed = { ...messageOf(1, 'failed', 1), version: 3 }
    expect(newerMessage(failed, { ...messageOf(1, 'queued', 1), version: 4 }).status).toBe('queued')
    expect(newerMessage(failed, { ...messageOf(1, 'sent', 1), version: 2 }).status).toBe('failed')
  })

  it('loses its error when it is sent again, and keeps its author, its place in the queue, and what its event was too large for', () => {
    const error = {
      errorCode: 'number:offline',
      message: 'The number is offline.',
      retryable: true,
      providerCode: null,
      further: null,
    }
    const waiting = { reason: 'number_offline' as const, until: null }
    const by = { type: 'member' as const, id: 'mem_1', name: 'Ada' }
    const failed: Message = { ...messageOf(1, 'failed', 1), error, by, waiting, version: 3 }
    const queued = { ...messageOf(1, 'queued', 1), version: 4 }
    expect(newerMessage(failed, queued)).toEqual({ ...queued, by, waiting })
    expect(newerMessage(failed, { ...queued, status: 'sent' })).toEqual({ ...queued, status: 'sent', by })
    const { message: _left, ...large } = queued
    expect(newerMessage(failed, large as Message, ['message'])).toEqual({ ...queued, by, waiting })
  })

  it('are those of the other chat once a message moved there', () => {
    const client = new QueryClient()
    const pages = { pages: [{ items: [messageOf(1, 'queued', 1), messageOf(2, 'queued', 2)], next: undefined }] }
    const shown = (chat: string) =>
      client
        .getQueryData<typeof pages>(['messages', 'ws_1', chat])
        ?.pages.flatMap(({ items }) => items.map(({ id }) => id))
    client.setQueryData(['messages', 'ws_1', 'chat_1'], pages)
    client.setQueryData(['messages', 'ws_1', 'chat_2'], { pages: [{ items: [], next: undefined }] })
    const moved = { ...messageOf(1, 'queued', 1), chat: 'chat_2', number: 'num_2', version: 2 }
    const data = { ...moved, changed: ['number'], movedFrom: { number: 'num_1', chat: 'chat_1' } }
    applyEvent(client, 'ws_1', { ...first, event: 'message:changed', data })
    expect([shown('chat_1'), shown('chat_2')]).toEqual([['msg_2'], ['msg_1']])
  })

  it('show a message that came while they were read, though the answer was older', async () => {
    const client = new QueryClient()
    const answers: ((items: Message[]) => void)[] = []
    const observer = new InfiniteQueryObserver(client, {
      queryKey: ['messages', 'ws_1', 'chat_1'],
      queryFn: () =>
        new Promise<Page<Message>>((resolve) => answers.push((items) => resolve({ items, next: undefined }))),
      initialPageParam: undefined,
      getNextPageParam: () => undefined,
    })
    const shown = () => observer.getCurrentResult().data?.pages.flatMap(({ items }) => items.map(({ id }) => id))
    const stop = observer.subscribe(() => undefined)
    await expect.poll(() => answers.length).toBe(1)
    applyEvent(client, 'ws_1', { ...first, event: 'message:in', data: { ...messageOf(2, 'read', 2) } })
    answers[0]?.([messageOf(1, 'read', 1)])
    await expect.poll(shown).toEqual(['msg_1'])
    await expect.poll(() => answers.length).toBe(2)
    answers[1]?.([messageOf(2, 'read', 2), messageOf(1, 'read', 1)])
    await expect.poll(shown).toEqual(['msg_2', 'msg_1'])
    stop()
  })
})
