import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { onLiveEvent } from '../live/live.ts'
import { openApp } from '../opened-app.fixture.tsx'

const strip = page.getByRole('region', { name: 'Problems and work in progress' })
const soon = { timeout: 15_000 }

it('a page that stays without a connection says so on every screen', async () => {
  await openApp('inbox/all', { 'GET /v1/events/stream': () => Promise.reject(new TypeError('Failed to fetch')) })
  await expect.element(strip.getByText(/^Offline since /), soon).toBeVisible()
})

it('an event reaches every listener, even if one throws', async () => {
  const reported = vi.spyOn(globalThis, 'reportError').mockImplementation(() => {})
  const seen: number[] = []
  const stopFaulty = onLiveEvent(() => {
    throw new Error('broken')
  })
  const stop = onLiveEvent(({ sequence }) => void seen.push(sequence))
  const textOf = (sequence: number) => `data: ${JSON.stringify({ sequence, event: 'group:updated', data: {} })}\n\n`
  const headers = { 'Content-Type': 'text/event-stream' }
  await openApp('inbox/all', { 'GET /v1/events/stream': () => new Response(textOf(1) + textOf(2), { headers }) })
  await expect.poll(() => seen.slice(0, 2), soon).toEqual([1, 2])
  stopFaulty()
  stop()
  reported.mockRestore()
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
