import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '../opened-app.fixture.tsx'

const strip = page.getByRole('region', { name: 'Problems and work in progress' })
const soon = { timeout: 15_000 }

it('a page that stays without a connection says so on every screen', async () => {
  await openApp('inbox/all', { 'GET /v1/events/stream': () => Promise.reject(new TypeError('Failed to fetch')) })
  await expect.element(strip.getByText(/^Offline since /), soon).toBeVisible()
})

it('a paused queue is shown above every screen, and resumed there', async () => {
  const number = { id: 'num_1', name: 'Shop', status: 'active', session: { status: 'online' } }
  const api = await openApp('inbox/all', {
    'GET /v1/numbers': [{ ...number, queue: { status: 'paused', waiting: 2 } }],
    'POST /v1/numbers/num_1/queue/resume': () => {
      api.answers['GET /v1/numbers'] = [{ ...number, queue: { status: 'active', waiting: 0 } }]
      return {}
    },
  })
  await expect.element(strip.getByText('Shop: The queue is paused. 2 messages are waiting.')).toBeVisible()
  await strip.getByRole('button', { name: 'Resume queue' }).click()
  await expect.element(strip).not.toBeInTheDocument()
  expect(api.of('POST /v1/numbers/num_1/queue/resume')).toHaveLength(1)
})
