import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type Asked, openApp, refusal } from '../../opened-app.fixture.tsx'

const usage = {
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-11-28T00:00:00.000Z',
  days: [{ day: '2026-11-27', number: 'num_1', type: 'text', in: 40, out: 20 }],
}

/** Messages in the current period, and a quarter as many in the previous one. */
const usageOf = ({ search }: Asked) => {
  const isPresent = Date.parse(search.get('to') ?? '') > Date.now() - 86_400_000
  return isPresent ? usage : { ...usage, days: usage.days.map((day) => ({ ...day, in: 10 })) }
}

/** Error response for the other panels of the page. */
const refused = () => refusal('from', 'is too old')
const without = {
  'GET /v1/statistics/inbox': refused,
  'GET /v1/statistics/answers': refused,
  'GET /v1/statistics/ratings': refused,
  'GET /v1/numbers/num_1/statistics': refused,
}

/** Counts the pixels of each color in a picture. */
function colorsOf(canvas: HTMLCanvasElement): Map<string, number> {
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
  const found = new Map<string, number>()
  for (let i = 0; i < data.length; i += 4) {
    const color = `rgb(${data[i]}, ${data[i + 1]}, ${data[i + 2]})`
    if (data[i + 3] === 255) found.set(color, (found.get(color) ?? 0) + 1)
  }
  return found
}

it('a chart has bars and the period before, says the values that the pointer is above, and draws again for another color scheme', async () => {
  await openApp('reports', { ...without, 'GET /v1/statistics/messages': usageOf })
  const chart = page.getByRole('img', { name: 'Messages' })
  await expect.element(chart).toBeVisible()
  const colors = () => colorsOf(chart.element().querySelector('canvas') as HTMLCanvasElement)
  const [received, sent] = ['rgb(138, 90, 11)', 'rgb(23, 86, 192)']
  await expect.poll(() => colors().get(received) ?? 0).toBeGreaterThan(300)
  expect((colors().get(received) ?? 0) / (colors().get(sent) ?? 1)).toBeCloseTo(2, 0)
  const { width } = chart.element().getBoundingClientRect()
  await chart.hover({ position: { x: width - 30, y: 120 } })
  await expect.element(chart.getByText('Nov 27, 2026')).toBeVisible()
  await expect.element(chart.getByText('Received: 40')).toBeVisible()
  await expect.element(chart.getByText('Received, previous period: 10')).toBeVisible()
  await expect.element(page.getByText('+300%')).toBeVisible()
  await page.getByRole('button', { name: /Ada Lovelace/ }).click()
  await page.getByRole('menuitem', { name: 'Dark mode' }).click()
  await expect.poll(() => colors().get('rgb(134, 176, 255)') ?? 0).toBeGreaterThan(300)
})

it('the share of delivered messages is not shown as 0 % if none was sent', async () => {
  const total = { total: 4, errors: {}, statuses: { failed: 4 }, sentRate: 0, deliveredRate: 0 }
  await openApp('reports', {
    ...without,
    'GET /v1/statistics/messages': usage,
    'GET /v1/numbers/num_1/statistics': { total },
  })
  const facts = () => [...document.querySelectorAll('dt')].map(({ parentElement }) => parentElement?.textContent)
  await expect.poll(facts).toContain('Delivered–')
})

it('message types and errors have names, unless they are new', async () => {
  const errors = { 'window:closed': 3, 'provider:changed': 1 }
  await openApp('reports', {
    ...without,
    'GET /v1/statistics/messages': {
      ...usage,
      days: ['location_request', 'hologram'].map((type) => ({ ...usage.days[0], type })),
    },
    'GET /v1/numbers/num_1/statistics': { total: { total: 4, errors, statuses: {}, sentRate: 0, deliveredRate: 0 } },
  })
  for (const name of [
    'Location request',
    'hologram',
    'The 24-hour window is closed; send a template',
    'provider:changed',
  ]) {
    await expect.element(page.getByRole('cell', { name, exact: true })).toBeVisible()
  }
})
