import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '../../opened-app.fixture.tsx'

const key = {
  id: 'key_1',
  name: 'CRM',
  hint: 'ph_live_…abcd',
  scopes: ['read'],
  numbers: ['num_1'],
  cidrs: null,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  createdAt: '2026-11-29T09:00:00.000Z',
  createdBy: null,
}
const open = () =>
  openApp('developer/keys/key_1', { 'GET /v1/keys/key_1': key, 'GET /v1/keys/key_1/usage': { items: [] } })

it('a key says the names of its numbers', async () => {
  await open()
  await expect.element(page.getByText('Shop')).toBeVisible()
  await expect.element(page.getByText('num_1')).not.toBeInTheDocument()
})

it('a key is not replaced without hours, because the previous one would end at once', async () => {
  const api = await open()
  const rotate = page.getByRole('button', { name: 'Rotate key' })
  await expect.element(rotate).toBeVisible()
  await page.getByRole('spinbutton').clear()
  await rotate.click()
  await page.getByRole('spinbutton').fill('2')
  await rotate.click()
  await expect.poll(() => api.asked.filter(({ method }) => method === 'POST').length).toBe(1)
  expect(api.asked.filter(({ method }) => method === 'POST')[0]?.body).toEqual({ graceHours: 2 })
})
