import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '../../opened-app.fixture.tsx'

afterEach(() => void vi.restoreAllMocks())

it('says that the browser blocks notifications only if it does, not if the person left its question unanswered', async () => {
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('default')
  const ask = vi.spyOn(Notification, 'requestPermission')
  const blocked = page.getByText(/browser blocks notifications/)
  const answered = async (answer: NotificationPermission) => {
    const times = ask.mock.calls.length
    ask.mockResolvedValue(answer)
    await page.getByRole('checkbox', { name: 'Show browser notifications' }).click()
    await expect.poll(() => ask.mock.calls.length).toBe(times + 1)
  }
  await openApp('me')
  await answered('denied')
  await expect.element(blocked).toBeVisible()
  await answered('default')
  await expect.element(blocked).not.toBeInTheDocument()
})
