import { type MailServer, until } from '@posthorn/testkit'
import { closeBrowser, openAsOwner, openPatiently, patienceMs, type WatchedPage } from '@posthorn/testkit/browser'
import type { RunningSystem } from '@posthorn/testkit/system'
import { afterAll, describe, expect, it } from 'vitest'
import { joinTeam, keepsNobodyOut, readable, wide } from './join-team.fixture.ts'

const newcomer = { name: 'Cleo Clark', email: 'cleo@dashboard.example.com', role: 'agent' } as const
const newPassword = 'a third sentence that is long'

const calm = { strayRequests: [], consoleErrors: [] }

/** Someone joins by email, confirms their address, forgets their password, and gets back in, without an operator. */
export function getBackIn(system: () => RunningSystem, mails: MailServer): void {
  describe('mail', () => {
    afterAll(closeBrowser)

    it('lets someone confirm their address and set a new password, without an operator', async () => {
      await using owner = await openAsOwner(system(), wide)
      await readable(owner, `/app/${system().account.workspace}/settings/team`)
      await using member = await joinTeam(owner, system(), newcomer)
      expect(linksTo('welcome', mails)).toHaveLength(1)
      await confirmsTheirAddress(member, system(), mails)
      // Setting a new password ends the session in this browser, and the page notices.
      expect(member).toMatchObject(calm)
      await using other = await openPatiently(system(), wide)
      await setsANewPassword(other, mails)
      for (const watched of [owner, other]) expect(watched).toMatchObject(calm)
    })
  })
}

/** Returns the links to a page of the dashboard in all emails to the newcomer. */
const linksTo = (pageName: string, { received }: MailServer): string[] =>
  received
    .filter(({ to }) => to === newcomer.email)
    .flatMap(({ text }) => new RegExp(`http\\S+/app/${pageName}#\\S+`).exec(text)?.[0] ?? [])

/** Waits for the nth email with a link to this page and returns that link. */
async function link(pageName: string, mails: MailServer, nth = 1): Promise<string> {
  await until(() => linksTo(pageName, mails).length >= nth, {
    timeoutMs: patienceMs,
    describe: `mail ${nth} to ${pageName}`,
  })
  return linksTo(pageName, mails)[nth - 1] ?? ''
}

/** The account page offers to resend the link until the address is confirmed. */
async function confirmsTheirAddress(
  { page }: WatchedPage,
  { account }: RunningSystem,
  mails: MailServer,
): Promise<void> {
  await link('confirm', mails)
  await page.goto(`/app/${account.workspace}/me`)
  await page.getByText('Your email address is not confirmed.').waitFor()
  await page.getByRole('button', { name: 'Resend link' }).click()
  await page.goto(await link('confirm', mails, 2))
  await page.getByRole('button', { name: 'Confirm' }).waitFor()
  await keepsNobodyOut(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText(`${newcomer.email} is confirmed.`).waitFor()
  await page.goto(`/app/${account.workspace}/me`)
  await page.getByRole('button', { name: 'Change password' }).waitFor()
  expect(await page.getByText('Your email address is not confirmed.').count()).toBe(0)
}

/** Gets a link by email, sets another password, and signs in with it. */
async function setsANewPassword({ page }: WatchedPage, mails: MailServer): Promise<void> {
  await page.goto('/app/sign-in')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(newcomer.email)
  await keepsNobodyOut(page)
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByRole('status').filter({ hasText: newcomer.email }).waitFor()
  await page.goto(await link('reset', mails))
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.waitForURL('**/app/sign-in')
  await page.getByLabel('Email').fill(newcomer.email)
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('link', { name: 'Inbox' }).waitFor()
}
