import { openAsOwner, type WatchedPage } from '@posthorn/testkit/browser'
import type { RunningSystem } from '@posthorn/testkit/system'
import { describe, expect, it } from 'vitest'
import { newCustomer, write } from './customers.ts'
import { keepsNobodyOut, phoneInTheDark, wide } from './join-team.fixture.ts'

type Page = WatchedPage['page']

/** The owner finds people, words, numbers, webhooks and keys in the palette, and looks at events and requests in the drawer. */
export function findEverything(system: () => RunningSystem): void {
  describe('finding', () => {
    it('opens what a text finds, by keyboard alone, with the part that fits marked', async () => {
      await using watched = await openAsOwner(system(), wide)
      await findsThings(watched.page, system())
      expect(watched).toMatchObject({ strayRequests: [], consoleErrors: [] })
    })

    it('shows events of the chat as they happen, and the requests of the screen as curl', async () => {
      await using watched = await openAsOwner(system(), wide)
      await looksIntoTheDrawer(watched.page, system())
      expect(watched).toMatchObject({ strayRequests: [], consoleErrors: [] })
    })

    it('fits a phone in the dark', async () => {
      await using watched = await openAsOwner(system(), phoneInTheDark)
      await fitsAPhone(watched.page, system())
      expect(watched).toMatchObject({ strayRequests: [], consoleErrors: [] })
    })
  })
}

/** Types into the palette, which it opens if it is closed. Returns the list of results. */
async function search(page: Page, text: string) {
  // Select fields on the screen are also comboboxes.
  const field = page.locator('input[role=combobox]')
  if (!(await field.isVisible())) await page.keyboard.press('Control+k')
  await field.fill(text)
  return page.getByRole('listbox', { name: 'Commands and results' })
}

/** Opens the first result, and waits until the palette has closed. Otherwise, the next search could type into it. */
async function follow(page: Page): Promise<void> {
  await page.keyboard.press('Enter')
  await page.getByRole('listbox', { name: 'Commands and results' }).waitFor({ state: 'hidden' })
}

/** Finds a message, a chat, a webhook and a number by their text or id, and goes to each. */
async function findsThings(page: Page, system: RunningSystem): Promise<void> {
  const { workspace, number } = system.account
  const phone = newCustomer()
  await system.ok('POST', '/v1/contacts', { body: { phone, name: 'Quentin Xylander' } })
  const question = await write(system, phone, 'My zeppelin lost its rudder over the lake')
  const webhook = { name: 'Zeppelin desk', url: 'http://127.0.0.1:9/zeppelin', events: ['template:updated'] }
  const { id } = await system.ok<{ id: string }>('POST', '/v1/webhooks', { body: webhook })
  const found = await search(page, 'zeppelin')
  const message = found.getByRole('group', { name: 'Messages' }).getByRole('option')
  await message.getByText('zeppelin', { exact: true }).waitFor()
  expect(await message.locator('mark').allTextContents()).toEqual(['zeppelin'])
  await found.getByRole('group', { name: 'Webhooks' }).getByText('desk').waitFor()
  await page.getByRole('status').getByText('2 results').waitFor()
  await keepsNobodyOut(page)
  await follow(page)
  await page.waitForURL((url) => url.pathname.endsWith(question.chat) && url.searchParams.get('m') === question.id)
  await page.getByRole('article').filter({ hasText: 'lost its rudder' }).waitFor()
  const places: [string, string][] = [
    ['xyland', `/inbox/all/${question.chat}`],
    [id, `/developer/webhooks/${id}`],
    [number, `/numbers/${number}`],
  ]
  for (const [text, place] of places) {
    const results = await search(page, text)
    await results.getByRole('option').first().locator('mark').waitFor()
    await follow(page)
    await page.waitForURL(`**/app/${workspace}${place}**`)
  }
  await (await search(page, 'drawer')).getByRole('option', { name: 'Developer drawer' }).waitFor()
  await search(page, 'nobody is called so')
  await page.getByText('No results for “nobody is called so”.').waitFor()
  await system.call('DELETE', `/v1/webhooks/${id}`)
}

/** The drawer follows the events of the open chat, and shows requests without a key or session. */
async function looksIntoTheDrawer(page: Page, system: RunningSystem): Promise<void> {
  const phone = newCustomer()
  const { chat } = await write(system, phone, 'Is the drawer open?')
  await page.goto(`/app/${system.account.workspace}/inbox/all/${chat}`)
  await page.getByRole('article').filter({ hasText: 'Is the drawer open?' }).waitFor()
  await page.keyboard.press('`')
  const drawer = page.getByRole('region', { name: 'Developer drawer' })
  await drawer.getByText('Events for this chat, newest first').waitFor()
  await drawer.getByText('Is the drawer open?').first().waitFor()
  await write(system, newCustomer(), 'Somebody else writes')
  await write(system, phone, 'And does it follow?')
  await drawer.getByText('And does it follow?').first().waitFor()
  expect(await drawer.getByText('Somebody else writes').count()).toBe(0)
  await drawer.getByText('all events').click()
  await drawer.getByText('Somebody else writes').first().waitFor()
  await drawer.getByText('Requests', { exact: true }).click()
  await drawer.getByText('/v1/chats/counts').first().click()
  const command = drawer.locator('details[open]').getByRole('region', { name: 'Show as request' })
  await command.getByText('Token: $POSTHORN_TOKEN').waitFor()
  expect(await command.textContent()).toContain(`curl -X POST '${system.url}/v1/chats/counts'`)
  await keepsNobodyOut(page)
  expect(await drawer.textContent()).not.toMatch(/ph_live_|Csrf|posthorn_session/i)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
}

/** Palette and drawer are accessible and no wider than the phone. */
async function fitsAPhone(page: Page, system: RunningSystem): Promise<void> {
  await write(system, newCustomer(), 'Our gondola has no oar')
  await page.goto(`/app/${system.account.workspace}/numbers`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const found = await search(page, 'gondola')
  await found.getByRole('group', { name: 'Messages' }).locator('mark').first().waitFor()
  await keepsNobodyOut(page)
  await (await search(page, 'drawer')).getByRole('option', { name: 'Developer drawer' }).click()
  const drawer = page.getByRole('region', { name: 'Developer drawer' })
  await drawer.getByRole('listitem').first().waitFor()
  await keepsNobodyOut(page)
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  await drawer.getByRole('button', { name: 'Close drawer' }).click()
  await drawer.waitFor({ state: 'detached' })
}
