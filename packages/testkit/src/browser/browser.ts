import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { unpackedChromium } from '../chromium/index.ts'

let launched: Promise<Browser> | undefined

/** Returns this process's browser, launched on first use. It closes when the process exits or `closeBrowser` is called. */
export function sharedBrowser(): Promise<Browser> {
  launched ??= launch()
  return launched
}

export async function closeBrowser(): Promise<void> {
  const browser = launched
  launched = undefined
  await (await browser)?.close()
}

const launch = async (): Promise<Browser> => chromium.launch(await unpackedChromium())

export type Violation = { rule: string; impact: string; elements: string[] }

type AxeResults = { violations: { id: string; impact: string; nodes: { target: string[] }[] }[] }

/** Returns the violations of WCAG 2.2 A and AA that axe-core finds in parts of a page. */
export async function violationsOf(page: Page, within: readonly string[] = ['html']): Promise<Violation[]> {
  await page.evaluate(axe.source)
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  const run = `axe.run(${JSON.stringify({ include: within.map((selector) => [selector]) })}, { runOnly: ${JSON.stringify(tags)} })`
  const { violations } = (await page.evaluate(run)) as AxeResults
  return violations.map(({ id, impact, nodes }) => ({
    rule: id,
    impact,
    elements: nodes.map(({ target }) => target.join(' ')),
  }))
}

/** A page that records what must not happen in a test: requests to other hosts, and console errors. */
export type WatchedPage = AsyncDisposable & {
  page: Page
  /** URLs requested from hosts other than the host in `url`. */
  strayRequests: string[]
  consoleErrors: string[]
}

/** Opens a page in its own browser context, and records requests and errors. */
export async function openWatchedPage(url: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const browser = await sharedBrowser()
  const context = await browser.newContext({ baseURL: url, ...options })
  const page = await context.newPage()
  const [strayRequests, consoleErrors]: [string[], string[]] = [[], []]
  const { host } = new URL(url)
  page.on('request', (request) => {
    const address = new URL(request.url())
    if (/^(https?|wss?):$/.test(address.protocol) && address.host !== host) strayRequests.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => consoleErrors.push(String(error)))
  return { page, strayRequests, consoleErrors, [Symbol.asyncDispose]: () => context.close() }
}
