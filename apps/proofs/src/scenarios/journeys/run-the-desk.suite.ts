import { startReceiver, until } from '@posthorn/testkit'
import { openAsOwner, patienceMs, type WatchedPage } from '@posthorn/testkit/browser'
import type { RunningSystem } from '@posthorn/testkit/system'
import { describe, expect, it } from 'vitest'
import { screensOf } from '../../dashboard/members.ts'
import { newCustomer, write } from './customers.ts'
import { journeyMs, keepsNobodyOut, phoneInTheDark, readable, wide } from './join-team.fixture.ts'

/** The owner, who has signed up, creates a webhook and a key and views every screen on a phone. */
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
      'connects Chatwoot with its address, a key of its number, and a webhook that its token proves',
      async () => {
        await using watched = await openAsOwner(system(), wide)
        await connectAProgram(watched, system())
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

/** Creates a webhook, whose secret is shown once. It receives a sample and an event, and the delivery shows the response. */
async function makeAWebhook(watched: WatchedPage, system: RunningSystem): Promise<void> {
  const { page } = watched
  await using receiver = await startReceiver({ respond: { status: 200, body: 'thank you' } })
  await readable(watched, `/app/${system.account.workspace}/developer/webhooks?open=new`)
  await page.getByLabel('Name', { exact: true }).fill('CRM')
  await page.getByLabel('URLs').fill(receiver.url)
  await page.getByRole('button', { name: 'Create webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Signing secret' })
  const secret = (await dialog.locator('code').textContent()) ?? ''
  expect(secret).not.toBe('')
  await dialog.getByRole('button', { name: "I've saved it" }).click()
  await page.getByRole('heading', { name: 'CRM' }).waitFor()
  expect(await page.content()).not.toContain(secret)
  await page.getByRole('button', { name: 'Send test event' }).click()
  await page.getByRole('dialog').getByText('thank you').waitFor()
  await page.keyboard.press('Escape')
  await write(system, newCustomer(), 'One more question')
  await page.getByRole('link', { name: 'message:in' }).first().click()
  await page.getByText('thank you').waitFor()
  await keepsNobodyOut(page)
}

/**
 * Connects a program that is written for the provider's API: the key works at the displayed address, and the webhook sends messages in the
 * provider's format.
 */
async function connectAProgram(watched: WatchedPage, system: RunningSystem): Promise<void> {
  const { page } = watched
  await using program = await startReceiver({
    respond: ({ path }) => {
      const query = new URL(path, 'http://program').searchParams
      return { body: query.get('hub.verify_token') === 'of the inbox' ? (query.get('hub.challenge') ?? '') : '' }
    },
  })
  await readable(watched, `/app/${system.account.workspace}/developer/webhooks`)
  await page.getByRole('link', { name: 'Connect Chatwoot or Typebot' }).click()
  const address = await page.getByText('WHATSAPP_CLOUD_BASE_URL=').textContent()
  const ids = page.getByRole('region', { name: '2. Enter the number and a key' }).locator('code')
  const [, phoneNumberId = ''] = await ids.allTextContents()
  await page.getByRole('button', { name: 'Make a key for this program' }).click()
  const made = page.getByRole('dialog', { name: 'Key Chatwoot' })
  const key = await made.locator('code').textContent()
  await made.getByRole('button', { name: "I've saved it" }).click()
  const base = address?.split('=')[1]
  const shown = await fetch(`${base}/v23.0/${phoneNumberId}`, { headers: { Authorization: `Bearer ${key}` } })
  expect([shown.status, await shown.json()]).toMatchObject([200, { id: phoneNumberId }])
  await page.getByLabel('Callback URL').fill(program.url)
  await page.getByLabel('Verify token').fill('of the inbox')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'The program is connected' })
  await dialog.getByRole('button', { name: "I've saved it" }).click()
  await write(system, newCustomer(), 'To the program')
  const isThere = () => program.requests.some(({ body }) => body.includes('"body":"To the program"'))
  await until(isThere, { describe: 'the message to reach the program' })
  await keepsNobodyOut(page)
}

/** Creates a key, which is shown once, and uses it. A revoked key is refused. */
async function makeAKey(watched: WatchedPage, system: RunningSystem): Promise<void> {
  const { page } = watched
  await readable(watched, `/app/${system.account.workspace}/developer/keys?open=new`)
  await page.getByLabel('Name', { exact: true }).fill('counter of the journey')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Key counter of the journey' })
  const key = (await dialog.locator('code').textContent()) ?? ''
  expect(await system.call('GET', '/v1/me', { key })).toMatchObject({
    status: 200,
    body: { key: { name: 'counter of the journey' } },
  })
  await dialog.getByRole('button', { name: "I've saved it" }).click()
  await page.getByRole('link', { name: 'counter of the journey', exact: true }).click()
  await page.getByRole('button', { name: 'Revoke' }).click()
  expect(await page.content()).not.toContain(key)
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText(/^Revoked /).waitFor()
  const status = async () => (await system.call('GET', '/v1/me', { key })).status
  await expect.poll(status, { timeout: patienceMs, interval: 200 }).toBe(401)
}
