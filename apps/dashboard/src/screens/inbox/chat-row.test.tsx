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
