import { openAsOwner, patienceMs, type WatchedPage } from '@posthorn/testkit/browser'
import type { RunningSystem } from '@posthorn/testkit/system'
import { describe, expect, it } from 'vitest'
import { newCustomer, write } from './customers.ts'
import { journeyMs, keepsNobodyOut, phoneInTheDark, wide } from './join-team.fixture.ts'

type Contact = {
  id: string
  name: string | null
  email: string | null
  tags: string[]
  fields: Record<string, string>
  blocked: boolean
  optedOutAt: string | null
}
type Customer = { contact: string; chat: string; other: string }

/** An agent sees and changes what is known about a customer without leaving the chat. */
export function knowTheCustomer(system: () => RunningSystem): void {
  describe('the customer beside a chat', () => {
    it(
      'has tags, details and opt-out that are changed there, and chats and notes of other numbers; on a phone in a drawer',
      async () => {
        const customer = await arrive(system())
        await using watched = await openAsOwner(system(), wide)
        await openByKey(watched, system(), customer)
        await changeTags(watched, system(), customer)
        await changeDetails(watched, system(), customer)
        await changeConsent(watched, system(), customer)
        await keepTheState(watched)
        await followTheOther(watched, customer)
        // Logged because of the invalid address.
        const consoleErrors = [expect.stringContaining(`/v1/contacts/${customer.contact}`)]
        expect(watched).toMatchObject({ strayRequests: [], consoleErrors })
        await using onPhone = await openAsOwner(system(), phoneInTheDark)
        await openDrawer(onPhone, system(), customer)
        expect(onPhone).toMatchObject({ strayRequests: [], consoleErrors: [] })
      },
      journeyMs,
    )
  })
}

/** The pane with what is known about the open chat's customer. */
const pane = ({ page }: WatchedPage) => page.getByRole('complementary', { name: 'Customer' })

/** Returns the customer's contact as the API shows it. */
const contactOf = (system: RunningSystem, { contact }: Customer) => system.ok<Contact>('GET', `/v1/contacts/${contact}`)

/** Creates a customer who writes to one number and has an older chat with another, and creates a tag. */
async function arrive(system: RunningSystem): Promise<Customer> {
  const phone = newCustomer()
  const { chat } = await write(system, phone, 'Do you ship to Norway?')
  const { contact } = await system.ok<{ contact: string }>('GET', `/v1/chats/${chat}`)
  await system.ok('POST', '/v1/contacts', { body: { phone: newCustomer(), tags: ['wholesale'] } })
  const line = await system.ok<{ id: string }>('POST', '/v1/numbers', {
    body: { name: 'Workshop', provider: 'simulator' },
  })
  const { id: other } = await system.ok<{ id: string }>('POST', '/v1/chats', { body: { phone, number: line.id } })
  await system.ok('POST', `/v1/chats/${other}/notes`, { body: { message: 'Has a bicycle in repair.' } })
  return { contact, chat, other }
}

/** The key `i` opens the pane next to the chat, which has a note from the other number. */
async function openByKey(watched: WatchedPage, system: RunningSystem, { chat }: Customer): Promise<void> {
  const { page } = watched
  await page.goto(`/app/${system.account.workspace}/inbox/all/${chat}`)
  await page.getByRole('button', { name: 'Customer', exact: true }).waitFor()
  expect(await pane(watched).count()).toBe(0)
  await page.keyboard.press('i')
  await pane(watched).getByText('Has a bicycle in repair.').waitFor()
  await keepsNobodyOut(page)
}

