import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { account, openApp } from '../../opened-app.fixture.tsx'

it('the page of quarantines says what waits in words, without names of services', async () => {
  const waiting = { messages: 1, receipts: 2 }
  const since = '2026-11-29T09:00:00.000Z'
  await openApp('operator/quarantine', {
    'GET /app/auth/session': { ...account, person: { ...account.person, twoFactor: true } },
    'GET /app/operator/messaging/quarantine/get': { since, due: waiting },
    'GET /app/operator/groups/quarantine/get': { since: null, due: {} },
    'GET /app/operator/webhooks/quarantine/get': { since: null, due: {} },
  })
  await expect.element(page.getByRole('cell', { name: 'Messages' })).toBeVisible()
  await expect.element(page.getByRole('cell', { name: '1 message, 2 read receipts' })).toBeVisible()
  await expect.element(page.getByText('messaging')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Discard all' }).click()
  await expect
    .element(page.getByRole('dialog').getByText(/^Messages: everything due .*1 message, 2 read receipts/))
    .toBeVisible()
})
