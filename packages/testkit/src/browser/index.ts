import { createHmac } from 'node:crypto'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { unpackedChromium } from '../chromium/index.ts'
import type { RunningSystem } from '../system/running-system.ts'

/** The browser that all pages of this process share, because each one needs seconds to start and much memory. */
let launched: Promise<Browser> | undefined

/** Closes the browser, if a page has started it. The next page starts another. */
export async function closeBrowser(): Promise<void> {
  const browser = launched
  launched = undefined
  await (await browser)?.close()
}

export type Violation = { rule: string; impact: string; elements: string[] }

type AxeResults = { violations: { id: string; impact: string; nodes: { target: string[] }[] }[] }

/** Returns the violations of WCAG 2.2 A and AA that axe-core finds in parts of a page. `within` are CSS selectors. */
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

/** A page that records what must not happen in a test: requests to other hosts, and errors. */
export type WatchedPage = AsyncDisposable & {
  page: Page
  /** URLs requested from hosts other than `baseUrl`'s. */
  strayRequests: string[]
  /** Errors in the console, with uncaught exceptions. */
  consoleErrors: string[]
}

/** Opens an empty page in a new browser context, and records requests to other hosts than `baseUrl`'s and errors. */
export async function openWatchedPage(baseUrl: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  launched ??= unpackedChromium().then((launchOptions) => chromium.launch(launchOptions))
  const context = await (await launched).newContext({ baseURL: baseUrl, ...options })
  const page = await context.newPage()
  const [strayRequests, consoleErrors]: [string[], string[]] = [[], []]
  const { host } = new URL(baseUrl)
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

/** How long a page may take, in milliseconds, even on a busy machine. */
export const patienceMs = 240_000

export const wide = { viewport: { width: 1600, height: 1200 }, locale: 'en' } as const

/** The owner of the first workspace in journeys and pictures. */
export const owner = {
  name: 'Ada Lovelace',
  email: 'ada@dashboard.example.com',
  password: 'a sentence that is long',
} as const

/** Creates the link that the first workspace's owner opens to sign up. */
async function firstLink(system: RunningSystem): Promise<string> {
  const { link } = await system.posthorn<{ link: string }>('operator', 'workspace', 'welcome', system.account.workspace)
  return link
}

/** Systems whose first workspace has its owner. */
const owned = new WeakSet<RunningSystem>()

/** Signs up as the first workspace's owner, as a new customer does. */
export async function becomeOwner(page: Page, system: RunningSystem, workspaceName: string): Promise<void> {
  await page.goto(await firstLink(system))
  await page.getByLabel('Name', { exact: true }).fill(owner.name)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByLabel('Workspace name').fill(workspaceName)
  await page.getByRole('button', { name: 'Get started' }).click()
  await page.getByRole('link', { name: 'Inbox' }).waitFor()
  owned.add(system)
}

/** Opens a page that waits up to `patienceMs` for each step. `device`: viewport, language and the like. */
export async function openPatiently({ url }: RunningSystem, device: BrowserContextOptions): Promise<WatchedPage> {
  const watched = await openWatchedPage(url, device)
  watched.page.setDefaultTimeout(patienceMs)
  return watched
}

/** Opens a page and signs the owner in with the password, or signs them up if this process has not yet. */
export async function openAsOwner(system: RunningSystem, device: BrowserContextOptions): Promise<WatchedPage> {
  const watched = await openPatiently(system, device)
  // A journey that runs alone has no earlier one that signed the owner up.
  if (owned.has(system)) await signIn(watched.page)
  else await becomeOwner(watched.page, system, 'Journeys')
  return watched
}

/** Submits the sign-in form, and waits for nothing: an account with a second factor is asked for a code next. */
async function enterPassword(page: Page): Promise<void> {
  await page.goto('/app/sign-in')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs the owner in with the password alone, and waits for the inbox. */
async function signIn(page: Page): Promise<void> {
  await enterPassword(page)
  await page.getByRole('link', { name: 'Inbox' }).waitFor()
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepMs = 30_000

/** Returns an authenticator app's code for a base32 secret (RFC 6238), of the present 30 s or of the `steps`th period after it. */
export function totpCode(secret: string, steps: 0 | 1 = 0): string {
  const bits = Array.from(secret, (char) => alphabet.indexOf(char).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / stepMs) + steps))
  const mac = createHmac('sha1', key).update(counter).digest()
  const value = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff
  return String(value % 1_000_000).padStart(6, '0')
}

/** Enables two-factor authentication for the owner. Returns the secret. */
export async function addSecondFactor(page: Page, { account }: RunningSystem): Promise<string> {
  await page.goto(`/app/${account.workspace}/me`)
  const panel = page.getByRole('region', { name: 'Two-factor authentication' })
  await panel.getByLabel('Password', { exact: true }).fill(owner.password)
  await panel.getByRole('button', { name: 'Set up' }).click()
  const secret = (await panel.locator('code').textContent()) ?? ''
  await panel.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret))
  await panel.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('dialog', { name: 'Backup codes' }).waitFor()
  await page.getByRole('button', { name: "I've saved it" }).click()
  return secret
}

/** Signs the owner in with the password and the next code, because `addSecondFactor` has used the present one, and each works once. */
export async function signInWithCode(page: Page, secret: string): Promise<void> {
  await enterPassword(page)
  await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, 1))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('link', { name: 'Inbox' }).waitFor()
}
