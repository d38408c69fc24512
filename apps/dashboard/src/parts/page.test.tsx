import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { json, openApp } from '../opened-app.fixture.tsx'

afterEach(() => void Reflect.deleteProperty(navigator, 'clipboard'))

const refused = { status: 403, errorCode: 'scope:missing', message: 'Your role may not do this.', errors: [] }

// First, because the stream of the fake API never ends, and later tests wait for it.
it('what may not be read is not requested again once the stream of events opens, unlike what was read before', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const api = await openApp('replies', {
    'GET /v1/events/stream': () => promise,
    'GET /v1/replies': () => json(refused, 403),
  })
  await expect.element(page.getByRole('heading', { name: "You don't have access" })).toBeVisible()
  const reads = api.of('GET /v1/me').length
  resolve(new Response(new ReadableStream({}), { headers: { 'Content-Type': 'text/event-stream' } }))
  await expect.poll(() => api.of('GET /v1/me').length).toBeGreaterThan(reads)
  expect(api.of('GET /v1/replies')).toHaveLength(1)
})

it('a screen that could not be read keeps its error while it is read again, and shows its data once it can be', async () => {
  const busy = { status: 503, errorCode: 'service:overloaded', message: 'Wait for Retry-After.', errors: [] }
  const api = await openApp('broadcasts', { 'GET /v1/channels': () => Response.json(busy, { status: 503 }) })
  const problem = page.getByRole('alert').getByText('The server is busy or restarting. Try again in a moment.')
  await expect.element(problem).toBeVisible()
  const asked = api.of('GET /v1/channels').length
  const { promise, resolve } = Promise.withResolvers<unknown>()
  api.answers['GET /v1/channels'] = () => promise
  await expect.poll(() => api.of('GET /v1/channels').length).toBeGreaterThan(asked)
  await expect.element(problem).toBeVisible()
  resolve([])
  await expect.element(problem).not.toBeInTheDocument()
})

it.each([
  ['replies', '/v1/replies', 'searchbox'],
  ['settings/audit', '/v1/audit', 'combobox'],
  ['broadcasts/chn_1', '/v1/channels/chn_1', 'searchbox'],
])(
  'what may not be read is requested once, and offers neither a filter nor another try: %s',
  async (place, path, filter) => {
    const api = await openApp(place, { [`GET ${path}`]: () => json(refused, 403) })
    await expect.element(page.getByRole('heading', { name: "You don't have access" })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
    await expect.element(page.getByRole(filter as 'combobox')).not.toBeInTheDocument()
    expect(api.of(`GET ${path}`)).toHaveLength(1)
  },
)

it('a value is said to be copied until another one takes its place', async () => {
  const number = {
    status: 'active',
    session: { status: 'online' },
    default: false,
    queue: null,
    businessAccountId: null,
  }
  const numbers = ['Shop', 'Desk'].map((name, i) => ({
    ...number,
    id: `num_${i}`,
    name,
    phone: `+1555000${i}`,
    phoneNumberId: `1060${i}`,
  }))
  await openApp('developer/webhooks/program', { 'GET /v1/numbers': numbers })
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => {} }, configurable: true })
  const copied = page.getByRole('button', { name: 'Copied' })
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await expect.element(copied).toBeVisible()
  await page.getByRole('combobox', { name: 'Number' }).selectOptions('Desk')
  await expect.element(page.getByText('+15550001')).toBeVisible()
  await expect.element(copied).not.toBeInTheDocument()
})
