import { closeBrowser, openWatchedPage, violationsOf, type WatchedPage } from '@posthorn/testkit/browser'
import type { RunningSystem } from '@posthorn/testkit/system'
import { afterAll, describe, expect, it } from 'vitest'

/** Even on a busy machine. */
const patienceMs = 120_000
const devices = {
  'in a wide window': { viewport: { width: 1360, height: 900 }, colorScheme: 'light' },
  'on a phone in the dark': {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    isMobile: true,
    hasTouch: true,
  },
} as const
const sendAnchor = 'tag/messages/POST/v1/messages'
const operationSection = `section[id$="/${sendAnchor}"]`

/** A developer reads the documentation: finds an operation, chooses a language, sends a request with the key. */
export function readTheDocs(system: () => RunningSystem, deviceName: keyof typeof devices): void {
  const device = devices[deviceName]
  describe(`the documentation, ${deviceName}`, () => {
    afterAll(closeBrowser)

    it('an operation is found by search, shown in other languages, and sent with the own key', async () => {
      await using watched = await openWatchedPage(system().url, device)
      const { page } = watched
      page.setDefaultTimeout(patienceMs)
      await page.goto('/docs')
      expect(await violationsOf(page)).toEqual([])
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('combobox', { name: 'Search' }).fill('send a message')
      await page.getByRole('option').filter({ hasText: 'POST /v1/messages' }).first().click()
      await page.waitForURL((url) => url.hash === `#${sendAnchor}`)
      await chooseLanguage(watched, 'Requests', 'requests.post(')
      await chooseLanguage(watched, 'Guzzle', 'new GuzzleHttp')
      await send(watched, system().account.key)
      expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain(system().account.key)
      expect(watched).toMatchObject({ strayRequests: [], consoleErrors: [] })
    })

    it('the reference has nothing that keeps people out, once it is shown', async () => {
      await using watched = await openWatchedPage(system().url, device)
      await watched.page.goto(`/docs/api#${sendAnchor}`)
      await operation(watched)
        .getByRole('button', { name: /Test Request/ })
        .waitFor({ timeout: patienceMs })
      // All operations have the same parts, rendered one after another.
      const parts = ['header.top', operationSection]
      const patience = { timeout: patienceMs, interval: 500 }
      await expect.poll(() => violationsOf(watched.page, parts), patience).toEqual([])
    })

    it('guides, errors and events have nothing that keeps people out, and fit into the window', async () => {
      await using watched = await openWatchedPage(system().url, device)
      const { page } = watched
      for (const path of ['/docs/guides/webhooks', '/docs/errors/window:closed', '/docs/events', '/docs/operations']) {
        await page.goto(path, { timeout: patienceMs })
        expect(await violationsOf(page)).toEqual([])
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
        expect([path, overflow]).toEqual([path, 0])
      }
      expect(watched).toMatchObject({ strayRequests: [], consoleErrors: [] })
    })
  })
}

const operation = ({ page }: WatchedPage) => page.locator(operationSection)

async function chooseLanguage(watched: WatchedPage, client: string, expected: string): Promise<void> {
  const { page } = watched
  const section = operation(watched)
  await section
    .getByRole('button', { name: /^(Shell|Python) / })
    .first()
    .click()
  await page.getByRole('option', { name: client, exact: true }).click()
  await section.locator('pre').filter({ hasText: expected }).first().waitFor()
}

async function send(watched: WatchedPage, key: string): Promise<void> {
  const { page } = watched
  await operation(watched)
    .getByRole('button', { name: /Test Request/ })
    .click()
  const tester = page.getByRole('dialog', { name: 'API Client' })
  await tester.locator('.scalar-password-input').first().fill(key)
  const answered = page.waitForResponse((response) => response.url().endsWith('/v1/messages'))
  await tester.getByRole('button', { name: /^Send/ }).last().click()
  const response = await answered
  expect(response.status()).toBe(201)
  await tester.getByText('201', { exact: false }).first().waitFor()
}
