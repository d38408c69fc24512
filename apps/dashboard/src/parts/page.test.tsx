import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type Asked, openApp } from '../opened-app.fixture.tsx'
import { chatOf, inboxWith, stored } from '../screens/inbox/inbox.fixture.ts'

afterEach(() => void Reflect.deleteProperty(navigator, 'clipboard'))

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

it('a text that cannot be copied on a page without https is not said to be copied', async () => {
  const message = stored({ body: { chat: 'cht_1', message: 'Ready on Friday' } } as Asked)
  await openApp('inbox/all/cht_1', { ...inboxWith(chatOf('cht_1')), 'GET /v1/messages': [message] })
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
  await page.getByRole('button', { name: 'Message actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy text' }).click()
  await expect.element(page.getByText(/^The browser copies only on pages with https/)).toBeVisible()
})
