import { startReceiver } from '@posthorn/testkit'
import { openAsOwner, openPatiently, type WatchedPage } from '@posthorn/testkit/browser'
import { phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { describe, expect, it } from 'vitest'
import { newCustomer, write } from './customers.ts'
import {
  joinTeam,
  journeyMs,
  keepsNobodyOut,
  passwordOfNewcomers,
  phoneInTheDark,
  readable,
  wide,
} from './join-team.fixture.ts'

const agentMary = { name: 'Mary Somerville', email: 'mary@dashboard.example.com', role: 'agent' } as const

/**
 * An agent gets notifications in two browsers and finds those they missed. The owner notices a problem and stops a broadcast from the
 * status strip.
 */
export function beNotified(system: () => RunningSystem): void {
  describe('a person whom something concerns', () => {
    it(
      'reads it in one browser and has read it in the other, finds what they missed, and goes to its place',
      async () => {
        await using lead = await openAsOwner(system(), wide)
        await lead.page.goto(`/app/${system().account.workspace}/settings/team`)
        await using desk = await joinTeam(lead, system(), agentMary)
        await using phone = await openAsAgent(system())
        const { chat } = await write(system(), newCustomer(), 'Do you sell walking sticks?')
        await concern(system(), chat)
        for (const each of [desk, phone]) await unread(each, 2)
        await readInOne(desk, phone, chat)
        await findWhatWasMissed(phone, system(), chat)
        for (const each of [lead, desk, phone]) expect(each).toMatchObject({ strayRequests: [], consoleErrors: [] })
      },
      journeyMs,
    )

    it(
      'sees a disabled webhook and a running broadcast above every page, and stops the broadcast there',
      async () => {
        await using watched = await openAsOwner(system(), wide)
        await using receiver = await startReceiver({ respond: () => ({ status: 410 }) })
        const { id } = await system().ok<{ id: string }>('POST', '/v1/webhooks', {
          body: { url: receiver.url, events: ['message:in'] },
        })
        await write(system(), newCustomer(), 'Hello?')
        await seeTheWebhook(watched, system(), id)
        await stopABroadcast(watched, system())
        await system().ok('DELETE', `/v1/webhooks/${id}`)
        expect(watched).toMatchObject({ strayRequests: [], consoleErrors: [] })
      },
      journeyMs,
    )
  })
}

/** The link to the alerts, which shows how many are unread. */
const bell = ({ page }: WatchedPage) => page.getByRole('link', { name: /^Alerts/ })

/** Expects this count on the bell. At zero, the bell shows only its name. */
async function unread(watched: WatchedPage, count: number): Promise<void> {
  const name = count === 0 ? 'Alerts' : `Alerts ${count} unread`
  await watched.page.getByRole('link', { name, exact: true }).waitFor()
}

/** Signs the agent in on a phone. */
async function openAsAgent(system: RunningSystem): Promise<WatchedPage> {
  const watched = await openPatiently(system, phoneInTheDark)
  await watched.page.goto('/app/sign-in')
  await watched.page.getByLabel('Email').fill(agentMary.email)
  await watched.page.getByLabel('Password', { exact: true }).fill(passwordOfNewcomers)
  await watched.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await bell(watched).waitFor()
  return watched
}

/** Assigns a chat to the agent and mentions them in a note, through the API. */
async function concern(system: RunningSystem, chatId: string): Promise<void> {
  const { email } = agentMary
  await system.ok('POST', `/v1/chats/${chatId}/assign`, { body: { email } })
  await mention(system, chatId)
}

/** Mentions the agent in a note, which creates an alert. */
async function mention(system: RunningSystem, chatId: string): Promise<void> {
  const team = await system.ok<{ id: string; email: string }[]>('GET', '/v1/team')
  const mentions = team.flatMap(({ id, email }) => (email === agentMary.email ? [id] : []))
  await system.ok('POST', `/v1/chats/${chatId}/notes`, { body: { message: 'Mary knows sticks.', mentions } })
}

/** Opens the list and then the chat with the keyboard. This marks the chat's alerts as read, including on the phone. */
async function readInOne(desk: WatchedPage, phone: WatchedPage, chatId: string): Promise<void> {
  const { page } = desk
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await page.getByRole('heading', { level: 1, name: 'Alerts' }).waitFor()
  await keepsNobodyOut(page)
  await page.getByRole('link', { name: / mentioned you in a note\.$/ }).click()
  await page.waitForURL((url) => url.pathname.endsWith(chatId))
  for (const each of [desk, phone]) await unread(each, 0)
}

/** Alerts created while no page is open are listed afterwards, and all can be marked as read. */
async function findWhatWasMissed(phone: WatchedPage, system: RunningSystem, chatId: string): Promise<void> {
  const { page } = phone
  const path = `/app/${system.account.workspace}/notifications`
  await page.goto('about:blank')
  const other = await write(system, newCustomer(), 'Is it open on Sunday?')
  await mention(system, other.chat)
  await readable(phone, path)
  await unread(phone, 1)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await unread(phone, 0)
  expect(await page.getByRole('link', { name: / mentioned you in a note\.$/ }).count()).toBe(2)
  await page.getByLabel('Show', { exact: true }).selectOption('Unread only')
  await page.getByText("You're all caught up.").waitFor()
  expect(chatId).not.toBe(other.chat)
}

/** The strip above every page that shows what is broken or in progress. */
const strip = ({ page }: WatchedPage) => page.getByRole('region', { name: 'Problems and work in progress' })

/** A receiver that returns 410 is disabled. The strip and an alert report it and link to the webhook. */
async function seeTheWebhook(watched: WatchedPage, system: RunningSystem, webhookId: string): Promise<void> {
  const { page } = watched
  await page.goto(`/app/${system.account.workspace}/notifications`)
  await page.getByRole('link', { name: 'This webhook was disabled.', exact: true }).waitFor()
  await page.goto(`/app/${system.account.workspace}/replies`)
  await strip(watched)
    .getByRole('link', { name: /: This webhook was disabled\.$/ })
    .click()
  await page.waitForURL((url) => url.pathname.endsWith(webhookId))
  await keepsNobodyOut(page)
}

/** A large broadcast shows its progress. The confirmation says how many people won't get it. */
async function stopABroadcast(watched: WatchedPage, system: RunningSystem): Promise<void> {
  const { page } = watched
  const { number } = system.account
  await system.ok('PATCH', `/v1/numbers/${number}`, { body: { settings: { ratePerSecond: 1 } } })
  try {
    const { id } = await system.ok<{ id: string }>('POST', '/v1/channels', { body: { number, name: 'Sticks' } })
    const phones = Array.from({ length: 400 }, (_, i) => phoneOf(870_000 + i))
    await system.ok('POST', `/v1/channels/${id}/subscribers`, { body: { phones } })
    await system.ok('POST', '/v1/posts', { body: { channel: id, message: 'All sticks at half price.' } })
    await page.goto(`/app/${system.account.workspace}/inbox/all`)
    const folded = strip(watched).getByRole('button', { name: '1 more' })
    await folded.click()
    await strip(watched)
      .getByText(/^Sending broadcast “Sticks”: \d+ of 400\.$/)
      .waitFor()
    await keepsNobodyOut(page)
    await strip(watched).getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
    await strip(watched)
      .getByText(/Sticks/)
      .waitFor({ state: 'detached' })
  } finally {
    await system.ok('PATCH', `/v1/numbers/${number}`, { body: { settings: { ratePerSecond: null } } })
  }
}
