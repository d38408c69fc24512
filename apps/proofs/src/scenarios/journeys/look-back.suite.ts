import { openAsOwner, patienceMs, type WatchedPage } from '@posthorn/testkit/browser'
import type { RunningSystem } from '@posthorn/testkit/system'
import { describe, expect, it } from 'vitest'
import { type Message, newCustomer, reaches, write } from './customers.ts'
import { journeyMs, keepsNobodyOut, phoneInTheDark, wide } from './join-team.fixture.ts'

type Page = WatchedPage['page']
type TimelineItem = { type: string; id: string; message?: { message?: string; status: string; direction: string } }

const question = 'Is the blue kite still there?'
const answer = 'It is, shall I keep it for you?'
const soon = { timeout: patienceMs }

/** The owner views a chat as of each of its events and shares a link to one. */
export function lookBack(system: () => RunningSystem): void {
  describe('the history of a chat', () => {
    it(
      'shows what was said, who had it and what the sender could know at each event, by keys and by link, on a desk and on a phone',
      async () => {
        await using desk = await openAsOwner(system(), wide)
        const { chat, sent } = await talk(system())
        const path = `/app/${system().account.workspace}/inbox/all/${chat}`
        await showsNow(desk.page, system(), { path, chat })
        await stepsBack(desk.page)
        const link = await showsWhatTheSenderKnew(desk.page, path, sent)
        await using phone = await openAsOwner(system(), phoneInTheDark)
        await showsTheSame(phone.page, link, sent)
        for (const each of [desk, phone]) expect(each).toMatchObject({ strayRequests: [], consoleErrors: [] })
      },
      journeyMs,
    )
  })
}

/** Creates a chat with a question, a note and a delivered reply, then labels the chat, deletes the note and resolves the chat. */
async function talk(system: RunningSystem): Promise<{ chat: string; sent: string }> {
  const { chat } = await write(system, newCustomer(), question)
  const note = await system.ok<{ id: string }>('POST', `/v1/chats/${chat}/notes`, {
    body: { message: 'Reserved for Bob' },
  })
  const { id: sent } = await system.ok<Message>('POST', '/v1/messages', { body: { chat, message: answer } })
  await reaches(system, sent, 'delivered', 'read')
  const { id: label } = await system.ok<{ id: string }>('POST', '/v1/labels', {
    body: { name: 'kites', color: '#2f80ed' },
  })
  await system.ok('PATCH', '/v1/chats', { body: { ids: [chat], labels: { add: [label] } } })
  await system.ok('DELETE', `/v1/chats/${chat}/notes/${note.id}`)
  await system.ok('PATCH', `/v1/chats/${chat}`, { body: { status: 'resolved' } })
  return { chat, sent }
}

/** The slider that selects the event that the chat is shown at. */
const sliderOf = (page: Page) => page.getByRole('slider', { name: 'Events in this chat' })
/** Returns the position of the slider, which changes with the event shown. */
const placeOf = (page: Page) => sliderOf(page).getAttribute('aria-valuenow')
/** The list of what was true of the chat at the selected event, such as its status and labels. */
const facts = (page: Page) => page.getByRole('list', { name: 'Chat history' })
/** The bubble of the message with this text. */
const message = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

/** The keyboard shortcut opens the newest event, which shows everything that the API returns now. */
async function showsNow(page: Page, system: RunningSystem, { path, chat }: { path: string; chat: string }) {
  await page.goto(path)
  await message(page, question).waitFor()
  await page.getByRole('log').focus()
  await page.keyboard.press('h')
  await sliderOf(page).waitFor()
  await facts(page).getByText('Resolved').waitFor()
  await facts(page).getByText('kites').waitFor()
  const items = await system.ok<TimelineItem[]>('GET', `/v1/chats/${chat}/timeline?size=100`)
  const messages = items.filter(({ type }) => type === 'message')
  await expect.poll(() => page.getByRole('article').count(), soon).toBe(messages.length)
  for (const { id, message: said } of messages) {
    const shown = page.locator(`[id="${id}"]`)
    await shown.getByText(said?.message ?? '').waitFor()
    if (said?.direction === 'out') await shown.locator(`[data-status="${said.status}"]`).waitFor()
  }
  await keepsNobodyOut(page)
}

/**
 * Home goes to the start of the chat. Each press of the Right arrow advances by one event. The note appears where it was written, without
 * its deleted text.
 */
async function stepsBack(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate('document.activeElement.role'), soon).toBe('slider')
  await page.keyboard.press('Home')
  await expect.poll(() => page.getByRole('article').count(), soon).toBeLessThanOrEqual(1)
  await facts(page).getByText('Open').waitFor()
  const note = page.getByText('This note was later changed or deleted.')
  for (let i = 0; i < 4 && (await note.count()) === 0; i++) {
    const before = await placeOf(page)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => placeOf(page), soon).not.toBe(before)
  }
  await note.waitFor()
  expect(await message(page, question).count()).toBe(1)
  expect([await message(page, answer).count(), await page.getByText('Reserved for Bob').count()]).toEqual([0, 0])
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: /^Reply…/ }).waitFor()
}

/** The status at a message's first event, whether it was sent at once or had to wait. */
const asSent = '[data-status="sent"], [data-status="queued"]'

/** A message's menu links to the moment when Send was pressed. Returns that link. */
async function showsWhatTheSenderKnew(page: Page, path: string, sent: string): Promise<string> {
  await page.goto(path)
  await page.locator(`[id="${sent}"]`).getByRole('button', { name: 'Message actions' }).click()
  await page.getByRole('menuitem', { name: 'Show the chat when this was sent' }).click()
  await page.locator(`[id="${sent}"]`).locator(asSent).waitFor()
  await facts(page).getByText('Open').waitFor()
  expect(await facts(page).getByText('kites').count()).toBe(0)
  await keepsNobodyOut(page)
  await page.getByRole('button', { name: 'Copy link' }).waitFor()
  const link = page.url()
  expect(new URL(link).searchParams.get('at')).toMatch(/^\d+$/)
  return link
}

/** A colleague sees the same view through the link, on a phone in dark mode. */
async function showsTheSame(page: Page, link: string, sent: string): Promise<void> {
  await page.goto(link)
  await page.locator(`[id="${sent}"]`).locator(asSent).waitFor()
  await page.getByText(/^You are viewing this chat as of /).waitFor()
  await keepsNobodyOut(page)
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  await page.getByRole('button', { name: 'Back to now' }).last().click()
  await page.locator(`[id="${sent}"]`).locator('[data-status="delivered"], [data-status="read"]').waitFor()
}
