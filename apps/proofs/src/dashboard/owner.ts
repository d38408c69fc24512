import { until } from '@posthorn/testkit'
import type { WatchedPage } from '@posthorn/testkit/browser'
import type { RunningSystem } from '@posthorn/testkit/system'

type Page = WatchedPage['page']

/** Time in milliseconds that a page of the dashboard may take, also on a machine that does much else. */
export const patienceMs = 240_000

/** The owner of the first workspace in journeys and pictures. */
export const owner = {
  name: 'Ada Lovelace',
  email: 'ada@dashboard.example.com',
  password: 'a sentence that is long',
} as const

/** Opens the link that the start prints a moment after the system is ready, and becomes the owner of a workspace of this name. */
export async function becomeOwner(page: Page, system: RunningSystem, workspaceName: string): Promise<void> {
  const printed = () => /\/app\/welcome#\S+/.exec(system.output)?.[0]
  await page.goto(await until(printed, { timeoutMs: patienceMs, describe: 'the link of the first run' }))
  await page.getByLabel('Name', { exact: true }).fill(owner.name)
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByLabel('Name of the workspace').fill(workspaceName)
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.getByRole('link', { name: 'Inbox' }).waitFor()
}

/** Signs the owner in. */
export async function signIn(page: Page): Promise<void> {
  await page.goto('/app/sign-in')
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('link', { name: 'Inbox' }).waitFor()
}
