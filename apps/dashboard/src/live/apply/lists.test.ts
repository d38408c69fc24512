import type { Chat } from '@posthorn/sdk'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { applyEvent } from './apply.ts'

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
