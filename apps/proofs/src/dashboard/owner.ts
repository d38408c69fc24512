import { openWatchedPage, type WatchedPage } from '@posthorn/testkit/browser'
import type { RunningSystem } from '@posthorn/testkit/system'

type Page = WatchedPage['page']
type Device = Parameters<typeof openWatchedPage>[1]

/** Time in milliseconds that a page of the dashboard may take, also on a machine that does much else. */
export const patienceMs = 240_000

/** The owner of the first workspace in journeys and pictures. */
export const owner = {
  name: 'Ada Lovelace',
  email: 'ada@dashboard.example.com',
  password: 'a sentence that is long',
} as const

/** Returns the link with which someone becomes the owner. */
export async function firstLink(system: RunningSystem): Promise<string> {
  const { link } = await system.posthorn<{ link: string }>('operator', 'workspace', 'welcome', system.account.workspace)
  return link
}

/** Opens the link of the first run, and becomes the owner of a workspace of this name. */
export async function becomeOwner(page: Page, system: RunningSystem, workspaceName: string): Promise<void> {
  await page.goto(await firstLink(system))
  await page.getByLabel('Name', { exact: true }).fill(owner.name)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByLabel('Workspace name').fill(workspaceName)
  await page.getByRole('button', { name: 'Get started' }).click()
  await page.getByRole('link', { name: 'Inbox' }).waitFor()
}

/** Opens a page of a system in a browser context of its own, which waits for as long as a busy machine takes. */
export async function openPatiently({ url }: RunningSystem, device: Device): Promise<WatchedPage> {
  const watched = await openWatchedPage(url, device)
  watched.page.setDefaultTimeout(patienceMs)
  return watched
}

/** Opens a page in which the owner has signed in. */
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
