import { closeBrowser, openAsOwner, openWatchedPage, violationsOf, type WatchedPage } from '@posthorn/testkit/browser'
import type { RunningSystem } from '@posthorn/testkit/system'
import { afterAll, describe, expect, it } from 'vitest'

const patienceMs = 120_000
const devices = {
  'in a wide window': { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  'on a phone in the dark': {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    isMobile: true,
    hasTouch: true,
  },
} as const
const sendAnchor = 'tag/messages/POST/v1/messages'
const operationSection = `section[id$="/${sendAnchor}"]`

/** A developer reads the documentation: finds an operation, chooses a language, and sends a request with the key. */
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
      const result = page.getByRole('option').filter({ hasText: 'POST /v1/messages' }).first()
      await result.waitFor()
      await page.keyboard.press('Escape')
      await page.locator('dialog.search[open]').waitFor({ state: 'detached' })
      await page.keyboard.press('/')
      await result.waitFor()
      expect(await violationsOf(page)).toEqual([])
      await result.click()
      await page.waitForURL((url) => url.hash === `#${sendAnchor}`)
      await chooseLanguage(watched, 'Requests', 'requests.post(')
      await chooseLanguage(watched, 'Guzzle', 'new GuzzleHttp')
      await send(watched, system().account.key)
      expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain(system().account.key)
      expect(watched).toMatchObject({ strayRequests: [], consoleErrors: [] })
    })

    it('the reference loads the operations of another noun when a reader goes there', async () => {
      await using watched = await openWatchedPage(system().url, device)
      const { page } = watched
      page.setDefaultTimeout(patienceMs)
      await page.goto(`/docs/api#${sendAnchor}`)
      await operation(watched)
        .getByRole('button', { name: /Test Request/ })
        .waitFor()
      await page.evaluate("location.hash = 'tag/chats/GET/v1/chats'")
      await page.locator('section[id$="/tag/chats/GET/v1/chats"]').getByText('waitingSince').first().waitFor()
      expect(watched).toMatchObject({ strayRequests: [], consoleErrors: [] })
    })

    it('the reference has nothing that keeps people out, once it is shown', async () => {
      await using watched = await openWatchedPage(system().url, device)
      await watched.page.goto(`/docs/api#${sendAnchor}`)
      await operation(watched)
        .getByRole('button', { name: /Test Request/ })
        .waitFor({ timeout: patienceMs })
      // All operations have the same sections, rendered one after another.
      const parts = ['header.top', operationSection]
      const patience = { timeout: patienceMs, interval: 500 }
      await expect.poll(() => violationsOf(watched.page, parts), patience).toEqual([])
    })

    // Runs on only one device, because the other device's system has no owner yet.
    it.runIf(deviceName === 'on a phone in the dark')(
      'a signed-in admin gets a test key by one click, which is sent without their session and not stored',
      async () => {
        await using watched = await openAsOwner(system(), device)
        const { page } = watched
        await page.goto(`/docs/api#${sendAnchor}`)
        await operation(watched)
          .getByRole('button', { name: /Test Request/ })
          .waitFor()
        await page.getByRole('button', { name: 'Use a test key' }).click()
        await page.getByRole('button', { name: 'Create the key' }).waitFor()
        expect(await violationsOf(page, ['dialog.key', 'header.top'])).toEqual([])
        await page.getByRole('button', { name: 'Create the key' }).click()
        await page.locator('dialog.key[open]').waitFor({ state: 'detached' })
        const sent = await send(watched)
        expect(sent['token']).toMatch(/^ph_test_/)
        expect(sent['cookie']).toBeUndefined()
        expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain('ph_test_')
      },
    )

    it('a language that is chosen once is shown on every page, and what the reader looks at keeps its place', async () => {
      await using watched = await openWatchedPage(system().url, device)
      const { page } = watched
      await page.goto('/docs/guides/text', { timeout: patienceMs })
      const tab = (name: string, at: number) => page.getByRole('tab', { name }).nth(at)
      await tab('Shell', 0).focus()
      await page.keyboard.press('ArrowRight')
      await page.locator('.in-node').first().waitFor()
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Node.js')
      await tab('Python', 3).scrollIntoViewIfNeeded()
      const before = await tab('Python', 3).boundingBox()
      await tab('Python', 3).click()
      expect(Math.abs(((await tab('Python', 3).boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2)
      await page.goto('/docs/guides/media', { timeout: patienceMs })
      await page.locator('.in-python').first().waitFor()
      expect(await page.locator('.in-shell').first().isVisible()).toBe(false)
      expect(await violationsOf(page)).toEqual([])
      expect(watched).toMatchObject({ strayRequests: [], consoleErrors: [] })
    })

    it('without a script, samples are shown with curl and nothing to choose', async () => {
      await using watched = await openWatchedPage(system().url, { ...device, javaScriptEnabled: false })
      await watched.page.goto('/docs/guides/text', { timeout: patienceMs })
      const shown = async (selector: string) => watched.page.locator(selector).first().isVisible()
      const selectors = ['.in-shell', '.in-node', '[role="tablist"]']
      expect(await Promise.all(selectors.map(shown))).toEqual([true, false, false])
    })

    it.each(['light', 'dark'] as const)(
      'every page has nothing that keeps people out when it is %s, and fits into the window',
      async (colorScheme) => {
        await using watched = await openWatchedPage(system().url, { ...device, colorScheme })
        const { page } = watched
        await page.goto('/docs', { timeout: patienceMs })
        const links = await page.evaluate("[...document.querySelectorAll('.side a')].map((link) => link.pathname)")
        const paths = (links as string[]).filter((path) => path !== '/docs/api')
        expect(paths.length).toBeGreaterThan(40)
        const faults: unknown[] = []
        for (const path of [...paths, '/docs/errors/window:closed', '/docs/events/message:in']) {
          await page.goto(path, { timeout: patienceMs })
          const violations = await violationsOf(page)
          const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
          if (violations.length > 0 || overflow !== 0) faults.push({ path, violations, overflow })
        }
        expect(faults).toEqual([])
        expect(watched).toMatchObject({ strayRequests: [], consoleErrors: [] })
      },
    )
  })
}

/** The section of the reference that describes the operation. */
const operation = ({ page }: WatchedPage) => page.locator(operationSection)

/** Chooses a client in the list of languages, and waits for its sample, which has `expected`. */
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

/** Sends the displayed request with this key, or with the one already filled in. Returns the request's headers. */
async function send(watched: WatchedPage, key?: string): Promise<Record<string, string>> {
  const { page } = watched
  await operation(watched)
    .getByRole('button', { name: /Test Request/ })
    .click()
  const tester = page.getByRole('dialog', { name: 'API Client' })
  if (key !== undefined) await tester.locator('.scalar-password-input').first().fill(key)
  const answered = page.waitForResponse((response) => response.url().endsWith('/v1/messages'))
  await tester.getByRole('button', { name: /^Send/ }).last().click()
  const response = await answered
  expect(response.status()).toBe(201)
  await tester.getByText('201', { exact: false }).first().waitFor()
  return response.request().allHeaders()
}
