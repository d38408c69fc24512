import { openPatiently, patienceMs, violationsOf, type WatchedPage } from '@posthorn/testkit/browser'
import type { RunningSystem } from '@posthorn/testkit/system'
import { expect } from 'vitest'

/** Time limit for a long journey, even on a busy machine. */
export const journeyMs = 900_000

export const wide = { viewport: { width: 1280, height: 900 }, colorScheme: 'light', locale: 'en' } as const

export const phoneInTheDark = {
  viewport: { width: 390, height: 844 },
  colorScheme: 'dark',
  locale: 'en',
  isMobile: true,
  hasTouch: true,
} as const

/** Opens a screen and expects it to have a title, fit the window, and be accessible once loaded. */
export async function readable({ page }: WatchedPage, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await keepsNobodyOut(page)
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  expect([path, overflow]).toEqual([path, 0])
}

/** Expects the page to be accessible once it has loaded and transitions have ended. */
export async function keepsNobodyOut(page: WatchedPage['page']): Promise<void> {
  const patience = { timeout: patienceMs, interval: 500 }
  await expect.poll(() => page.locator('[aria-busy=true]').count(), patience).toBe(0)
  await expect.poll(async () => [page.url(), await violationsOf(page)], patience).toEqual([page.url(), []])
}

export const passwordOfNewcomers = 'another sentence that is long'

/** Invites someone on an admin's team page. The person joins with the link in a new browser. */
export async function joinTeam(
  { page }: WatchedPage,
  system: RunningSystem,
  { name, email, role }: { name: string; email: string; role: 'agent' | 'viewer' },
): Promise<WatchedPage> {
  await page.getByRole('button', { name: 'Invite' }).click()
  const form = page.getByRole('dialog', { name: 'Invite' })
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form
    .getByRole('radiogroup', { name: 'Role' })
    .getByText(role === 'agent' ? 'Agent' : 'Viewer')
    .click()
  await form.getByRole('button', { name: 'Invite' }).click()
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
