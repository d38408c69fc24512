import { startReceiver } from '@posthorn/testkit'
import { closeBrowser, openWatchedPage, violationsOf, type WatchedPage } from '@posthorn/testkit/browser'
import { type RunningSystem, setQueue } from '@posthorn/testkit/system'
import { afterAll, describe, expect, it } from 'vitest'
import { becomeOwner, owner, patienceMs, signIn } from '../../dashboard/owner.ts'
import { screensOf } from '../../dashboard/screens.ts'
import { type Message, newCustomer, reaches, write } from './customers.ts'

const wide = { viewport: { width: 1280, height: 900 }, colorScheme: 'light', locale: 'en' } as const
const phoneInTheDark = {
  viewport: { width: 390, height: 844 },
  colorScheme: 'dark',
  locale: 'en',
  isMobile: true,
  hasTouch: true,
} as const

/** The owner uses the dashboard: the first link, an answer to a customer, and why a message waits; then all screens on a phone. */
export function useTheDashboard(system: () => RunningSystem): void {
  describe('the dashboard', () => {
    afterAll(closeBrowser)

    it('leads from the first link to an answered customer, and from a waiting message to its reason', async () => {
      await using watched = await openWatchedPage(system().url, wide)
      watched.page.setDefaultTimeout(patienceMs)
      await becomeOwner(watched.page, system(), 'Journeys')
      await answerACustomer(watched, system())
      await findWhyItWaits(watched, system())
      await makeAWebhook(watched, system())
      await makeAKey(watched, system())
      await inviteAViewer(watched, system())
      expect(watched).toMatchObject({ strayRequests: [], consoleErrors: [] })
    })

    it('fits a phone in the dark, and keeps nobody out', async () => {
      await using watched = await openWatchedPage(system().url, phoneInTheDark)
      watched.page.setDefaultTimeout(patienceMs)
      await signIn(watched.page)
      for (const path of screensOf(system())) await readable(watched, `/app/${system().account.workspace}/${path}`)
      expect(watched).toMatchObject({ strayRequests: [], consoleErrors: [] })
      await staysSignedIn(watched.page, `/app/${system().account.workspace}/replies`)
    })
  })
}

/** A server that cannot say who is signed in ends no session: the page offers another try. */
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

