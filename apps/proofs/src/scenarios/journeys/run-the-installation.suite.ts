import { until } from '@posthorn/testkit'
import {
  addSecondFactor,
  becomeOwner,
  openPatiently,
  owner,
  signInWithCode,
  type WatchedPage,
} from '@posthorn/testkit/browser'
import { failAtPhones, loseHistory, type RunningSystem } from '@posthorn/testkit/system'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newCustomer, write } from './customers.ts'
import { phoneInTheDark, readable, wide } from './join-team.fixture.ts'

const parts = ['', '/queues', '/failures', '/quarantine', '/workspaces']

/** A person becomes an operator, and manages the installation: health, queues, workspaces, quarantine, dead events. */
export function runTheInstallation(system: () => RunningSystem): void {
  describe('an operator', () => {
    let desk: WatchedPage
    let secret: string
    const open = (part = '') => readable(desk, `/app/${system().account.workspace}/operator${part}`)

    beforeAll(async () => {
      desk = await openPatiently(system(), wide)
      await becomeOwner(desk.page, system(), 'Headquarters')
    })
    afterAll(() => desk[Symbol.asyncDispose]())

    it('gets the pages with the permission and a second factor, and not with one of them', async () => {
      const { page } = desk
      const link = page.getByRole('link', { name: 'Installation' })
      const [person] = await system().posthorn<{ id: string }[]>('operator', 'member', 'find', owner.email)
      const id = person?.id ?? ''
      await system().posthorn('operator', 'member', 'confirm', id)
      expect(await system().posthorn('operator', 'add', id)).toMatchObject({ twoFactor: false, workspaces: [{}] })
      await page.reload()
      await link.click()
      await page.getByText('Operators need two-factor authentication.').waitFor()
      expect(await page.getByRole('table').count()).toBe(0)
      secret = await addSecondFactor(page, system())
      await link.click()
      await page.getByRole('table', { name: 'Processes' }).waitFor()
      await using another = await openPatiently(system(), wide)
      await signInWithCode(another.page, secret)
      await another.page.getByRole('link', { name: 'Installation' }).waitFor()
    })

    it('sees within seconds that a service does not answer, beside those that do', async () => {
      await open()
      const statusOf = (service: string) =>
        desk.page.getByRole('table', { name: 'Processes' }).getByRole('row').filter({ hasText: service })
      await statusOf('groups').getByText('Ready', { exact: true }).waitFor()
      const { pid } = system().run.processes['groups'] ?? {}
      process.kill(pid ?? 0, 'SIGSTOP')
      try {
        await statusOf('groups').getByText('Not responding').waitFor({ timeout: 30_000 })
        for (const service of ['gateway', 'messaging', 'contacts', 'numbers', 'webhooks'])
          await statusOf(service).getByText('Ready', { exact: true }).waitFor()
      } finally {
        process.kill(pid ?? 0, 'SIGCONT')
      }
      await statusOf('groups').getByText('Ready', { exact: true }).waitFor()
    })

    it('sees the queue that does not send, and the attempts that failed', async () => {
      const { number } = system().account
      const queue = (verb: 'pause' | 'resume') => system().ok('POST', `/v1/numbers/${number}/queue/${verb}`)
      await queue('pause')
      await system().post('/v1/messages', { phone: '+15550100009', message: 'Your order is ready.' })
      await open('/queues')
      const row = desk.page.getByRole('table', { name: 'Queues' }).getByRole('row').filter({ hasText: 'Headquarters' })
      await row.getByText('Paused').waitFor()
      await row.getByRole('cell', { name: '1', exact: true }).first().waitFor()
      await queue('resume')
      await row.getByText('Sending', { exact: true }).waitFor()
      await open('/failures')
      await desk.page
        .getByRole('row')
        .filter({ hasText: 'Headquarters' })
        .getByText("Recipient can't be reached")
        .waitFor()
    })

    it('makes a workspace whose first owner joins by the link', async () => {
      const { page } = desk
      await open('/workspaces')
      await page.getByRole('button', { name: 'New workspace' }).click()
      const form = page.getByRole('dialog', { name: 'New workspace' })
      await form.getByLabel('Name', { exact: true }).fill('Branch North')
      await form.getByRole('button', { name: 'Create' }).click()
      const dialog = page.getByRole('dialog', { name: 'Owner invitation for Branch North' })
      const link = (await dialog.locator('code').textContent()) ?? ''
      await dialog.getByRole('button', { name: "I've saved it" }).click()
      await page.getByRole('cell', { name: 'Branch North', exact: true }).waitFor()
      await using newcomer = await openPatiently(system(), wide)
      await newcomer.page.goto(link)
      await newcomer.page.getByLabel('Name', { exact: true }).fill('Grace Hopper')
      await newcomer.page.getByLabel('Email').fill('grace@north.example.com')
      await newcomer.page.getByLabel('Password', { exact: true }).fill('another sentence that is long')
      await newcomer.page.getByRole('button', { name: 'Get started' }).click()
      await newcomer.page.getByRole('link', { name: 'Inbox' }).waitFor()
      await page.getByRole('button', { name: 'Invite the first owner: Branch North' }).click()
      await page.getByText('Branch North already has an owner.').waitFor()
    })

    it('applies an event again once its cause is fixed, and discards another with a reason', async () => {
      const { page } = desk
      const [first, second] = [newCustomer(), newCustomer()]
      const fix = await failAtPhones(system(), [first, second])

      await open()
      const rows = page.getByRole('table', { name: 'Failed events' }).locator('tbody tr')
      const areListed = (count: number) =>
        expect.poll(() => rows.count(), { timeout: 60_000, interval: 500 }).toBe(count)
      for (const [i, phone] of [first, second].entries()) {
        await write(system(), phone, 'Hello')
        await areListed(i + 1)
      }
      await showIt(desk, first)
      await fix()
      await rows.last().getByRole('button', { name: 'Retry' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click()
      await areListed(1)
      await rows.getByRole('button', { name: 'Discard' }).click()
      await page.getByRole('dialog').getByLabel('Reason').fill('The person is known under another phone')
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
      await rows.waitFor({ state: 'detached' })
      const contactsOf = (phone: string) =>
        system().ok<unknown[]>('GET', `/v1/contacts?search=${encodeURIComponent(phone)}`)
      expect([(await contactsOf(first)).length, (await contactsOf(second)).length]).toEqual([1, 0])
      await page.goto(`/app/${system().account.workspace}/settings/audit`)
      const entries = page.getByRole('row').filter({ hasText: owner.name })
      await entries.filter({ hasText: 'Retried a failed event' }).waitFor()
      const discarded = entries.filter({ hasText: 'Discarded a failed event' })
      await discarded.locator('summary').click()
      await discarded.getByText('The person is known under another phone').waitFor()
    })

    it('ends the quarantine of a service, and what was due is done', async () => {
      const { page } = desk
      const id = await restore(system())
      await open('/quarantine')
      const row = page.getByRole('row').filter({ hasText: 'Messages' })
      await row.getByText(/^On hold since /).waitFor()
      expect((await system().ok<{ status: string }>('GET', `/v1/messages/${id}`)).status).toBe('queued')
      await row.getByRole('button', { name: 'Send all' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Send all' }).click()
      await row.getByText('Sending', { exact: true }).waitFor()
      const isRead = async () => (await system().ok<{ status: string }>('GET', `/v1/messages/${id}`)).status === 'read'
      await until(isRead, { describe: 'the message to be sent' })
    })

    it('reads every page on a phone in the dark, too', async () => {
      const storageState = await desk.page.context().storageState()
      await using phone = await openPatiently(system(), { ...phoneInTheDark, storageState })
      for (const part of parts) await readable(phone, `/app/${system().account.workspace}/operator${part}`)
      expect(phone).toMatchObject({ strayRequests: [], consoleErrors: [] })
    })

    it('meets no error in the console but those of the service that did not answer', () => {
      const others = desk.consoleErrors.filter((text) => !/503 .*\/app\/operator\/groups\//.test(text))
      expect([desk.strayRequests, others]).toEqual([[], []])
    })
  })
}

/** Shows an event's data without the person's phone number. */
async function showIt({ page }: WatchedPage, phone: string): Promise<void> {
  await page.getByRole('button', { name: 'Show' }).last().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('region', { name: 'Contents' }).waitFor()
  expect(await dialog.textContent()).not.toContain(phone)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

/** Puts messaging into the state it is in after its Postgres is restored, with a message that was due earlier. Returns the message's id. */
async function restore(system: RunningSystem): Promise<string> {
  const { number } = system.account
  const queue = (verb: 'pause' | 'resume') => system.ok('POST', `/v1/numbers/${number}/queue/${verb}`)
  await queue('pause')
  const { id } = await system.post('/v1/messages', { phone: newCustomer(), message: 'Before the restore' })
  await loseHistory(system, 'messaging')
  system.kill9('messaging')
  const isQuarantined = () =>
    system
      .asOperator(({ clients, operator }) => clients.messaging.quarantine.get.query({}, operator))
      .then(({ since }) => since)
  await until(isQuarantined, { describe: 'messaging to be in quarantine' })
  await queue('resume')
  return id
}
