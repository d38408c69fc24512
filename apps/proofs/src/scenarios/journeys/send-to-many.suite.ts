import { openAsOwner, type WatchedPage } from '@posthorn/testkit/browser'
import { phoneOf, type RunningSystem, setQueue } from '@posthorn/testkit/system'
import { describe, expect, it } from 'vitest'
import { newCustomer, write } from './customers.ts'
import { journeyMs, keepsNobodyOut, readable, wide } from './join-team.fixture.ts'

const csv = ['Phone;Name', ...[1, 2, 3].map((i) => `${phoneOf(850_000 + i)};Regular ${i}`)].join('\n')

/** The owner imports people and writes to them, and to a channel's subscribers. */
export function sendToMany(system: () => RunningSystem): void {
  describe('a broadcast', () => {
    it(
      'leads from a file to its people: trial, import, segment, channel, a question before it begins',
      async () => {
        await using watched = await openAsOwner(system(), wide)
        await importPeople(watched, system())
        await postToTheSegment(watched)
        await postToSubscribers(watched, system())
        await seeAllThatWaits(watched, system())
        expect(watched).toMatchObject({ strayRequests: [], consoleErrors: [] })
      },
      journeyMs,
    )
  })
}

/** A dry run changes nothing, and the real import doesn't need the file again. */
async function importPeople(watched: WatchedPage, system: RunningSystem): Promise<void> {
  const { page } = watched
  await readable(watched, `/app/${system.account.workspace}/imports?open=new`)
  const file = { name: 'regulars.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'File: regulars.csv' }).waitFor()
  await page.getByLabel('Tags for all contacts').fill('regular')
  await page.getByRole('button', { name: 'Start dry run' }).click()
  await page.getByText('This was a dry run: nothing was changed.').waitFor()
  const tagged = () => system.ok('POST', '/v1/segments/preview', { body: { filter: { tag: 'regular' } } })
  expect(await tagged()).toMatchObject({ count: 0 })
  await keepsNobodyOut(page)
  await page.getByRole('button', { name: 'Import 3 contacts now' }).click()
  await page.getByRole('button', { name: 'Create a segment for tag regular' }).click()
  expect(await tagged()).toMatchObject({ count: 3 })
}

/** The segment starts from the import's tag and leads to a channel, whose post asks for confirmation. */
async function postToTheSegment({ page }: WatchedPage): Promise<void> {
  await page.getByText('3 contacts match.').waitFor()
  await page.getByRole('link', { name: 'Send a broadcast' }).click()
  await page.getByRole('heading', { level: 1, name: 'Broadcasts' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Regulars')
  await page.getByRole('button', { name: 'Create broadcast channel' }).click()
  await page.getByRole('heading', { level: 1, name: 'Regulars' }).waitFor()
  await page.getByLabel('Text', { exact: true }).fill('We are closed on Monday.')
  await sendButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Send' })
  await dialog.getByText(/^3 people will get it now\. It goes out without a test\./).waitFor()
  const previews = dialog.getByRole('listitem')
  for (const i of [1, 2, 3])
    await previews
      .filter({ hasText: `Regular ${i}` })
      .getByText('We are closed on Monday.')
      .waitFor()
  expect(await previews.getByText(/^Has not written in the last 24 hours/).count()).toBe(3)
  await keepsNobodyOut(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByText('No broadcasts yet.').count()).toBe(1)
  await sendButton(page).click()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('article').filter({ hasText: 'We are closed on Monday.' }).getByText('3 people').waitFor()
}

const openPostForm = (page: WatchedPage['page']) => page.getByRole('button', { name: 'New broadcast' }).click()

/** The button that sends the broadcast to everyone, not the one that sends a test. */
const sendButton = (page: WatchedPage['page']) =>
  page.getByRole('dialog', { name: 'New broadcast' }).getByRole('button', { name: 'Send', exact: true })

/** Adds people by phone number if they have consented. Those who haven't are reported. */
async function postToSubscribers(watched: WatchedPage, system: RunningSystem): Promise<void> {
  const { page } = watched
  await readable(watched, `/app/${system.account.workspace}/broadcasts?open=new`)
  await page.getByLabel('Name', { exact: true }).fill('Friends')
  await page.getByRole('button', { name: 'Create broadcast channel' }).click()
  await page.getByText('No subscribers yet.').waitFor()
  await page.getByRole('button', { name: 'Add subscribers' }).click()
  await page.getByLabel('Phones of people who agreed').fill(`${phoneOf(850_011)}, ${phoneOf(850_012)}`)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const list = page.getByRole('table', { name: 'Subscribers' })
  await list.getByRole('cell', { name: phoneOf(850_012) }).waitFor()
  const first = list.getByRole('row').filter({ hasText: phoneOf(850_011) })
  await first.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('dialog', { name: 'Unsubscribe' }).getByRole('button', { name: 'Unsubscribe' }).click()
  await first.getByText('Unsubscribed').waitFor()
  await keepsNobodyOut(page)
  await releaseToFriends(watched, system)
  await openPostForm(page)
  await page.getByLabel('Text', { exact: true }).fill('Only for friends.')
  await sendButton(page).click()
  const question = page.getByRole('dialog', { name: 'Send' })
  await question.getByText(/^1 person will get it now/).waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
}

/** Sends a test first. The release lists people and their messages, and the results count both. */
async function releaseToFriends({ page }: WatchedPage, system: RunningSystem): Promise<void> {
  for (const phone of [phoneOf(850_012), phoneOf(850_013)]) await write(system, phone, 'Tell me more')
  await openPostForm(page)
  await page.getByLabel('Text', { exact: true }).fill('Friends eat free today.')
  await page.getByLabel('Test phones').fill(phoneOf(850_013))
  await page.getByRole('button', { name: 'Send test' }).click()
  const post = page.getByRole('article').filter({ hasText: 'Friends eat free today.' })
  await post.getByRole('button', { name: 'Release to everyone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Release to everyone' })
  const preview = dialog.getByRole('listitem').filter({ hasText: phoneOf(850_012) })
  await preview.getByText('Friends eat free today.').waitFor()
  expect(await dialog.getByText(/^Has not written/).count()).toBe(0)
  await keepsNobodyOut(page)
  await dialog.getByRole('button', { name: 'Release to everyone' }).click()
  const results = post.getByRole('table', { name: 'Results of Friends eat free today.' })
  await results.getByRole('row', { name: /^Sent 2 100%/ }).waitFor()
  await keepsNobodyOut(page)
}

/** One list shows the pending messages for all numbers, with the reasons they are waiting. */
async function seeAllThatWaits(watched: WatchedPage, system: RunningSystem): Promise<void> {
  const { page } = watched
  await setQueue(system, 'paused')
  try {
    await system.ok('POST', '/v1/messages', { body: { phone: newCustomer(), message: 'The umbrella of Nora.' } })
    await readable(watched, `/app/${system.account.workspace}/numbers/waiting`)
    const row = page.getByRole('row').filter({ hasText: 'The umbrella of Nora.' })
    await row.getByText("This number's queue is paused.").waitFor()
    await row.getByRole('button', { name: 'Resume queue' }).click()
    await row.waitFor({ state: 'detached' })
  } finally {
    await setQueue(system, 'active')
  }
}
