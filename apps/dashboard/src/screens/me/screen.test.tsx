import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { account, openApp } from '../../opened-app.fixture.tsx'

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

it('backup codes stand on separate lines, also when they are copied', async () => {
  const codes = ['aaaa-bbbb', 'cccc-dddd']
  await openApp('me', {
    'POST /app/auth/two-factor': { secret: 'JBSW', uri: 'otpauth://totp/x', offer: 'offer' },
    'POST /app/auth/two-factor/confirm': { ...account, codes },
  })
  const panel = page.getByRole('region', { name: 'Two-factor authentication' })
  await panel.getByLabelText('Password', { exact: true }).fill('secret')
  await panel.getByRole('button', { name: 'Set up' }).click()
  await panel.getByLabelText('Code', { exact: true }).fill('123456')
  await panel.getByRole('button', { name: 'Turn on' }).click()
  const shown = page.getByRole('dialog').getByText(/^aaaa-bbbb/)
  await expect.element(shown).toBeVisible()
  expect((shown.element() as HTMLElement).innerText.split('\n')).toEqual(codes)
})
