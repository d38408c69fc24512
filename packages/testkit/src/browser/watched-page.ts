import type { BrowserContextOptions, Page } from 'playwright-core'
import { sharedBrowser } from './browser.ts'

/** A page with what a test must not find: requests to other hosts, and errors of the console. */
export type WatchedPage = AsyncDisposable & {
  page: Page
  /** Addresses requested from another host than that of `url`. */
  strayRequests: string[]
  /** Errors of the console and of scripts. */
  consoleErrors: string[]
}

/** Opens a page in a browser context of its own, and records requests and errors. */
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
