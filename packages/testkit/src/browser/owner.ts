import type { RunningSystem } from '../system/running-system.ts'
import { openWatchedPage, type WatchedPage } from './browser.ts'

type Page = WatchedPage['page']
type Device = Parameters<typeof openWatchedPage>[1]

/** Milliseconds that a page may take, even on a busy machine. */
export const patienceMs = 240_000

/** Size of the browser window. */
export const wide = { viewport: { width: 1600, height: 1200 }, locale: 'en' } as const

/** The owner of the first workspace in journeys and pictures. */
export const owner = {
  name: 'Ada Lovelace',
  email: 'ada@dashboard.example.com',
  password: 'a sentence that is long',
} as const

/** Returns the welcome link of the owner. */
export async function firstLink(system: RunningSystem): Promise<string> {
  const { link } = await system.posthorn<{ link: string }>('operator', 'workspace', 'welcome', system.account.workspace)
  return link
}

/** Opens the welcome link, and becomes the owner of a workspace with this name. */
export async function becomeOwner(page: Page, system: RunningSystem, workspaceName: string): Promise<void> {
  await page.goto(await firstLink(system))
  await page.getByLabel('Name', { exact: true }).fill(owner.name)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByLabel('Workspace name').fill(workspaceName)
  await page.getByRole('button', { name: 'Get started' }).click()
  await page.getByRole('link', { name: 'Inbox' }).waitFor()
}

/** Opens a page in a new browser context, with timeouts for a busy machine. */
export async function openPatiently({ url }: RunningSystem, device: Device): Promise<WatchedPage> {
  const watched = await openWatchedPage(url, device)
  watched.page.setDefaultTimeout(patienceMs)
  return watched
}

/** Opens a page with the owner signed in. */
export async function openAsOwner(system: RunningSystem, device: Device): Promise<WatchedPage> {
  const watched = await openPatiently(system, device)
  await signIn(watched.page)
  return watched
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/app/sign-in')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('link', { name: 'Inbox' }).waitFor()
}
