import { openAsOwner, patienceMs, type WatchedPage } from '@posthorn/testkit/browser'
import type { RunningSystem } from '@posthorn/testkit/system'
import { describe, expect, it } from 'vitest'
import { newCustomer, write } from './customers.ts'
import { joinTeam, journeyMs, keepsNobodyOut, wide } from './join-team.fixture.ts'

const colleague = { name: 'Grace Hopper', email: 'grace@dashboard.example.com', role: 'agent' } as const
const question = 'Do you repair handles, too?'

/** Two colleagues at the same chat see each other, so that a customer gets one answer. */
export function workAsATeam(system: () => RunningSystem): void {
  describe('a team', () => {
    it(
      'sees who reads and writes, answers no customer twice unasked, shares views, and is alerted while it looks elsewhere',
      async () => {
        await using lead = await openAsOwner(system(), wide)
        await lead.page.goto(`/app/${system().account.workspace}/settings/team`)
        await using agent = await joinTeam(lead, system(), colleague)
        const { chat } = await write(system(), newCustomer(), question)
        await answerBeside(lead, agent, `/app/${system().account.workspace}/inbox/all/${chat}`)
        await readTheReport(lead, agent)
        await shareAView(lead, agent)
        await nameAProduct(agent, system(), chat)
        await lookElsewhere(lead, system())
        for (const each of [lead, agent]) expect(each).toMatchObject({ strayRequests: [], consoleErrors: [] })
      },
      journeyMs,
    )
  })
}

/** The field for replies. Its name goes on with a hint that differs on touch screens. */
const answerField = ({ page }: WatchedPage) => page.getByRole('textbox', { name: /^Reply…/ })

/** The lead sees the agent reading and typing. The agent replies first, so the lead is asked to confirm before sending. */
async function answerBeside(lead: WatchedPage, agent: WatchedPage, path: string): Promise<void> {
  await agent.page.goto(path)
  await answerField(agent).waitFor()
  await lead.page.goto(path)
  await lead.page.getByText('Grace Hopper is viewing').waitFor()
  await answerField(lead).fill('Yes, within a week.')
  await answerField(agent).fill('Yes, we do.')
  await lead.page.getByText('Grace Hopper is typing').waitFor()
  await agent.page.getByText('Ada Lovelace is typing').waitFor()
  await answerField(agent).press('Enter')
  await agent.page.getByText(/^Ada Lovelace .*Send again to send yours anyway\.$/).waitFor()
  await answerField(agent).press('Enter')
  await agent.page.getByRole('article').filter({ hasText: 'Yes, we do.' }).waitFor()
  await lead.page.getByRole('article').filter({ hasText: 'Yes, we do.' }).getByText('Grace Hopper').waitFor()
  await answerField(lead).press('Enter')
  await lead.page.getByText(/^Grace Hopper .*Send again to send yours anyway\.$/).waitFor()
  expect(await lead.page.getByRole('article').filter({ hasText: 'within a week' }).count()).toBe(0)
  await answerField(lead).press('Enter')
  await agent.page.getByRole('article').filter({ hasText: 'within a week' }).waitFor()
}

/** The agent takes the chat with `a`, and the report counts it for them. */
async function readTheReport({ page }: WatchedPage, agent: WatchedPage): Promise<void> {
  await answerField(agent).press('Escape')
  await agent.page.keyboard.press('a')
  await page.getByText('Assigned to Grace Hopper').first().waitFor()
  await page.getByRole('link', { name: 'Reports' }).click()
  const row = page.getByRole('table', { name: 'Team workload' }).getByRole('row').filter({ hasText: 'Grace Hopper' })
  await row.getByRole('cell', { name: '1', exact: true }).first().waitFor()
  await keepsNobodyOut(page)
}

/** The lead saves a filter as a view for all, which the agent then opens. */
async function shareAView({ page }: WatchedPage, agent: WatchedPage): Promise<void> {
  await page.getByRole('link', { name: 'Inbox' }).click()
  await page.getByRole('button', { name: 'Save as view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as view' })
  await dialog.getByLabel('Name', { exact: true }).fill('Taken by somebody')
  await dialog.getByLabel('Share with the whole team').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: /^Taken by somebody/ }).waitFor()
  await agent.page.reload()
  await agent.page.getByRole('link', { name: /^Taken by somebody/ }).click()
  await agent.page.locator('[data-rows] a').filter({ hasText: 'Yes, within a week.' }).waitFor()
  await keepsNobodyOut(agent.page)
}

/** A product that a program sends is shown in the chat. */
async function nameAProduct({ page }: WatchedPage, system: RunningSystem, chatId: string): Promise<void> {
  const product = { catalogId: '146265584024623', productId: 'handle-7' }
  await page.locator('[data-rows] a').filter({ hasText: 'Yes, within a week.' }).click()
  await system.ok('POST', '/v1/messages', { body: { chat: chatId, message: 'This handle fits.', product } })
  await page.getByRole('article').filter({ hasText: 'This handle fits.' }).getByText('handle-7').waitFor()
}

/** An unfocused page shows the number of alerts in its title, also on another page, and clears it when the person returns. */
async function lookElsewhere({ page }: WatchedPage, system: RunningSystem): Promise<void> {
  // Pages in an automated browser always report that they have focus.
  await page.addInitScript('Document.prototype.hasFocus = () => false')
  await page.reload()
  await page.getByRole('status').filter({ hasText: /^Live/ }).first().waitFor()
  await write(system, newCustomer(), 'Is anybody there?')
  await expect.poll(() => page.title(), { timeout: patienceMs }).toMatch(/^\(1\) /)
  for (const key of 'gc') await page.keyboard.press(key)
  await expect.poll(() => page.title(), { timeout: patienceMs }).toMatch(/^\(\d+\) Contacts /)
  await page.evaluate('dispatchEvent(new Event("focus"))')
  await expect.poll(() => page.title(), { timeout: patienceMs }).not.toMatch(/^\(/)
}
