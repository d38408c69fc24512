import type { Chat } from '@posthorn/sdk'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { applyEvent, viewer } from './apply.ts'

const chat = { id: 'chat_1', name: 'Ada', phone: null, contact: null, lastMessage: null, version: 1 } as Chat
const data = { ...chat, version: 2, change: 'assigned' }
const assigned = { sequence: 1, occurredAt: '2026-11-22T08:00:00.000Z', event: 'chat:updated', data }

it.each([
  [{ assignee: ['me'] }, true],
  [{ window: 'open' }, true],
  [{ overdue: true }, true],
  [{ mentioned: 'mem_1' }, true],
  [{ search: 'parcel' }, false],
  [{ pinned: true }, false],
])('a list of chats by %j is read again after an event if only the server knows them: %s', async (filter, isRead) => {
  const client = new QueryClient()
  const key = ['chats', 'ws_1', { filter, sort: 'lastMessageAt:desc' }]
  client.setQueryData(key, { pages: [{ items: [], next: undefined }] })
  client.setQueryData(['counts', 'ws_1'], {})
  applyEvent(client, 'ws_1', assigned)
  await expect.poll(() => client.getQueryState(['counts', 'ws_1'])?.isInvalidated).toBe(true)
  expect(client.getQueryState(key)?.isInvalidated).toBe(isRead)
})

it('a list of the own chats gets one that is assigned to its viewer at once, without a request', async () => {
  const client = new QueryClient()
  const key = ['chats', 'ws_1', { filter: { assignee: ['me'] }, sort: 'lastMessageAt:desc' }]
  client.setQueryData(key, { pages: [{ items: [], next: undefined }] })
  client.setQueryData(['counts', 'ws_1'], {})
  viewer.id = 'mem_1'
  applyEvent(client, 'ws_1', { ...assigned, data: { ...data, assignee: { id: 'mem_1', name: 'Ada' } } })
  viewer.id = undefined
  expect(client.getQueryData(key)).toMatchObject({ pages: [{ items: [{ id: 'chat_1' }] }] })
  await expect.poll(() => client.getQueryState(['counts', 'ws_1'])?.isInvalidated).toBe(true)
  expect(client.getQueryState(key)?.isInvalidated).toBe(false)
})

it('a list that only the server knows is not read again after a mere acknowledgment', async () => {
  const client = new QueryClient()
  const key = ['chats', 'ws_1', { filter: { window: 'open' }, sort: 'lastMessageAt:desc' }]
  client.setQueryData(key, { pages: [{ items: [chat], next: undefined }] })
  client.setQueryData(['counts', 'ws_1'], {})
  const message = { id: 'msg_1', chat: 'chat_1', phone: null, direction: 'out', status: 'read', createdAt: '' }
  applyEvent(client, 'ws_1', { ...assigned, event: 'message:ack', data: { ...message, version: 2 } })
  await expect.poll(() => client.getQueryState(['counts', 'ws_1'])?.isInvalidated).toBe(true)
  expect(client.getQueryState(key)?.isInvalidated).toBe(false)
})
