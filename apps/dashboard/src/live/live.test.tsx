import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '../opened-app.fixture.tsx'
import { chatOf, inboxWith } from '../screens/inbox/inbox.fixture.ts'

afterEach(() => void vi.restoreAllMocks())

it('a page that gets no stream, because too many are open, reads its lists every half minute', async () => {
  const busy = { status: 429, errorCode: 'rate:limited', message: 'Close a stream.', errors: [] }
  const refused = () => Response.json(busy, { status: 429 })
  const api = await openApp('inbox/all', { ...inboxWith(chatOf('cht_1')), 'GET /v1/events/stream': refused })
  await expect.element(page.getByRole('link', { name: /^Customer cht_1/ })).toBeVisible()
  await expect.poll(() => api.of('GET /v1/events/stream').length).toBeGreaterThan(1)
  const read = api.of('GET /v1/chats').length
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 31_000)
  await expect.poll(() => api.of('GET /v1/chats').length).toBeGreaterThan(read)
})

it('a tab that joins the stream of another reads again what it read before it joined', async () => {
  const held = Promise.withResolvers<void>()
  const lock = navigator.locks.request('posthorn-live-wsp_1-per_1', () => held.promise)
  const api = await openApp('inbox/all', inboxWith(chatOf('cht_1')))
  await expect.element(page.getByRole('link', { name: /^Customer cht_1/ })).toBeVisible()
  const read = api.of('GET /v1/chats').length
  // As from the tab that reads the stream.
  const notice = { open: true, isResumed: true }
  new BroadcastChannel('posthorn-live-wsp_1-per_1').postMessage({ notice })
  await expect.poll(() => api.of('GET /v1/chats').length).toBeGreaterThan(read)
  held.resolve()
  await lock
})