/** A question appears without a reload; the answer is delivered, and the chat is free of faults for readers of the screen. */
async function answerACustomer({ page }: WatchedPage, system: RunningSystem): Promise<void> {
  const question = await write(system, newCustomer(), 'Is my umbrella repaired?')
  await page.getByRole('link').filter({ hasText: 'Is my umbrella repaired?' }).click()
  await page.waitForURL((url) => url.pathname.endsWith(question.chat))
  await page.getByRole('textbox', { name: /^Write an answer/ }).fill('Yes, come by today.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const answer = page.getByRole('article').filter({ hasText: 'Yes, come by today.' })
  await answer.getByRole('img', { name: /^(Delivered|Read)$/ }).waitFor()
  await answer.getByText(owner.name).waitFor()
  await answerWithASavedReply(page, system)
  await keepsNobodyOut(page)
}

/** A slash and the beginning of a shortcut bring a saved reply into the field; Enter takes it, the next Enter sends it. */
async function answerWithASavedReply(page: WatchedPage['page'], system: RunningSystem): Promise<void> {
  const message = 'We are open until six.'
  await system.ok('POST', '/v1/replies', { body: { name: 'Opening hours', shortcut: 'hours', message } })
  const field = page.getByRole('textbox', { name: /^Write an answer/ })
  await field.fill('/ho')
  await page.getByRole('region', { name: 'Saved replies' }).getByText(message).waitFor()
  await field.press('Enter')
  await expect.poll(() => field.inputValue(), { timeout: patienceMs }).toBe(message)
  await field.press('Enter')
  await page.getByRole('article').filter({ hasText: message }).waitFor()
}

/** A message waits in a paused queue: its reason, its trace, and the button that lets it go. */
async function findWhyItWaits(watched: WatchedPage, system: RunningSystem): Promise<void> {
  const { page } = watched
  const { workspace, number } = system.account
  await setQueue(system, 'paused')
  try {
    const body = { phone: newCustomer(), message: 'Your umbrella is ready.' }
    const { id } = await system.ok<Message>('POST', '/v1/messages', { body })
    await readable(watched, `/app/${workspace}/numbers/${number}/queue`)
    await page.getByRole('cell', { name: 'The queue of the number is paused.' }).first().waitFor()
    await page.getByRole('link', { name: 'Your umbrella is ready.' }).click()
    await page.waitForURL((url) => url.pathname.endsWith(id))
    await page.getByRole('heading', { name: 'Trace of a message' }).waitFor()
    await page.getByRole('button', { name: 'Resume the queue' }).click()
    await reaches(system, id, 'delivered', 'read', 'failed')
    await page.getByText('Attempt 1 at WhatsApp').waitFor()
    await keepsNobodyOut(page)
  } finally {
    await setQueue(system, 'active')
  }
}

/** A webhook is made with its secret shown once; a sample and an event reach it, and the delivery shows what was answered. */
async function makeAWebhook(watched: WatchedPage, system: RunningSystem): Promise<void> {
  const { page } = watched
  await using receiver = await startReceiver({ respond: { status: 200, body: 'thank you' } })
  await readable(watched, `/app/${system.account.workspace}/developer/webhooks/new`)
  await page.getByLabel('Name', { exact: true }).fill('CRM')
  await page.getByLabel('Addresses').fill(receiver.url)
  await page.getByRole('button', { name: 'Create' }).click()
  const dialog = page.getByRole('dialog', { name: 'Secret that signs deliveries' })
  const secret = (await dialog.locator('code').textContent()) ?? ''
  expect(secret).not.toBe('')
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('heading', { name: 'CRM' }).waitFor()
  expect(await page.content()).not.toContain(secret)
  await page.getByRole('button', { name: 'Send a sample' }).click()
  await page.getByRole('dialog').getByText('thank you').waitFor()
  await page.keyboard.press('Escape')
  await write(system, newCustomer(), 'One more question')
  await page.getByRole('link', { name: 'message:in' }).first().click()
  await page.getByText('thank you').waitFor()
  await keepsNobodyOut(page)
}

/** A key is made, shown once and used; a revoked one is refused. */
async function makeAKey(watched: WatchedPage, system: RunningSystem): Promise<void> {
  const { page } = watched
  await readable(watched, `/app/${system.account.workspace}/developer/keys/new`)
  await page.getByLabel('Name', { exact: true }).fill('counter of the journey')
  await page.getByRole('button', { name: 'Create the key' }).click()
  const dialog = page.getByRole('dialog', { name: 'The key counter of the journey' })
  const key = (await dialog.locator('code').textContent()) ?? ''
  expect(await system.call('GET', '/v1/me', { key })).toMatchObject({
    status: 200,
    body: { key: { name: 'counter of the journey' } },
  })
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('link', { name: 'counter of the journey', exact: true }).click()
  await page.getByRole('button', { name: 'Revoke' }).click()
  expect(await page.content()).not.toContain(key)
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText(/^Revoked /).waitFor()
  const status = async () => (await system.call('GET', '/v1/me', { key })).status
  await expect.poll(status, { timeout: patienceMs, interval: 200 }).toBe(401)
}

/** An invited viewer joins by the link; they read the queue, but get neither its buttons nor the keys. */
async function inviteAViewer(watched: WatchedPage, system: RunningSystem): Promise<void> {
  const { page } = watched
  const { workspace, number } = system.account
  await readable(watched, `/app/${workspace}/settings/team`)
  await page.getByLabel('E-mail').fill('bob@dashboard.example.com')
  await page.locator('form').getByLabel('Role').selectOption('viewer')
  await page.getByRole('button', { name: 'Invite' }).click()
  const link = await page.getByRole('dialog').locator('code').textContent()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('cell', { name: 'bob@dashboard.example.com' }).waitFor()
  await using other = await openWatchedPage(system.url, wide)
  other.page.setDefaultTimeout(patienceMs)
  await other.page.goto(link ?? '')
  await other.page.getByLabel('Name', { exact: true }).fill('Bob Brown')
  await other.page.getByLabel('Password', { exact: true }).fill('another sentence that is long')
  await other.page.getByRole('button', { name: 'Join' }).click()
  await other.page.getByRole('link', { name: 'Inbox' }).waitFor()
  await readable(other, `/app/${workspace}/numbers/${number}/queue`)
  await other.page.getByText('Sends', { exact: true }).waitFor()
  expect(await other.page.getByRole('button', { name: 'Pause' }).count()).toBe(0)
  expect(await other.page.getByRole('link', { name: 'API keys' }).count()).toBe(0)
  expect(other).toMatchObject({ strayRequests: [], consoleErrors: [] })
}

/** Opens a screen: it has a title, fits into the window, and keeps nobody out once it has read what it shows. */
async function readable({ page }: WatchedPage, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await keepsNobodyOut(page)
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  expect([path, overflow]).toEqual([path, 0])
}

/** The page has no fault of accessibility once it has read what it shows, and what fades in or out has done so. */
async function keepsNobodyOut(page: WatchedPage['page']): Promise<void> {
  const patience = { timeout: patienceMs, interval: 500 }
  await expect.poll(() => page.locator('[aria-busy=true]').count(), patience).toBe(0)
  await expect.poll(async () => [page.url(), await violationsOf(page)], patience).toEqual([page.url(), []])
}
