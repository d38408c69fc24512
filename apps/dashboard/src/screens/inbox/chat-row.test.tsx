import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '../../opened-app.fixture.tsx'
import { chatOf, inboxWith } from './inbox.fixture.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('a chat in the list shows how long it has waited, and when its window closes, minute by minute', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const now = Date.now()
  const waitingSince = new Date(now - 2 * 60_000).toISOString()
  const windowClosesAt = new Date(now + 30 * 60_000 + 50_000).toISOString()
  await openApp('inbox/all', inboxWith(chatOf('cht_1', { waitingSince, windowClosesAt })))
  const row = page.getByRole('link', { name: /^Customer cht_1/ })
  await expect.element(row.getByText('2 min', { exact: true })).toBeVisible()
  await expect.element(row.getByText('closes in 30 min')).toBeVisible()
  vi.advanceTimersByTime(10 * 60_000)
  await expect.element(row.getByText('12 min', { exact: true })).toBeVisible()
  await expect.element(row.getByText('closes in 20 min')).toBeVisible()
})

it('a chat in the list shows whole letters as initials, whatever the script, also of a name that begins with a number', async () => {
  await openApp('inbox/all', inboxWith(chatOf('cht_1', { name: '𝓐da 𝓑yron' }), chatOf('cht_2', { name: '7 Eleven' })))
  await expect.poll(() => document.querySelector<HTMLElement>('[data-initials="𝓐𝓑"]')).not.toBeNull()
  await expect.poll(() => document.querySelector<HTMLElement>('[data-initials="7E"]')).not.toBeNull()
})

it('a chat in the list says which of several numbers it is on, and that its answer waits because the queue is paused', async () => {
  const lastMessage = { ...chatOf('cht_1').lastMessage, direction: 'out', status: 'queued' } as never
  const paused = {
    id: 'num_2',
    name: 'North',
    status: 'active',
    session: { status: 'online' },
    queue: { status: 'paused' },
  }
  const active = { ...paused, id: 'num_1', name: 'Shop', queue: { status: 'active' } }
  await openApp('inbox/all', {
    ...inboxWith(chatOf('cht_1', { lastMessage, number: 'num_2' }), chatOf('cht_2', { lastMessage })),
    'GET /v1/numbers': [active, paused],
  })
  const row = (name: string) => page.getByRole('link', { name: new RegExp(`^Customer ${name}`) })
  await expect.element(row('cht_1').getByText('Queue paused')).toBeVisible()
  await expect.element(row('cht_1').getByText('North')).toBeVisible()
  await expect.element(row('cht_2').getByText('Queue paused')).not.toBeInTheDocument()
})

it('a chat in the list goes by the clock of the server, even if that of the computer is an hour ahead', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const serverMs = Date.now() - 3_600_000
  const headers = { 'Content-Type': 'application/json', Date: new Date(serverMs).toUTCString() }
  const labels = JSON.stringify([{ id: 'lbl_1', name: 'VIP', color: '#2f80ed' }])
  const windowClosesAt = new Date(serverMs + 30 * 60_000 + 50_000).toISOString()
  await openApp('inbox/all', {
    ...inboxWith(chatOf('cht_1', { windowClosesAt })),
    'GET /v1/labels': () => new Response(labels, { headers }),
  })
  await expect.element(page.getByRole('link', { name: 'VIP' })).toBeVisible()
  vi.advanceTimersByTime(10_000)
  const row = page.getByRole('link', { name: /^Customer cht_1/ })
  await expect.element(row.getByText('closes in 30 min')).toBeVisible()
})
