import type { WatchedPage } from '@posthorn/testkit/browser'
import type { RunningSystem } from '@posthorn/testkit/system'
import { openPatiently } from '../../dashboard/owner.ts'
import { wide } from './readable.ts'

type Newcomer = { name: string; email: string; role: 'agent' | 'viewer' }

/** The password of everyone who joins. */
export const passwordOfNewcomers = 'another sentence that is long'

/** Invites someone on the page of the team, which an admin has open; they join by the link in a browser of their own. */
export async function joinTeam(
  { page }: WatchedPage,
  system: RunningSystem,
  { name, email, role }: Newcomer,
): Promise<WatchedPage> {
  await page.getByLabel('Email').fill(email)
  await page.locator('form').getByLabel('Role').selectOption(role)
  await page.getByRole('button', { name: 'Invite' }).click()
  const link = await page.getByRole('dialog').locator('code').textContent()
  await page.getByRole('button', { name: "I've saved it" }).click()
  await page.getByRole('cell', { name: email }).waitFor()
  const other = await openPatiently(system, wide)
  await other.page.goto(link ?? '')
  await other.page.getByLabel('Name', { exact: true }).fill(name)
  await other.page.getByLabel('Password', { exact: true }).fill(passwordOfNewcomers)
  await other.page.getByRole('button', { name: 'Join' }).click()
  await other.page.getByRole('link', { name: 'Inbox' }).waitFor()
  return other
}
