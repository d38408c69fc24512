import { closeBrowser, openWatchedPage, type WatchedPage } from '@posthorn/testkit/browser'
import { afterAll, expect, test } from 'vitest'
import { restOperations } from './requests.ts'
import type { TenantFixture } from './tenant.fixture.ts'

/** Also on a machine that does much else: the page renders all operations. */
const patience = { interval: 500, timeout: 300_000 }

/** Operations as the page shows them: names of the fields of their requests, and the texts of their responses. */
type Shown = Record<string, { fields: string[]; responses: string }>
type Document = {
  components: { schemas: { Refused: { allOf: { properties?: { errorCode: { enum: string[] } } }[] } } }
}

/** The page of the reference has what the contract has, for people who look up any operation. */
export function referenceSuite(tenants: () => { mine: TenantFixture }): void {
  afterAll(closeBrowser)

  test('the reference shows every field of every request, and in full every error code of every operation', async () => {
    const { url } = tenants().mine.system
    const { components } = (await (await fetch(`${url}/v1/openapi.json`)).json()) as Document
    const common = components.schemas.Refused.allOf.flatMap(({ properties }) => properties?.errorCode.enum ?? [])
    expect(common.length).toBeGreaterThan(10)
    await using watched = await openWatchedPage(url, { viewport: { width: 1360, height: 900 } })
    const { page } = watched
    page.setDefaultTimeout(patience.timeout)
    await page.goto('/docs/api')
    await page.locator('button.show-more').first().waitFor()
    await page.evaluate("document.querySelectorAll('button.show-more').forEach((button) => button.click())")
    await expect.poll(() => page.locator('section[id*="/v1/"]').count(), patience).toBe(restOperations.length)
    await expect.poll(() => expand(watched, 'Show additional properties'), patience).toBe(0)
    await expect.poll(() => missingOn(watched, common), patience).toEqual([])
    // Each operation refers to the same response for what any may refuse.
    const first = page.locator('section[id*="/v1/"]').first()
    await first.locator('ul[aria-label="Responses"] button').filter({ hasText: 'default' }).first().click()
    await expect.poll(() => expand(watched, 'Show all values'), patience).toBe(0)
    const unseen = async () => {
      const text = await first.innerText()
      return common.filter((code) => !text.includes(code))
    }
    await expect.poll(unseen, patience).toEqual([])
  })
}

/** Clicks the closed buttons with this text; returns how many there were. */
const expand = ({ page }: WatchedPage, text: string) =>
  page.evaluate(`(() => {
    const closed = [...document.querySelectorAll('main button')]
      .filter((button) => button.textContent.includes('${text}') && button.ariaExpanded !== 'true')
    for (const button of closed) button.click()
    return closed.length
  })()`) as Promise<number>

const shownBy = ({ page }: WatchedPage) =>
  page.evaluate(`Object.fromEntries([...document.querySelectorAll('section[id*="/v1/"]')].map((section) => {
    const place = section.id + '.'
    const fields = [...section.querySelectorAll('[id^="' + CSS.escape(place) + '"]')]
      .filter((field) => field.checkVisibility())
      .map(({ id }) => id.slice(place.length).split('.').slice(1).join('.'))
    const responses = [...section.querySelectorAll('ul[aria-label="Responses"] .markdown')]
      .filter((text) => text.checkVisibility() && text.scrollWidth <= text.clientWidth)
      .map(({ textContent }) => textContent)
    return [section.id.replace(/^.*?\\/tag\\/[^/]+\\/([A-Z]+)/, '$1 '), { fields, responses: responses.join() }]
  }))`) as Promise<Shown>

/** Returns what the page lacks: fields of requests, and error codes beside those that every operation has. */
async function missingOn(watched: WatchedPage, common: readonly string[]): Promise<string[]> {
  const shown = await shownBy(watched)
  return restOperations.flatMap(({ rest, operation: { input, errors } }) => {
    const { fields, responses } = shown[rest] ?? { fields: [], responses: '' }
    const unseen = errors.filter((code) => !common.includes(code) && !responses.includes(code))
    const lacking = Object.keys(input.shape).filter((name) => !fields.includes(name))
    return [...lacking, ...unseen].map((name) => `${rest} ${name}`)
  })
}