/** An existing tag is suggested. Enter adds it and Backspace removes it, even while it is being saved. */
async function changeTags(watched: WatchedPage, system: RunningSystem, customer: Customer): Promise<void> {
  const tags = async () => (await contactOf(system, customer)).tags
  const { page } = watched
  await pane(watched).getByRole('combobox', { name: 'Tags' }).focus()
  await page.keyboard.type('whol')
  await page.getByRole('option', { name: 'wholesale' }).waitFor()
  await keepsNobodyOut(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(tags, { timeout: patienceMs }).toEqual(['wholesale'])
  await page.keyboard.type('norway')
  await page.keyboard.press('Enter')
  await expect.poll(tags, { timeout: patienceMs }).toEqual(['wholesale', 'norway'])
  await pane(watched).getByText('norway', { exact: true }).waitFor()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('mistake')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Backspace')
  await expect.poll(tags, { timeout: patienceMs }).toEqual(['wholesale'])
}

/** An invalid address is reported at its field without losing input. The name and a custom field are saved. */
async function changeDetails(watched: WatchedPage, system: RunningSystem, customer: Customer): Promise<void> {
  const { page } = watched
  const inPane = pane(watched)
  await inPane.getByRole('button', { name: 'Edit details' }).click()
  await inPane.getByLabel('Name', { exact: true }).fill('Grete Hermann')
  await inPane.getByLabel('Email').fill('grete@')
  await inPane.getByRole('button', { name: 'Add field' }).click()
  await page.keyboard.type('plan')
  await inPane.getByLabel('Value').fill('gold')
  await inPane.locator('form').evaluate((form: { noValidate: boolean }) => {
    form.noValidate = true
  })
  await page.keyboard.press('Enter')
  await inPane.locator('input[aria-invalid=true][name=email]').waitFor()
  await keepsNobodyOut(page)
  await inPane.getByLabel('Email').fill('grete@example.com')
  await page.keyboard.press('Enter')
  await inPane.getByText('gold', { exact: true }).waitFor()
  expect(await contactOf(system, customer)).toMatchObject({
    name: 'Grete Hermann',
    email: 'grete@example.com',
    tags: ['wholesale'],
    fields: { plan: 'gold' },
  })
  await page.getByRole('heading', { level: 2, name: 'Grete Hermann' }).waitFor()
}

/** Opts the customer out and in again, and blocks and unblocks them. */
async function changeConsent(watched: WatchedPage, system: RunningSystem, customer: Customer): Promise<void> {
  const inPane = pane(watched)
  await inPane.getByRole('button', { name: 'Opt out' }).click()
  await inPane.getByText('Opted out', { exact: true }).waitFor()
  expect((await contactOf(system, customer)).optedOutAt).not.toBeNull()
  await inPane.getByRole('button', { name: 'Opt in' }).click()
  await inPane.getByRole('button', { name: 'Block', exact: true }).click()
  await inPane.getByText('Blocked', { exact: true }).waitFor()
  expect(await contactOf(system, customer)).toMatchObject({ blocked: true, optedOutAt: null })
  await inPane.getByRole('button', { name: 'Unblock' }).click()
  await inPane.getByText('Reachable').waitFor()
}

/** Sections stay collapsed or expanded after a reload. */
async function keepTheState(watched: WatchedPage): Promise<void> {
  const { page } = watched
  await pane(watched).locator('summary').filter({ hasText: 'Status' }).focus()
  await page.keyboard.press('Enter')
  await pane(watched).getByText('Reachable').waitFor({ state: 'detached' })
  await page.reload()
  await pane(watched).getByText('Has a bicycle in repair.').waitFor()
  expect(await pane(watched).getByText('Reachable').count()).toBe(0)
}

/** The pane links to the chat with the other number, where it stays open. */
async function followTheOther(watched: WatchedPage, { other }: Customer): Promise<void> {
  const { page } = watched
  await pane(watched)
    .getByRole('link', { name: /Workshop/ })
    .click()
  await page.waitForURL(`**/inbox/all/${other}`)
  await pane(watched).getByText('Do you ship to Norway?').waitFor()
}

/** On a phone, the pane is a drawer that Escape and a link close. */
async function openDrawer({ page }: WatchedPage, system: RunningSystem, { chat, other }: Customer): Promise<void> {
  await page.goto(`/app/${system.account.workspace}/inbox/all/${chat}`)
  const drawer = page.getByRole('dialog', { name: 'Customer' })
  await page.getByRole('button', { name: 'Customer', exact: true }).click()
  await drawer.getByText('Has a bicycle in repair.').waitFor()
  await keepsNobodyOut(page)
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Customer', exact: true }).click()
  await drawer.getByRole('link', { name: /Workshop/ }).click()
  await page.waitForURL(`**/inbox/all/${other}`)
  await drawer.waitFor({ state: 'detached' })
}
