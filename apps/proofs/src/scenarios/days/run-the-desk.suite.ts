import { startReceiver } from '@posthorn/testkit'
import type { WatchedPage } from '@posthorn/testkit/browser'
import type { RunningSystem } from '@posthorn/testkit/system'
import { describe, expect, it } from 'vitest'
import { openAsOwner, patienceMs } from '../../dashboard/owner.ts'
import { screensOf } from '../../dashboard/screens.ts'
import { newCustomer, write } from './customers.ts'
import { journeyMs, keepsNobodyOut, phoneInTheDark, readable, wide } from './readable.ts'

/** The owner, who has signed up already, makes a webhook and a key, and reads every screen on a phone. */
export function runTheDesk(system: () => RunningSystem): void {
  describe('the desk', () => {
    it(
      'makes a webhook and a key that work, and shows their secrets once',
      async () => {
        await using watched = await openAsOwner(system(), wide)
        await makeAWebhook(watched, system())
        await makeAKey(watched, system())
        expect(watched).toMatchObject({ strayRequests: [], consoleErrors: [] })
      },
      journeyMs,
    )

    it(
      'fits a phone in the dark on every screen, and keeps nobody out',
      async () => {
        await using watched = await openAsOwner(system(), phoneInTheDark)
        for (const path of screensOf(system())) await readable(watched, `/app/${system().account.workspace}/${path}`)
        expect(watched).toMatchObject({ strayRequests: [], consoleErrors: [] })
      },
      journeyMs,
    )
  })
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
