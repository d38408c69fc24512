import type { RunningSystem } from '../system/running-system.ts'
import { openWatchedPage, type WatchedPage } from './browser.ts'

type Page = WatchedPage['page']
type Device = Parameters<typeof openWatchedPage>[1]

/** How long a page may take, in milliseconds, even on a busy machine. */
export const patienceMs = 240_000

export const wide = { viewport: { width: 1600, height: 1200 }, locale: 'en' } as const

/** The owner of the first workspace in journeys and pictures. */
export const owner = {
  name: 'Ada Lovelace',
  email: 'ada@dashboard.example.com',
  password: 'a sentence that is long',
} as const

export async function firstLink(system: RunningSystem): Promise<string> {
  const { link } = await system.posthorn<{ link: string }>('operator', 'workspace', 'welcome', system.account.workspace)
  return link
}

export async function becomeOwner(page: Page, system: RunningSystem, workspaceName: string): Promise<void> {
  await page.goto(await firstLink(system))
  await page.getByLabel('Name', { exact: true }).fill(owner.name)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByLabel('Workspace name').fill(workspaceName)
  await page.getByRole('button', { name: 'Get started' }).click()
  await page.getByRole('link', { name: 'Inbox' }).waitFor()
}

export async function openPatiently({ url }: RunningSystem, device: Device): Promise<WatchedPage> {
  const watched = await openWatchedPage(url, device)
  watched.page.setDefaultTimeout(patienceMs)
  return watched
}

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
