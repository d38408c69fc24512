import { openAsOwner, patienceMs, type WatchedPage } from '@posthorn/testkit/browser'
import type { RunningSystem } from '@posthorn/testkit/system'
import { describe, expect, it } from 'vitest'
import { type Chat, newCustomer, write } from './customers.ts'
import { joinTeam, journeyMs, keepsNobodyOut, wide } from './join-team.fixture.ts'

const colleague = { name: 'Joan Clarke', email: 'joan@dashboard.example.com', role: 'agent' } as const

/** The owner works through a queue: many chats at once, one with commands, and one with a colleague. */
export function workThroughMany(system: () => RunningSystem): void {
  describe('a full inbox', () => {
    it(
      'is worked through by selecting chats, by the commands of a chat, and by mentioning a colleague; pictures open in a viewer',
      async () => {
        await using lead = await openAsOwner(system(), wide)
        await lead.page.goto(`/app/${system().account.workspace}/settings/team`)
        await using agent = await joinTeam(lead, system(), colleague)
        await system().ok('POST', '/v1/labels', { body: { name: 'Returns', color: '#aa5500' } })
        const chats: string[] = []
        for (let i = 0; i < 4; i++) chats.push((await write(system(), newCustomer(), `Parcel ${i} is late`)).chat)
        await changeMany(lead, system(), chats)
        await command(lead, system(), chats[0] ?? '')
        await mention(lead, agent)
        await openPictures(lead, system())
        for (const each of [lead, agent]) expect(each).toMatchObject({ strayRequests: [], consoleErrors: [] })
      },
      journeyMs,
    )
  })
}

/** Returns a chat as the API shows it. */
const chatOf = (system: RunningSystem, id: string) => system.ok<Chat>('GET', `/v1/chats/${id}`)

/** Selects the four newest chats with x and Shift-x, assigns them in the menu, and resolves them with e. Other chats don't change. */
async function changeMany({ page }: WatchedPage, system: RunningSystem, chats: readonly string[]): Promise<void> {
  const other = await write(system, newCustomer(), 'Not about a parcel')
  await write(system, newCustomer(), 'Parcel last')
  const newest = [...chats].reverse()
  await page.goto(`/app/${system.account.workspace}/inbox/all/${newest[0]}`)
  await page.locator('[data-rows] a[aria-current]').waitFor()
  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor()
  for (let i = 0; i < 3; i++) await page.keyboard.press('j')
  await page.waitForURL(`**/${newest[3]}`)
  await page.keyboard.press('Shift+X')
  await page.getByText('4 selected').waitFor()
  await keepsNobodyOut(page)
  await page.getByRole('toolbar').getByRole('button', { name: 'Assign' }).click()
  await page.getByRole('menuitem', { name: 'Joan Clarke' }).click()
  await page.getByText('4 chats updated').first().waitFor()
  await page.getByRole('toolbar').getByRole('button', { name: 'Label' }).click()
  await page.getByRole('menuitem', { name: 'Returns' }).click()
  await expect.poll(async () => (await chatOf(system, newest[3] ?? '')).labels.length, { timeout: patienceMs }).toBe(1)
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await page.keyboard.press('e')
  await page.getByRole('toolbar').waitFor({ state: 'detached' })
  for (const id of chats) {
    expect(await chatOf(system, id)).toMatchObject({
      status: 'resolved',
      assignee: { email: colleague.email },
      labels: [{ name: 'Returns' }],
    })
  }
  expect(await chatOf(system, other.chat)).toMatchObject({ status: 'open', assignee: null, labels: [] })
}

/** The palette lists the actions of the open chat first. */
async function command({ page }: WatchedPage, system: RunningSystem, chatId: string): Promise<void> {
  await page.goto(`/app/${system.account.workspace}/inbox/all/${chatId}`)
  await page.getByRole('button', { name: 'Reopen' }).waitFor()
  await page.keyboard.press('Control+k')
  const list = page.getByRole('listbox')
  const conversation = list.getByRole('group', { name: 'This chat' })
  for (const name of [
    'Reopen',
    'Assign to me',
    'Remove label: Returns',
    'Until tomorrow',
    'Mark as unread',
    'Archive',
  ]) {
    await conversation.getByRole('option', { name }).first().waitFor()
  }
  expect(await list.getByRole('group').first().textContent()).toContain('This chat')
  await keepsNobodyOut(page)
  await page.keyboard.type('remove returns')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await chatOf(system, chatId)).labels, { timeout: patienceMs }).toEqual([])
}

/** Typing @ in a note suggests team members, and the one chosen gets an alert. */
async function mention({ page }: WatchedPage, agent: WatchedPage): Promise<void> {
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: /^Write a note/ }).waitFor()
  await page.keyboard.type('Please call them, @joa')
  await page.getByRole('region', { name: 'Mention someone' }).getByText('Joan Clarke').waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('today')
  await page.keyboard.press('Enter')
  await page.getByRole('article').getByText('@Joan Clarke', { exact: true }).waitFor()
  await agent.page
    .getByRole('link', { name: /^Alerts/ })
    .first()
    .click()
  await agent.page
    .getByText(/mentioned you in a note/)
    .first()
    .waitFor()
}

/** An image opens in the viewer, arrow keys move through the chat's other images, and Escape closes it. */
async function openPictures({ page }: WatchedPage, system: RunningSystem): Promise<void> {
  const customer = newCustomer()
  for (const caption of ['front', 'back']) {
    const message = { from: customer, type: 'image', text: caption }
    await system.ok('POST', `/v1/numbers/${system.account.number}/simulate`, { body: { message } })
  }
  const { chat } = await write(system, customer, 'Two pictures')
  await page.goto(`/app/${system.account.workspace}/inbox/all/${chat}`)
  await page.getByTitle('Open image').first().click()
  const viewer = page.getByRole('dialog', { name: 'Image' })
  await viewer.getByRole('button', { name: 'Next image' }).waitFor()
  await keepsNobodyOut(page)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('e')
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })
  expect(await chatOf(system, chat)).toMatchObject({ status: 'open' })
}
