import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type Asked, openApp } from '../../../opened-app.fixture.tsx'
import { chatOf, inboxWith, stored } from '../inbox.fixture.ts'

afterEach(() => void Reflect.deleteProperty(navigator, 'clipboard'))

it('a text that cannot be copied on a page without https is not said to be copied', async () => {
  const message = stored({ body: { chat: 'cht_1', message: 'Ready on Friday' } } as Asked)
  await openApp('inbox/all/cht_1', { ...inboxWith(chatOf('cht_1')), 'GET /v1/messages': [message] })
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
  await page.getByRole('button', { name: 'Message actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy text' }).click()
  await expect.element(page.getByText(/^The browser copies only on pages with https/)).toBeVisible()
})
