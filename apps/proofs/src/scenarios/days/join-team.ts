import { violationsOf, type WatchedPage } from '@posthorn/testkit/browser'
import type { RunningSystem } from '@posthorn/testkit/system'
import { expect } from 'vitest'
import { openPatiently, patienceMs } from '../../dashboard/owner.ts'

/** Time in milliseconds that a long journey may take, also on a machine that does much else. */
export const journeyMs = 900_000

/** The window of a desk. */
export const wide = { viewport: { width: 1280, height: 900 }, colorScheme: 'light', locale: 'en' } as const

/** The window of a phone at night. */
export const phoneInTheDark = {
  viewport: { width: 390, height: 844 },
  colorScheme: 'dark',
  locale: 'en',
  isMobile: true,
  hasTouch: true,
} as const

/** Opens a screen: it has a title, fits into the window, and keeps no one out once it has read what it shows. */
export async function readable({ page }: WatchedPage, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await keepsNobodyOut(page)
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  expect([path, overflow]).toEqual([path, 0])
}

/** The page has no fault of accessibility once it has read what it shows, and what fades in or out has done so. */
export async function keepsNobodyOut(page: WatchedPage['page']): Promise<void> {
  const patience = { timeout: patienceMs, interval: 500 }
  await expect.poll(() => page.locator('[aria-busy=true]').count(), patience).toBe(0)
  await expect.poll(async () => [page.url(), await violationsOf(page)], patience).toEqual([page.url(), []])
}

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
