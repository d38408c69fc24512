import {
  becomeOwner,
  closeBrowser,
  openAsOwner,
  openPatiently,
  owner,
  patienceMs,
  type WatchedPage,
} from '@posthorn/testkit/browser'
import { type RunningSystem, setQueue } from '@posthorn/testkit/system'
import { afterAll, describe, expect, it } from 'vitest'
import { type Message, newCustomer, reaches, write } from './customers.ts'
import { joinTeam, keepsNobodyOut, phoneInTheDark, readable, wide } from './join-team.fixture.ts'

/** Screens tested on a phone. `pnpm test:long` covers all of them. */
const onAPhone = ['numbers', 'reports', 'settings/team'] as const

/**
 * The owner uses the dashboard: opens the welcome link, replies to a customer, finds out why a message waits, and views some screens on a
 * phone.
 */
export function useTheDashboard(system: () => RunningSystem): void {
  describe('the dashboard', () => {
    afterAll(closeBrowser)

    it('leads from the first link to an answered customer, and from a waiting message to its reason', async () => {
      await using watched = await openPatiently(system(), wide)
      await becomeOwner(watched.page, system(), 'Journeys')
      await answerACustomer(watched, system())
      await findWhyItWaits(watched, system())
      await inviteAViewer(watched, system())
      expect(watched).toMatchObject({ strayRequests: [], consoleErrors: [] })
    })

    it('fits a phone in the dark, and keeps no one out', async () => {
      await using watched = await openAsOwner(system(), phoneInTheDark)
      for (const path of onAPhone) await readable(watched, `/app/${system().account.workspace}/${path}`)
      expect(watched).toMatchObject({ strayRequests: [], consoleErrors: [] })
      await staysSignedIn(watched.page, `/app/${system().account.workspace}/replies`)
    })
  })
}

/** If the server can't tell who is signed in, the session is kept and the page offers a retry. */
async function staysSignedIn(page: WatchedPage['page'], path: string): Promise<void> {
  const unavailable = {
    status: 503,
    contentType: 'application/json',
    body: '{"status":503,"errorCode":"service:unavailable"}',
  }
  await page.route('**/app/auth/session', (route) => route.fulfill(unavailable), { times: 1 })
  await page.goto(path)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Saved replies' }).waitFor()
}

/** A question appears without a reload, the reply is delivered, and the chat is accessible. */
async function answerACustomer({ page }: WatchedPage, system: RunningSystem): Promise<void> {
  const question = await write(system, newCustomer(), 'Is my umbrella repaired?')
  await page.getByRole('link').filter({ hasText: 'Is my umbrella repaired?' }).click()
  await page.waitForURL((url) => url.pathname.endsWith(question.chat))
  await page.getByRole('textbox', { name: /^Reply…/ }).fill('Yes, come by today.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const answer = page.getByRole('article').filter({ hasText: 'Yes, come by today.' })
  await answer.getByRole('img', { name: /^(Delivered|Read)$/ }).waitFor()
  await answer.getByText(owner.name).waitFor()
  await answerWithASavedReply(page, system)
  await keepsNobodyOut(page)
  await lookBack(page)
}

/** The history starts with the question. Escape returns to the present. */
async function lookBack(page: WatchedPage['page']): Promise<void> {
  await page.getByRole('log').focus()
  await page.keyboard.press('h')
  const events = page.getByRole('slider', { name: 'Events in this chat' })
  await events.press('Home')
  await expect.poll(() => events.getAttribute('aria-valuenow'), { timeout: patienceMs }).toBe('0')
  expect(await page.getByRole('article').filter({ hasText: 'Yes, come by today.' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('article').filter({ hasText: 'Yes, come by today.' }).waitFor()
}

/** Typing a slash and a shortcut suggests a saved reply. Enter inserts it, and Enter again sends it. */
async function answerWithASavedReply(page: WatchedPage['page'], system: RunningSystem): Promise<void> {
  const message = 'We are open until six.'
  await system.ok('POST', '/v1/replies', { body: { name: 'Opening hours', shortcut: 'hours', message } })
  const field = page.getByRole('textbox', { name: /^Reply…/ })
  await field.fill('/ho')
  await page.getByRole('region', { name: 'Saved replies' }).getByText(message).waitFor()
  await field.press('Enter')
  await expect.poll(() => field.inputValue(), { timeout: patienceMs }).toBe(message)
  await field.press('Enter')
  await page.getByRole('article').filter({ hasText: message }).waitFor()
}

/** A message waits in a paused queue. The screen shows the reason, the trace, and a button to resume the queue. */
async function findWhyItWaits(watched: WatchedPage, system: RunningSystem): Promise<void> {
  const { page } = watched
  const { workspace, number } = system.account
  await setQueue(system, 'paused')
  try {
    const body = { phone: newCustomer(), message: 'Your umbrella is ready.' }
    const { id } = await system.ok<Message>('POST', '/v1/messages', { body })
    await readable(watched, `/app/${workspace}/numbers/${number}/queue`)
    await page.getByRole('cell', { name: "This number's queue is paused." }).first().waitFor()
    await page.getByRole('link', { name: 'Your umbrella is ready.' }).click()
    await page.waitForURL((url) => url.pathname.endsWith(id))
    await page.getByRole('heading', { name: 'Message trace' }).waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Resume queue' }).click()
    await reaches(system, id, 'delivered', 'read', 'failed')
    await page.getByText('Attempt 1 to WhatsApp').waitFor()
    await keepsNobodyOut(page)
  } finally {
    await setQueue(system, 'active')
  }
}

/** An invited viewer joins through the link. They can see the queue, but neither its buttons nor the keys. */
async function inviteAViewer(watched: WatchedPage, system: RunningSystem): Promise<void> {
  const { workspace, number } = system.account
  await readable(watched, `/app/${workspace}/settings/team`)
  await using other = await joinTeam(watched, system, {
    name: 'Bob Brown',
    email: 'bob@dashboard.example.com',
    role: 'viewer',
  })
  await readable(other, `/app/${workspace}/numbers/${number}/queue`)
  await other.page.getByText('Sending', { exact: true }).waitFor()
  expect(await other.page.getByRole('button', { name: 'Pause' }).count()).toBe(0)
  expect(await other.page.getByRole('link', { name: 'API keys' }).count()).toBe(0)
  expect(other).toMatchObject({ strayRequests: [], consoleErrors: [] })
}
