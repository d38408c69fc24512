import type { Chat } from '@posthorn/sdk'
import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { applyEvent } from './apply.ts'

const chat = { id: 'chat_1', name: 'Ada', phone: null, contact: 'con_1', lastMessage: null, version: 1 } as Chat
const list = { pages: [{ items: [chat], next: undefined }], pageParams: [undefined] }
const of = { sequence: 1, occurredAt: '2026-11-22T08:00:00.000Z' }
const pinned = { ...of, event: 'chat:updated', data: { ...chat, version: 2, change: 'pinned', pinned: true } }
const renamed = { ...of, event: 'contact:updated', data: { id: 'con_1', name: 'Ada Lovelace' } }
const keys: Record<string, QueryKey> = {
  chat: ['chat', 'ws_1', 'chat_1'],
  list: ['chats', 'ws_1', { filter: {}, sort: 'lastMessageAt:desc' }],
}

/** Reads a query on a screen. Each response arrives once the test calls the next of the returned functions. */
function readOnScreen(queryKey: QueryKey) {
  const client = new QueryClient()
  const answers: ((value: object) => void)[] = []
  const queryFn = () => new Promise<object>((resolve) => answers.push(resolve))
  const observer = new QueryObserver(client, { queryKey, queryFn })
  return { client, answers, observer, stop: observer.subscribe(() => undefined) }
}

it.each([
  ['chat', chat, pinned],
  ['list', list, pinned],
  ['chat', chat, renamed],
  ['list', list, renamed],
])('a %s that is read while it changes is read again, because its response may be older', async (name, old, event) => {
  const { client, answers, observer, stop } = readOnScreen(keys[name] ?? [])
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.(old)
  await expect.poll(() => observer.getCurrentResult().isSuccess).toBe(true)
  void observer.refetch()
  await expect.poll(() => answers.length).toBe(2)
  applyEvent(client, 'ws_1', event)
  answers[1]?.(old)
  await expect.poll(() => answers.length).toBe(3)
  stop()
})

it('what is read for the first time while it changes is read again, however long its response takes', async () => {
  const { client, answers, stop } = readOnScreen(keys['chat'] ?? [])
  applyEvent(client, 'ws_1', pinned)
  await expect.poll(() => client.getQueryState(keys['chat'] ?? [])?.isInvalidated).toBe(true)
  answers[0]?.(chat)
  await expect.poll(() => answers.length).toBe(2)
  stop()
})

it('a list that must be read again stays so, even if an event changes it before it is shown', async () => {
  const client = new QueryClient()
  const queryKey = keys['list'] ?? []
  client.setQueryData(queryKey, list)
  await client.invalidateQueries({ queryKey })
  applyEvent(client, 'ws_1', pinned)
  expect(client.getQueryData(queryKey)).toMatchObject({ pages: [{ items: [{ pinned: true }] }] })
  await expect.poll(() => client.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
