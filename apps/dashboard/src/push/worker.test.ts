import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'

type Listener = (event: unknown) => void
type Shown = { title: string; body: string; tag: string; data: { to: string } }

const listeners = new Map<string, Listener>()
const shown: Shown[] = []
const window = {
  url: 'https://posthorn.example.com/app/ws_1/contacts',
  focused: false,
  focus: vi.fn(() => Promise.resolve()),
  postMessage: vi.fn(),
}
const clients = {
  matchAll: vi.fn(() => Promise.resolve([window])),
  openWindow: vi.fn(() => Promise.resolve()),
  claim: vi.fn(),
}
const registration = {
  showNotification: (title: string, options: Omit<Shown, 'title'>) => {
    shown.push({ title, ...options })
    return Promise.resolve()
  },
}

beforeAll(async () => {
  vi.stubGlobal('location', new URL('https://posthorn.example.com/app/push-worker.js?lang=de'))
  vi.stubGlobal('clients', clients)
  vi.stubGlobal('registration', registration)
  vi.stubGlobal('skipWaiting', vi.fn())
  vi.stubGlobal('addEventListener', (kind: string, listener: Listener) => listeners.set(kind, listener))
  await import('./worker.ts')
})
afterAll(() => {
  vi.unstubAllGlobals()
})
beforeEach(() => {
  shown.length = 0
  window.focused = false
  vi.clearAllMocks()
})

/** Dispatches an event to the worker, and waits until it is handled. */
async function fire(kind: string, event: object): Promise<void> {
  let work: Promise<unknown> = Promise.resolve()
  listeners.get(kind)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) })
  await work
}
const plain = { kind: 'message', count: 1, workspace: 'ws_1', chat: 'chat_1', name: null, text: null }
const push = (content: object) => fire('push', { data: { json: () => ({ ...plain, ...content }) } })
const click = (to: string) => fire('notificationclick', { notification: { close: () => {}, data: { to } } })

it('says how much came in the language of the dashboard, and leads to the chat, or to all of the person', async () => {
  await push({})
  await push({ count: 1_200, chat: null })
  await push({ kind: 'mention', name: 'Grace', text: 'Hello' })
  expect(shown.map(({ title, body, data }) => [title, body, data.to])).toEqual([
    ['Posthorn', 'Neue Nachricht in einem Ihrer Chats.', 'ws_1/inbox/all/chat_1'],
    ['Posthorn', '1.200 neue Nachrichten in Ihren Chats.', 'ws_1/inbox/mine'],
    ['Grace', 'Hello', 'ws_1/inbox/all/chat_1'],
  ])
  expect(new Set(shown.map(({ tag }) => tag)).size).toBe(2)
})

it('shows nothing while the person looks at the dashboard', async () => {
  window.focused = true
  await push({})
  expect(shown).toEqual([])
})

it('takes a tab with the documentation for no dashboard', async () => {
  const documentation = { ...window, url: 'https://posthorn.example.com/docs/guides/webhooks', focused: true }
  clients.matchAll.mockResolvedValue([documentation])
  await push({})
  expect(shown).toHaveLength(1)
  await click('ws_1/inbox/mine')
  expect(clients.openWindow.mock.calls).toEqual([['/app/ws_1/inbox/mine']])
  clients.matchAll.mockResolvedValue([window])
})

it('opens the place in the open dashboard, or a new one', async () => {
  await click('ws_1/inbox/mine')
  expect([window.focus.mock.calls.length, window.postMessage.mock.calls]).toEqual([1, [[{ to: '/ws_1/inbox/mine' }]]])
  clients.matchAll.mockResolvedValueOnce([])
  await click('ws_1/inbox/mine')
  expect(clients.openWindow.mock.calls).toEqual([['/app/ws_1/inbox/mine']])
})
