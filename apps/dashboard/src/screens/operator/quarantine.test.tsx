import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { account, json, openApp } from '../../opened-app.fixture.tsx'

it('the page of quarantines says what waits in words, without names of services', async () => {
  const waiting = { messages: 1, receipts: 2 }
  const since = '2026-11-29T09:00:00.000Z'
  await openApp('operator/quarantine', {
    'GET /app/auth/session': { ...account, person: { ...account.person, twoFactor: true, operator: true } },
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

it('a long word in a failed event fits a phone', async () => {
  const size = [window.innerWidth, window.innerHeight] as const
  await page.viewport(390, 800)
  const services = ['gateway', 'messaging', 'contacts', 'groups', 'numbers', 'webhooks']
  const away = () => json({ status: 503, errorCode: 'service:unavailable', message: 'Try again.', errors: [] }, 503)
  const failed = {
    event: 'evt_1',
    kind: 'contact.updated',
    workspace: null,
    error: `duplicate_key_${'value'.repeat(40)}`,
    deliveries: 5,
    diedAt: '2026-11-29T09:00:00.000Z',
  }
  await openApp('operator', {
    'GET /app/auth/session': { ...account, person: { ...account.person, twoFactor: true, operator: true } },
    ...Object.fromEntries(services.map((service) => [`GET /app/operator/${service}/process/get`, away])),
    'GET /app/operator/messaging/deadEvents/list': [failed],
  })
  const error = page.getByText(/^duplicate_key_/)
  await expect.element(error).toBeVisible()
  expect(error.element().getBoundingClientRect().right).toBeLessThanOrEqual(390)
  await page.viewport(...size)
})

it('a workspace whose creation got no response is created once if the form is submitted again', async () => {
  const create = 'POST /app/operator/gateway/workspaces/create'
  const made = { id: 'ws_2', name: 'North', createdAt: '2026-11-29T09:00:00.000Z' }
  const answers = [() => Promise.reject(new TypeError('Failed to fetch')), () => made]
  const api = await openApp('operator/workspaces?open=new', {
    'GET /app/auth/session': { ...account, person: { ...account.person, twoFactor: true, operator: true } },
    [create]: () => answers.shift()?.(),
    'POST /app/operator/gateway/people/welcome': { token: null, expiresAt: null },
  })
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name' }).fill('North')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect.element(form.getByRole('alert')).toBeVisible()
  await form.getByRole('button', { name: 'Create' }).click()
  await expect.poll(() => api.of(create).length).toBe(2)
  expect(new Set(api.of(create).map(({ key }) => key)).size).toBe(1)
  expect(api.of(create)[0]?.key).not.toBeNull()
})
